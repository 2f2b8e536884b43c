// The second measurement of a swing that the search for positions found. The search samples frames where it needs them; in
// another copy of the clip it samples others, and the numbers differ. The second measurement tracks the swing as one that was
// marked by hand: in frames that depend on the positions alone.
import type { BodyTrack } from '#domain/body/body-track.ts';
import { isSameGolfer } from '#domain/body/same-golfer.ts';
import { judgeSlowMotion, NO_FILMING_FACTS } from '#domain/swing/slow-motion.ts';
import { answerTo, type SeenStretch } from './ask-for-body.ts';

/** One clip's second measurement. */
interface SecondMeasurement {
  /** Tracks the swing again. `onTrack` gets that track, or the search's if it shows nobody or somebody else, or took too long. */
  readonly start: (seen: SeenStretch, onTrack: (track: BodyTrack) => void) => void;
  readonly isRunning: () => boolean;
  /** Resolves when it has ended, in whatever way: after this long at the latest. */
  readonly endWithin: (ms: number) => Promise<void>;
  /** Ends it without a result. */
  readonly stop: () => void;
}

export function createSecondMeasurement(): SecondMeasurement {
  let running: AbortController | null = null;
  let ended = Promise.resolve();
  return {
    start(seen, onTrack) {
      const attempt = new AbortController();
      running = attempt;
      ended = trackedAgain(seen, attempt.signal).then((track) => {
        if (running !== attempt) return;
        running = null;
        onTrack(track && isSameGolfer(seen.track, track) ? track : seen.track);
      });
    },
    isRunning: () => running !== null,
    endWithin(ms) {
      const timer = setTimeout(() => running?.abort(), ms);
      return ended.finally(() => clearTimeout(timer));
    },
    stop() {
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
