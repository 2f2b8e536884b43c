// A golfer of the library for the comparison page: from the server, or else the copy that is kept on this device.
import { useEffect, useState } from 'react';
import { useGolfer, useQueryClient } from '#web/api/query.tsx';

/** As `useGolfer`; an error is reported only where there is no copy either. */
export function useKeptGolfer(golferId: number | null) {
  const golfer = useGolfer(golferId);
  const client = useQueryClient();
  const { error } = golfer;
  const [withoutCopy, setWithoutCopy] = useState<Error | null>(null);
  useEffect(() => {
    if (golferId === null || !error) return;
    let isAbandoned = false;
    void copyOf(golferId).then((copy) => {
      if (isAbandoned) return;
      if (copy) client.put(['/api', 'pro', golferId], copy);
      else setWithoutCopy(error);
    });
    return () => {
      isAbandoned = true;
    };
  }, [client, golferId, error]);
  return { data: golfer.data, refetch: golfer.refetch, error: error === withoutCopy ? error : null };
}

/** The golfer's facts with addresses of the copy's content, which are valid on this page. Null without a copy; never rejects. */
async function copyOf(golferId: number) {
  try {
    const { keptGolfer } = await import('./golfer-copy.ts');
    const copy = await keptGolfer(golferId);
    if (!copy) return null;
    const bodyUrl = copy.body && URL.createObjectURL(copy.body);
    return { ...copy.detail, videoUrl: URL.createObjectURL(copy.video), thumbnailUrl: null, bodyUrl };
  } catch {
    return null;
  }
}
