// Opens a kept comparison, or compares two of the visitor's own swings: writes the session as if they had just been
// chosen and marked, and brings back the joints that were tracked, so that they need no new tracking.
import { swingStretch } from '#domain/body/sampled-frames.ts';
import { readStoredBodyTrack, type StoredBodyTrack } from '#domain/body/stored-body-track.ts';
import { type ComparisonChoices, FIRST_CHOICES } from '#domain/comparison/comparison-choices.ts';
import type { ClubKind } from '#domain/library/golfer.ts';
import { factorInUse } from '#domain/swing/slow-motion.ts';
import { isFullyMarked } from '#domain/swing/swing.ts';
import { clipBodyOf } from '#web/body/clip-body.ts';
import { openClip, putClipAgain } from '#web/clip/clip-storage.ts';
import { type SessionVideo, writeDrawn, writeSession } from '#web/clip/comparison-session.ts';
import { clipsOf, filmedAtMs, type KeptClip, type KeptComparison } from './kept-comparison.ts';
import { keptBody, keptClip } from './kept-database.ts';
import { THEN_AND_NOW } from './then-and-now.ts';

/** Restores the session of a kept comparison. Returns false and changes nothing when a clip is missing. */
export async function openKept({ user, club, pro, alignment, choices, drawn }: KeptComparison): Promise<boolean> {
  const own = 'clip' in pro ? pro.clip : null;
  if (!(await bringBack(clipsOf({ user, pro })))) return false;
  writeSession({
    userVideo: sessionVideo(user, club),
    customProVideo: own && sessionVideo(own),
    useCustomPro: own !== null,
    selectedPro: 'golfer' in pro ? pro.golfer : null,
    alignmentType: alignment,
    choices,
  });
  writeDrawn(drawn);
  return true;
}

/** Whether a kept swing can be compared with another: all three positions are marked. */
export function canBeCompared({ user }: KeptComparison): boolean {
  return isFullyMarked(user.annotations);
}

/** The earlier swing is on the left. */
const THEN_AND_NOW_CHOICES: ComparisonChoices = { ...FIRST_CHOICES, names: THEN_AND_NOW, isSwapped: true };

/** Compares the later of two swings with the earlier one, which takes the pro's place. False when a clip is missing. */
export async function openThenAndNow(a: KeptComparison, b: KeptComparison): Promise<boolean> {
  const [then, now] = filmedAtMs(a) <= filmedAtMs(b) ? [a, b] : [b, a];
  if (!(await bringBack([now.user, then.user]))) return false;
  writeSession({
    userVideo: sessionVideo(now.user, now.club),
    customProVideo: sessionVideo(then.user, then.club),
    useCustomPro: true,
    selectedPro: null,
    alignmentType: 'strike',
    choices: THEN_AND_NOW_CHOICES,
  });
  writeDrawn(null);
  return true;
}

async function bringBack(clips: readonly KeptClip[]): Promise<boolean> {
  for (const clip of clips) {
    const { clipId, contentKey, fileName, type, lastModified } = clip;
    const bytes = await keptClip(contentKey).catch(() => null);
    if (!bytes) return false;
    await putClipAgain(clipId, new File([bytes], fileName, { type, lastModified }));
    const file = openClip(clipId);
    if (file) await bringBackBody(file, clip);
  }
  return true;
}

function sessionVideo(clip: KeptClip, club?: ClubKind | null): SessionVideo {
  const { clipId, fileName, annotations, taken, slowMotionFactor, proposedFactor } = clip;
  const known = { ...(taken && { taken }), ...(club && { club }) };
  // blob: addresses belong to the page that opens the file next.
  return { url: '', clipId, fileName, annotations, ...known, slowMotionFactor, proposedFactor };
}

/** Gives a file the joints that are kept for its clip. Without any it is tracked as usual. Never rejects. */
export async function bringBackBody(file: File, clip: KeptClip): Promise<void> {
  giveBody(file, clip, await keptBody(clip.contentKey).catch(() => null));
}

/** Gives a file the joints that were stored for its clip, if there are any. */
export function giveBody(file: File, clip: KeptClip, stored: StoredBodyTrack | null): void {
  const track = readStoredBodyTrack(stored);
  const stretch = swingStretch(clip.annotations, factorInUse(clip));
  if (track && stretch) clipBodyOf(file).keep({ source: file, stretch, track });
}
