// The club's shafts and the ball in a clip. The code that reads frames is loaded with the first request. The search for
// the ball comes after everything that the sentences need, and that for the level shaft last: nothing waits for them.
import type { SaidOfBody } from '#domain/body/body-angles.ts';
import { type BodyTrack, makeBodyTrack, type SeenBall, type SeenShaft } from '#domain/body/body-track.ts';
import type { BodyFacts } from '#domain/comparison/comparison-plan.ts';
import type { ReadonlyStore } from '#web/lib/readonly-store.ts';
import type { ShaftClip } from './read-club-and-ball.ts';

type ClipToRead = Omit<ShaftClip, 'frameTimes'> & Partial<Pick<ShaftClip, 'frameTimes'>>;

/** The shafts that were found; null where the clip's frames cannot be read, and when it is stopped. */
export const shaftsOf = reading<readonly SeenShaft[]>(async (...of) => (await readers()).readShafts(...of));

/** The ball before it is struck; null also where it was not found. */
const ballOf = reading<SeenBall>(async (...of) => (await readers()).readBall(...of));

/** The shafts near level in the backswing. */
const clubBackOf = reading<readonly SeenShaft[]>(async (...of) => (await readers()).readClubBack(...of));

type Read<Found> = (clip: ShaftClip, track: BodyTrack, said: SaidOfBody, signal: AbortSignal) => Promise<Found | null>;

function readers() {
  return import('./read-club-and-ball.ts');
}

/** Reads a clip whose frame times are known. Never rejects. */
function reading<Found>(read: Read<Found>) {
  return async ({ frameTimes, ...clip }: ClipToRead, track: BodyTrack, said: SaidOfBody, signal: AbortSignal) =>
    frameTimes ? read({ ...clip, frameTimes }, track, said, signal).catch(() => null) : null;
}

interface ClipFacts {
  readonly facts: BodyFacts | null;
}

/** The sentences, and the lines that they draw, are on the page first. */
const PAUSE_MS = 300;

/** `change` gets the facts with the ball, or with null where there is none, and then with the shafts near level. */
export function createLaterBall(
  { getState }: Pick<ReadonlyStore<ClipFacts>, 'getState'>,
  change: (changed: { readonly facts: BodyFacts }) => void,
) {
  let running: AbortController | null = null;
  return {
    /** Searches for the ball unless that is known or under way; `again` replaces what is known. */
    async search(clip: ClipToRead, said: SaidOfBody, again = false): Promise<void> {
      const { facts } = getState();
      if (!facts || (!again && (running || facts.track.ball !== undefined))) return;
      running?.abort();
      const attempt = new AbortController();
      running = attempt;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      if (running !== attempt) return;
      const ball = await ballOf(clip, facts.track, said, attempt.signal);
      if (running !== attempt) return;
      const withBall = getState().facts ?? facts;
      change({ facts: { ...withBall, track: makeBodyTrack({ ...withBall.track, ball }) } });
      const found = (await clubBackOf(clip, withBall.track, said, attempt.signal)) ?? [];
      if (running !== attempt) return;
      running = null;
      const now = getState().facts ?? facts;
      const measured = now.track.shafts?.filter(({ at }) => at !== 'club-back') ?? [];
      change({ facts: { ...now, track: makeBodyTrack({ ...now.track, shafts: [...measured, ...found] }) } });
    },
    stop(): void {
      running?.abort();
      running = null;
    },
  };
}

/** Whether the ball in a track has been searched for. An exact track without one was stored before balls were. */
export function isBallKnown({ ball, isExact }: BodyTrack): boolean {
  return ball !== undefined || isExact === true;
}
