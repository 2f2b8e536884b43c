// Stores in 'My swings' what a closed page did not finish storing. Loads the frame reader, so it is imported lazily.
import type { SessionVideo } from '#web/clip/comparison-session.ts';
import { openSwingVideo } from '#web/clip/swing-video.ts';
import { keepComparison } from './keep-comparison.ts';
import type { KeptComparison } from './kept-comparison.ts';
import { changeKept, describeKept, keptComparisons } from './kept-database.ts';
import { forgetUnsaved, readUnsaved, timesForgotten, type UnsavedComparison, unsavedSlots } from './unsaved.ts';

/** Stores every change that is not stored yet. Never rejects: the next page retries failures. */
export async function recoverUnsaved(): Promise<void> {
  for (const slot of unsavedSlots()) {
    const unsaved = readUnsaved(slot);
    try {
      if (unsaved?.kind === 'details') await describeKept(unsaved.id, unsaved.details);
      if (unsaved?.kind === 'comparison' && !(await recoverComparison(unsaved.comparison))) continue;
      forgetUnsaved(slot);
    } catch {
      // The storage is unavailable at the moment.
    }
  }
}

/** False to retry later. */
async function recoverComparison(unsaved: UnsavedComparison): Promise<boolean> {
  const { alignment, choices, drawn } = unsaved;
  const user = await openSwingVideo(unsaved.user);
  const pro = 'video' in unsaved.pro ? await openSwingVideo(unsaved.pro.video) : unsaved.pro;
  if (!user || !pro) return recoverWithoutClips(unsaved);
  const other = 'golfer' in pro ? { ...pro, shown: null } : pro;
  const chosen = { alignment, choices, drawn, begunAfter: timesForgotten() };
  return (await keepComparison({ user, pro: other, ...chosen })) === 'kept';
}

/** The clips were deleted from the one-day storage, but may be stored with the comparison. */
async function recoverWithoutClips({ user, pro, alignment, choices, drawn }: UnsavedComparison): Promise<true> {
  const isSame = (kept: KeptComparison) =>
    kept.user.clipId === user.clipId &&
    ('golfer' in kept.pro
      ? 'golfer' in pro && pro.golfer.id === kept.pro.golfer.id
      : 'video' in pro && pro.video.clipId === kept.pro.clip.clipId);
  const same = (await keptComparisons()).find(isSame);
  if (!same) return true;
  const marked = <Clip extends KeptComparison['user']>(clip: Clip, of: SessionVideo): Clip => {
    const { annotations, slowMotionFactor, proposedFactor } = of;
    return { ...clip, annotations, slowMotionFactor, proposedFactor };
  };
  const other = 'clip' in same.pro && 'video' in pro ? { clip: marked(same.pro.clip, pro.video) } : same.pro;
  await changeKept(same.id, { user: marked(same.user, user), pro: other, alignment, choices, drawn });
  return true;
}
