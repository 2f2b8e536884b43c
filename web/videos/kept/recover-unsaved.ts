// Keeps in 'My swings' what a page that was closed could not keep any more. Loads the frame reader, so it is imported lazily.
import type { SessionVideo } from '#web/swing/comparison-session.ts';
import { openSwingVideo } from '#web/videos/swing-video.ts';
import { keepComparison } from './keep-comparison.ts';
import type { KeptComparison } from './kept-comparison.ts';
import { changeKept, describeKept, keptComparisons } from './kept-database.ts';
import { timesForgotten } from './times-forgotten.ts';
import { forgetUnsaved, readUnsaved, type UnsavedComparison, unsavedSlots } from './unsaved.ts';

/** Keeps every change that is not kept yet. Never rejects: one that cannot be kept now is tried again by the next page. */
export async function recoverUnsaved(): Promise<void> {
  for (const slot of unsavedSlots()) {
    const unsaved = readUnsaved(slot);
    try {
      if (unsaved?.kind === 'details') await describeKept(unsaved.id, unsaved.details);
      if (unsaved?.kind === 'comparison' && !(await recoverComparison(unsaved.comparison))) continue;
      forgetUnsaved(slot);
    } catch {
      // The browser refuses its storage at the moment.
    }
  }
}

/** False when it is to be tried again. */
async function recoverComparison(unsaved: UnsavedComparison): Promise<boolean> {
  const { alignment, choices, drawn } = unsaved;
  const user = await openSwingVideo(unsaved.user);
  const pro = 'video' in unsaved.pro ? await openSwingVideo(unsaved.pro.video) : unsaved.pro;
  if (!user || !pro) return recoverWithoutClips(unsaved);
  const other = 'golfer' in pro ? { ...pro, shown: null } : pro;
  const outcome = await keepComparison({
    ...{ user, pro: other, alignment, choices, drawn },
    begunAfter: timesForgotten(),
  });
  return outcome === 'kept';
}

/** The clips are no longer among those of the last day, but may be kept with the comparison. */
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
