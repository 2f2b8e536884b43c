// Reads what was chosen of a comparison from the visitor's own storage, which may hold anything.
import {
  AS_FILMED,
  type ComparisonChoices,
  LARGEST_NUDGE_FRAMES,
  type SideChoices,
} from '#domain/comparison/comparison-choices.ts';

/** The choices in a stored value, or nothing chosen where it makes no sense. How slow a clip is belongs to the clip. */
export function storedChoices(value: unknown): ComparisonChoices {
  const stored = value as Partial<Record<keyof ComparisonChoices, unknown>> | null;
  if (typeof stored !== 'object' || stored === null) return AS_FILMED;
  return { isSwapped: stored.isSwapped === true, user: sideChoices(stored.user), pro: sideChoices(stored.pro) };
}

function sideChoices(value: unknown): SideChoices {
  const stored = (value ?? {}) as Partial<Record<keyof SideChoices, unknown>>;
  const nudge = typeof stored.nudgeFrames === 'number' && Number.isInteger(stored.nudgeFrames) ? stored.nudgeFrames : 0;
  return {
    ...AS_FILMED.user,
    isMirrored: stored.isMirrored === true,
    nudgeFrames: Math.min(Math.max(nudge, -LARGEST_NUDGE_FRAMES), LARGEST_NUDGE_FRAMES),
  };
}
