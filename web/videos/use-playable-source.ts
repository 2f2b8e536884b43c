// The source that a <video> plays for one of the visitor's files: the file itself or its preview. Marks are times of the original
// in both cases.
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Clip } from '#domain/video/clip.ts';
import { wasSent } from '#web/videos/upload/known-uploads.ts';
import { NOTHING_KNOWN, type PlayableFile, type PlayableState, playableOf } from './playable-file.ts';

/** A file's source as far as it is known. */
export interface PlayableSource {
  /** A blob: address of the file, or the address of its preview; null without a file. */
  readonly src: string | null;
  /** The original's facts; undefined while they are read, null when this browser cannot play the file. */
  readonly clip: Clip | null | undefined;
  readonly state: PlayableState;
  readonly playable: PlayableFile | null;
}

const NO_FILE = createStore<PlayableState>(() => NOTHING_KNOWN);

export function usePlayableSource(file: File | null): PlayableSource {
  const playable = file && playableOf(file);
  const state = useStore(playable ?? NO_FILE);
  const fileUrl = useFileUrl(file);
  return { src: state.preview?.previewUrl ?? fileUrl, clip: clipOf(state), state, playable };
}

function clipOf({ reading, verdict, preview }: PlayableState): Clip | null | undefined {
  if (preview) return preview.clip;
  if (verdict === 'cannot-show' || verdict === 'unreadable') return null;
  return reading ? reading.clip : undefined;
}

/** The blob: address under which a <video> can show a file; null without a file and until the address exists. */
export function useFileUrl(file: File | null): string | null {
  const [made, setMade] = useState<{ file: File; url: string } | null>(null);
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setMade({ file, url });
    return () => {
      setMade(null);
      URL.revokeObjectURL(url);
    };
  }, [file]);
  return made?.file === file && made ? made.url : null;
}

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
