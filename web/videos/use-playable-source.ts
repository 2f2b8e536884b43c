// The source that a <video> plays for one of the visitor's files: the file itself or its preview. Marks are times of the original
// in both cases.
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Clip } from '#domain/video/clip.ts';
import { NOTHING_KNOWN, type PlayableFile, type PlayableState, playableOf } from './playable-file.ts';
import { useFileUrl } from './use-file-url.ts';

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

/** The source of a file, and the actions that change it. */
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
