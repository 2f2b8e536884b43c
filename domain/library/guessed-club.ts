// Guesses the club of a swing from what a body track shows at rest, for the choice of golfers to compare with.
import type { BodyAngles, Measure } from '#domain/body/body-angles.ts';
import type { ClubKind } from './golfer.ts';

/**
 * What separates a driver from shorter clubs, down the line: the distance to the ball in body heights, and the angle of the
 * shaft to the ground in degrees. Half-way between the drivers (0.55 and more; 51° and less) and the other clubs (0.44 and
 * less; 60° and more) of the library's golfers.
 */
const BALL_DISTANCE = 0.5;
const SHAFT_PLANE = 55.5;

/**
 * The club that a golfer filmed down the line plays: `driver`, or `iron` for any shorter club. Null where neither ball nor shaft
 * was found, where one of them is within its ± of the limit, and where they disagree. Only for suggestions: a finding needs a
 * club that the visitor has named.
 */
export function guessedClub({ measures }: Pick<BodyAngles, 'measures'>): ClubKind | null {
  const guesses = [
    sideOf(measures.ballDistance.rest, BALL_DISTANCE),
    sideOf(measures.shaftPlane.rest, SHAFT_PLANE, -1),
  ].filter((guess) => guess !== null);
  const [guess = 0] = guesses;
  if (guess === 0 || guesses.some((other) => other !== guess)) return null;
  return guess > 0 ? 'driver' : 'iron';
}

/** 1 on the driver's side of a limit, -1 on the other, 0 within the ±; null without a number. `driver` is where that side lies. */
function sideOf(measure: Measure | null | undefined, limit: number, driver: 1 | -1 = 1): number | null {
  if (!measure) return null;
  const beyond = driver * (measure.value - limit);
  return Math.abs(beyond) > measure.plusMinus ? Math.sign(beyond) : 0;
}
