// One swing of a range session with its clip, as the page holds it.
import type { SessionSwing } from '#domain/range/range-session.ts';
import type { CutBounds } from '#domain/range/shots.ts';
import type { SwingVideo } from '#web/videos/swing-video.ts';

/** How far the positions can be trusted: `live` ones come from motion alone, `tracked` ones from the body too. */
export type PositionsFrom = 'live' | 'tracked';

/** A swing and its clip. */
export interface RangeSwing extends SessionSwing {
  /** Null for practice swings, and once the session has too many clips. */
  readonly file: File | null;
  /** The camera times of the clip's first and last frame. */
  readonly clip: CutBounds;
  /** The camera time of the strike. */
  readonly strikeTime: number;
  readonly positionsFrom: PositionsFrom;
  /** Whether its strike was heard. */
  readonly isHeard: boolean;
  /** From the strike until both videos played, in seconds; null before that. */
  readonly shownAfter: number | null;
}

/** The swing as an ordinary video of the visitor's; null without a clip. */
export function videoOf({ id, file, annotations }: RangeSwing): SwingVideo | null {
  return file && { clipId: id, file, annotations, slowMotionFactor: 1, proposedFactor: null };
}
