// One of the visitor's own swing videos, from the file picker to the plan: the file, its marks, its slow-motion factor.
// What the browser can read and play is in playable-file.ts, keyed by the file.
import type { ClubKind } from '#domain/library/golfer.ts';
import type { TakenMoments } from '#domain/moments/taken-moments.ts';
import type { SlowMotionState } from '#domain/swing/slow-motion.ts';
import { NO_ANNOTATIONS, type SwingAnnotations } from '#domain/swing/swing.ts';
import { getClip, openClip, removeClip, type StoredClip } from './clip-storage.ts';
import type { SessionVideo } from './comparison-session.ts';

export interface SwingVideo extends SlowMotionState {
  /** The key of the file in the browser's storage (clip-storage.ts). */
  readonly clipId: string;
  readonly file: File;
  readonly annotations: SwingAnnotations;
  /** The accepted proposals, which tell which marks are doubtful. */
  readonly taken?: TakenMoments;
  /** Whether the visitor says that the clip starts after the rest, which then needs no mark. */
  readonly startsAfterRest?: boolean;
  /** The club that the visitor named. */
  readonly club?: ClubKind;
  /** The address of the sample's body, which ships with it. */
  readonly bodyUrl?: string | null;
}

/** A stored clip as a video without marks. */
export function createSwingVideo({ clipId, file }: StoredClip): SwingVideo {
  return { clipId, file, annotations: NO_ANNOTATIONS, slowMotionFactor: null, proposedFactor: null };
}

/** The video of a session value; null when the browser no longer has the file. */
export async function openSwingVideo(stored: SessionVideo): Promise<SwingVideo | null> {
  const file = await getClip(stored.clipId);
  return file && opened(stored, file);
}

/** As {@link openSwingVideo}, synchronously: null also when this tab does not have the file in memory. */
export function openedSwingVideo(stored: SessionVideo): SwingVideo | null {
  const file = openClip(stored.clipId);
  return file && opened(stored, file);
}

/** The part of a video that the session stores (specification §3). */
export function sessionVideoOf({ file, ...video }: SwingVideo): SessionVideo {
  return { ...video, url: addressOf(file), fileName: file.name };
}

/** Removes a video's file from the browser's storage. */
export function discardSwingVideo({ clipId, file }: SwingVideo): void {
  URL.revokeObjectURL(addresses.get(file) ?? '');
  addresses.delete(file);
  void removeClip(clipId);
}

function opened({ url: _, fileName: __, ...video }: SessionVideo, file: File): SwingVideo {
  return { ...video, file };
}

const addresses = new WeakMap<File, string>();

/** The one blob: address of a file, valid while the page lives. */
function addressOf(file: File): string {
  const address = addresses.get(file) ?? URL.createObjectURL(file);
  addresses.set(file, address);
  return address;
}
