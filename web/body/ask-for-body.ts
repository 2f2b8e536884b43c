// Requests to the body worker, whose code is loaded with the first one, and the second measurement of a swing that the
// search for positions found.
import type { BodyTrack } from '#domain/body/body-track.ts';
import type { Stretch } from '#domain/body/sampled-frames.ts';
import { isSameGolfer } from '#domain/moments/golfer-evidence.ts';
import { judgeSlowMotion, NO_FILMING_FACTS } from '#domain/swing/slow-motion.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import type { BodyRequest } from './body-request.ts';
import type { SeeBodyAnswer, SeeBodyOptions } from './see-body.ts';

/** The golfer's track over a stretch of a clip that holds a whole swing. */
export interface SeenStretch {
  readonly source: Blob | string;
  readonly stretch: Stretch;
  readonly track: BodyTrack;
  /** The positions that were found: the swing is tracked again at them. Undefined if that is done or not wanted. */
  readonly measuredAt?: SwingAnnotations;
}

/** Loads the code that starts the worker with the first request. Rejects only when it is stopped. */
export async function answerTo(
  source: Blob | string,
  request: BodyRequest,
  options: SeeBodyOptions,
): Promise<SeeBodyAnswer> {
  const module = await import('./see-body.ts').catch(() => null);
  options.signal.throwIfAborted();
  return module ? module.seeBody(source, request, options) : { kind: 'cannot-see', reason: 'not-loaded' };
}

/**
 * One clip's second measurement. The search samples frames where it needs them; in another copy of the clip it samples
 * others, and the numbers differ. The second measurement tracks the swing as one that was marked by hand: in frames that
 * depend on the positions alone.
 */
export function createSecondMeasurement() {
  let running: AbortController | null = null;
  let ended = Promise.resolve();
  return {
    /**
     * Tracks the swing again and passes the new track to `onTrack`. If the new one shows nobody or somebody else, or takes too
     * long, passes the search's track instead.
     */
    start(seen: SeenStretch, onTrack: (track: BodyTrack) => void): void {
      const attempt = new AbortController();
      running = attempt;
      ended = trackedAgain(seen, attempt.signal).then((track) => {
        if (running !== attempt) return;
        running = null;
        onTrack(track && isSameGolfer(seen.track, track) ? track : seen.track);
      });
    },
    isRunning: () => running !== null,
    /** Resolves when it has ended, in whatever way: after this long at the latest. */
    endWithin(ms: number): Promise<void> {
      const timer = setTimeout(() => running?.abort(), ms);
      return ended.finally(() => clearTimeout(timer));
    },
    stop(): void {
      running?.abort();
      running = null;
    },
  };
}

/** The track at the found positions; null if nobody is found there, or it is stopped. Never rejects. */
async function trackedAgain({ source, measuredAt }: SeenStretch, signal: AbortSignal): Promise<BodyTrack | null> {
  if (!measuredAt) return null;
  // Before the comparison nothing else is known of the clip's speed.
  const { factor } = judgeSlowMotion({ facts: NO_FILMING_FACTS, clip: null, annotations: measuredAt });
  const request = { wanted: { over: measuredAt }, slowMotionFactor: factor };
  const answer = await answerTo(source, request, { signal }).catch(() => null);
  return answer?.kind === 'seen' ? answer.track : null;
}
