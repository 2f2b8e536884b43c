// Stores the live comparison in 'My swings' once both swings are marked. It needs no merged video.
import { isReadyToCompare } from '#domain/comparison/readiness.ts';
import { marksOf, useGolfer } from '#web/api/use-golfer.ts';
import { readDrawn } from '#web/swing/comparison-session.ts';
import { timesForgotten } from '#web/videos/kept/times-forgotten.ts';
import { type Keepable, useKeeping } from '#web/videos/kept/use-keeping.ts';
import { sessionVideoOf } from '#web/videos/swing-video.ts';
import type { Analysis } from './use-analysis.ts';

/** Storing makes a picture of both swings, so it waits until marks no longer move. */
const QUIET_MS = 3_000;

/** Stores the page's comparison while it is complete. */
export function useLiveKeeping(analysis: Analysis): void {
  const { user, pro, golfer, useCustomPro, alignment, choices, state } = analysis;
  const { data: detail } = useGolfer(useCustomPro ? null : (golfer?.id ?? null));
  const isComplete = isReadyToCompare(state) && (useCustomPro || detail !== undefined);
  const swings = [user && [user.clipId, user.annotations, user.club, user.slowMotionFactor], useCustomPro && pro];
  const version = JSON.stringify([swings, useCustomPro ? null : golfer?.id, alignment, choices]);

  /** Read the store: it contains a mark before it is rendered. */
  function read(): Keepable | null {
    const now = analysis.getState();
    if (!now.user) return null;
    const common = { alignment: now.alignment, choices: now.choices, drawn: readDrawn() };
    const begunAfter = timesForgotten();
    const own = sessionVideoOf(now.user);
    if (now.useCustomPro) {
      if (!now.pro) return null;
      return {
        toKeep: { ...common, user: now.user, pro: now.pro, begunAfter },
        unsaved: { ...common, user: own, pro: { video: sessionVideoOf(now.pro) } },
      };
    }
    if (!now.golfer) return null;
    const shown =
      detail?.id === now.golfer.id
        ? { videoUrl: detail.videoUrl, clip: detail.clip, annotations: marksOf(detail) }
        : null;
    return {
      toKeep: { ...common, user: now.user, pro: { golfer: now.golfer, shown }, begunAfter },
      unsaved: { ...common, user: own, pro: { golfer: now.golfer } },
    };
  }
  useKeeping({ read, version: isComplete ? version : null, isWaiting: false, quietMs: QUIET_MS });
}
