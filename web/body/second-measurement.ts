// The second measurement of a swing that the search for positions found. The search samples frames where it needs them; the
// same swing in another copy of the clip is sampled elsewhere, and its numbers differ. The second measurement looks at frames
// that depend on the positions alone.
import type { BodyTrack } from '#domain/body/body-track.ts';
import { remeasuredTrack } from '#domain/body/remeasured-track.ts';
import { judgeSlowMotion, NO_FILMING_FACTS } from '#domain/swing/slow-motion.ts';
import { answerTo, type SeenStretch } from './ask-for-body.ts';

/** One clip's second measurement. */
export interface SecondMeasurement {
  /** Measures the body beside the positions. `onTrack` gets the track with it, or as it was if nobody is found. */
  readonly start: (seen: SeenStretch, onTrack: (track: BodyTrack) => void) => void;
  readonly isRunning: () => boolean;
  /** Resolves when it has ended, in whatever way. */
  readonly ended: () => Promise<void>;
  readonly stop: () => void;
}

export function createSecondMeasurement(): SecondMeasurement {
  let running: AbortController | null = null;
  let ended = Promise.resolve();
  return {
    start(seen, onTrack) {
      const attempt = new AbortController();
      running = attempt;
      ended = measuredAgain(seen, attempt.signal).then((track) => {
        if (running !== attempt) return;
        running = null;
        onTrack(track ?? seen.track);
      });
    },
    isRunning: () => running !== null,
    ended: () => ended,
    stop() {
      running?.abort();
      running = null;
    },
  };
}

/** The track, measured again; null if nobody is found beside the positions, or it is stopped. Never rejects. */
async function measuredAgain(
  { source, track, measuredAt }: SeenStretch,
  signal: AbortSignal,
): Promise<BodyTrack | null> {
  if (!measuredAt) return null;
  // Before the comparison nothing else is known of the clip's speed.
  const { factor } = judgeSlowMotion({ facts: NO_FILMING_FACTS, clip: null, annotations: measuredAt });
  const request = { wanted: { beside: measuredAt }, slowMotionFactor: factor };
  const answer = await answerTo(source, request, { signal }).catch(() => null);
  return answer?.kind === 'seen' ? remeasuredTrack(track, answer.track, measuredAt, factor) : null;
}
