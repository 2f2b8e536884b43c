// Stores the live comparison in 'My swings' once both swings are marked. It needs no merged video.
import { isReadyToCompare } from '#domain/comparison/readiness.ts';
import { marksOf, useGolfer } from '#web/api/use-golfers.ts';
import { type Keepable, keepableOf, useKeeping } from '#web/videos/kept/use-keeping.ts';
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
    const { user, pro, golfer, useCustomPro, alignment, choices } = analysis.getState();
    const shown =
      detail?.id === golfer?.id && detail
        ? { videoUrl: detail.videoUrl, clip: detail.clip, annotations: marksOf(detail) }
        : null;
    const other = useCustomPro ? pro : golfer && { golfer, shown };
    return user && other && keepableOf({ user, pro: other, alignment, choices });
  }
  useKeeping({ read, version: isComplete ? version : null, isWaiting: false, quietMs: QUIET_MS });
}
