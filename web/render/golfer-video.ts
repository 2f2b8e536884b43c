// Downloads a golfer's video as a file and keeps the last few in memory, so that a merged video can be made offline.
import { useEffect } from 'react';
import { fetchContent } from '#web/lib/fetch-content.ts';
import { MAKE_VIDEOS_ON } from '#web/lib/site-settings.ts';

/** Visitors switch between a few golfers; each video takes some megabytes. */
const MOST_HELD = 3;

/** The videos requested last, newest last. */
const fetched = new Map<string, Promise<Blob>>();

/** The content of a golfer's video. Rejects when the download fails; the next call then retries. */
export function golferVideo(address: string): Promise<Blob> {
  const known = fetched.get(address);
  const video = known ?? fetchContent(address);
  fetched.delete(address);
  fetched.set(address, video);
  if (!known) video.catch(() => fetched.delete(address));
  for (const old of fetched.keys()) if (fetched.size > MOST_HELD) fetched.delete(old);
  return video;
}

/** Downloads a golfer's video early where videos are made on the device, so that the merge needs no connection. */
export function useGolferVideoAtHand(address: string | null): void {
  useEffect(() => {
    if (address && MAKE_VIDEOS_ON !== 'server') golferVideo(address).catch(() => undefined);
  }, [address]);
}
