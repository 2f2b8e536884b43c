// Whether a file has stayed in this browser: no part of it was sent, for a preview or for a merge.
import { useEffect, useState } from 'react';
import type { PlayableState } from './playable-file.ts';
import { wasSent } from './upload/known-uploads.ts';

/** True while no part of the file was uploaded; false until that is known. */
export function useIsLocal(file: File, { preview, work }: PlayableState): boolean {
  const [checked, setChecked] = useState<{ readonly file: File; readonly isSent: boolean } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a preview or its stage may have sent the file
  useEffect(() => {
    let isCurrent = true;
    wasSent(file)
      .then((isSent) => isCurrent && setChecked({ file, isSent }))
      // A file that cannot be read has no id, so nothing is claimed.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [file, preview, work.stage]);
  const isBeingSent = work.stage === 'uploading' || work.stage === 'making';
  return checked?.file === file && !checked.isSent && !isBeingSent && preview === null;
}
