// How a golfer swings: the tour's average swing as keyed values of body, arms and club, and the departures from it that make
// players, clubs and faults. Keys are written on the phase clock (phase-clock.ts).
// Angles in degrees for a right-handed golfer; target at +x, ball at +z, y up.
import type { ClubName } from './club.ts';
import { type Key, keyedCurve, shortened } from './keyed-curve.ts';
import type { PlayerStyle } from './player-style.ts';
import tour from './tour-swing.json' with { type: 'json' };

/** Faults of the amateur, each 0 (none) to 1 (plain to see). */
export interface Faults {
  /** Cast: the wrists release directly from the top. */
  cast: number;
  /** Early extension: the hips push towards the ball and the body stands up before the strike. */
  earlyExtension: number;
  /** The weight stays on the trail foot, the lead arm folds, and the finish tips backwards. */
  hangingBack: number;
}

export const NO_FAULTS: Faults = { cast: 0, earlyExtension: 0, hangingBack: 0 };

/**
 * Turns (+ open to the target), bends (+ forwards), sides (+ away from the target). Meters are those of a golfer of 1.83 m.
 * `arm…` is the way from the lead shoulder to the wrist: `armAngle` as seen from the front (-90 hangs down, -180 points away
 * from the target), `armDepth` out of that plane towards the ball, `armReach` as a part of the arm's length. `shaftAngle` is in
 * the swing plane (-90 down, -180 away from the target, -360 at the target over the top), `shaftOff` out of it. `faceRoll`
 * turns the face about the shaft: 0 at the ball, 90 toe up halfway back. `…Elbow…` are the parts of the direction to which an
 * elbow points.
 */
export type StyleKeys = Record<keyof typeof tour.driver, Key[]>;

export type StyleValues = Record<keyof StyleKeys, number>;

interface Setup {
  swing: 'driver' | 'iron';
  stanceHalf: number;
  ballX: number;
  /** Degrees by which the chest bends more than with the tour's club. */
  bend: number;
  /** The part of the tour's turn and lift that a short club is swung back. */
  turn: number;
  /** How much nearer the target the weight is at address, in meters. */
  forward: number;
}

/** Stance and ball are the tour's with driver and iron; a wedge is a shorter iron swing from a narrower stance. */
export const SETUPS: Record<ClubName, Setup> = {
  Driver: { swing: 'driver', stanceHalf: 0.3, ballX: 0.12, bend: 0, turn: 1, forward: 0 },
  '7 iron': { swing: 'iron', stanceHalf: 0.265, ballX: 0.036, bend: 0, turn: 1, forward: 0 },
  'Pitching wedge': { swing: 'iron', stanceHalf: 0.2, ballX: 0.005, bend: 1.5, turn: 0.95, forward: 0.012 },
};

/** The parts that follow from the ball: how the golfer meets it. */
export type Strike = Pick<StyleValues, 'armAngle' | 'armDepth' | 'armReach' | 'chestBend'>;

export interface StyleParameters {
  club: ClubName;
  style: PlayerStyle;
  faults: Faults;
  heightM: number;
  /** The shaft's angle with which the club stands behind the ball. */
  shaftAtAddress: number | null;
  /** Null until it is solved. */
  strike: Strike | null;
}

/** How much of a departure shows at a phase. */
const SHARE = {
  always: [[0, 1]],
  address: [
    [0, 1],
    [0.35, 0],
  ],
  top: [
    [0, 0],
    [0.3, 0.15],
    [0.65, 0.7],
    [1, 1],
    [1.3, 0.8],
    [1.65, 0.3],
    [2, 0],
  ],
  release: [
    [1, 0],
    [1.2, 0.3],
    [1.45, 0.85],
    [1.62, 1],
    [1.85, 0.6],
    [2, 0.15],
    [2.2, 0],
  ],
  strike: [
    [1, 0],
    [1.5, 0.4],
    [2, 1],
    [2.4, 0.6],
    [3.2, 0],
  ],
  meeting: [
    [1.35, 0],
    [1.72, 0.5],
    [2, 1],
    [2.25, 0.5],
    [2.6, 0],
  ],
  through: [
    [2, 0],
    [2.3, 0.8],
    [2.5, 1],
    [2.9, 0.4],
    [3.4, 0],
  ],
  finish: [
    [2.1, 0],
    [2.8, 0.5],
    [3.6, 1],
  ],
} satisfies Record<string, Key[]>;

type Departures = Partial<Record<keyof StyleKeys, Partial<Record<keyof typeof SHARE, number>>>>;

/** What sets a player, a club and a golfer's height apart from the tour's average. */
function departuresOf({ club, style, faults, heightM }: StyleParameters): Departures {
  const { bend, forward } = SETUPS[club];
  const { cast, earlyExtension: up, hangingBack: back } = faults;
  const flat = style.onePlane;
  return {
    pelvisTurn: { top: -style.hipTurn, strike: style.hipsOpen - 22 * up, finish: style.finishTurn - 20 * back },
    chestTurn: { top: -style.chestTurn, strike: style.chestOpen - 8 * up, finish: style.finishTurn - 25 * back },
    pelvisX: { always: forward, strike: style.slide - 0.02 * up - 0.09 * back, finish: -0.15 * back },
    pelvisBend: { strike: -12 * up, finish: 6 * back },
    pelvisY: { strike: 0.07 * up },
    pelvisZ: { strike: 0.08 * up, finish: 0.04 * up },
    // Clubs have one length, so tall golfers bend more.
    chestBend: { always: bend + 30 * (heightM - 1.83) + flat, strike: -20 * up, finish: -12 * back },
    chestSide: { finish: style.finishLean + 10 * back },
    armAngle: { top: 18 * flat, finish: style.finishHigh - 12 * back },
    armDepth: { top: -12 * flat },
    armReach: { through: -0.22 * back },
    leadElbowX: { through: 1.6 * back },
    shaftAngle: { top: -style.pastParallel, release: 62 * cast, strike: 5 * cast },
    shaftOff: { top: -9 * flat, release: 8 * cast, strike: -3 * up },
    headNod: { strike: -10 * up },
    neckY: { strike: 0.06 * up },
    neckX: { strike: -0.03 * back },
    trailHeel: { finish: -38 * back },
  };
}

/** These follow through after a short backswing too; the body follows less, by this part for each part of the backswing. */
const ARMS_AND_CLUB = /^(arm|shaft|face|(lead|trail)(Shrug|Reach|Elbow))/;
const QUIET = 1.15;

/** The tour's swing, or the part of it that a shorter backswing needs. */
function tourKeys(swing: 'driver' | 'iron', length: number): StyleKeys {
  const keys = Object.entries(tour[swing]).map(([name, values]) => [
    name,
    shortened(
      tour.phases.map((phase, i): Key => [phase, values[i] ?? 0]),
      length,
      ARMS_AND_CLUB.test(name) ? 1 : Math.min(1, QUIET * length),
    ),
  ]);
  return Object.fromEntries(keys) as StyleKeys;
}

export function styleKeys(parameters: StyleParameters): StyleKeys {
  const { club, style, shaftAtAddress, strike } = parameters;
  const { swing, turn } = SETUPS[club];
  const keys = tourKeys(swing, style.length * turn);
  const departures = departuresOf(parameters);
  const departed = Object.entries(keys).map(([name, list]) => {
    const shares = Object.entries(departures[name as keyof StyleKeys] ?? {}).map(([share, by]) => {
      const part = keyedCurve(SHARE[share as keyof typeof SHARE]);
      return (phase: number) => by * part.at(phase);
    });
    return [name, list.map(([phase, value]): Key => [phase, shares.reduce((sum, at) => sum + at(phase), value)])];
  });
  const result = Object.fromEntries(departed) as StyleKeys;
  if (shaftAtAddress !== null) meet(result, 'shaftAngle', 'address', 0, shaftAtAddress);
  if (strike) {
    for (const name of ['armAngle', 'armDepth', 'armReach', 'chestBend'] as const) {
      meet(result, name, 'meeting', 2, strike[name]);
    }
  }
  return result;
}

/** Brings a curve to a value at one phase, and its neighborhood gently with it. */
function meet(keys: StyleKeys, name: keyof StyleKeys, share: keyof typeof SHARE, phase: number, value: number): void {
  const by = value - keyedCurve(keys[name]).at(phase);
  const part = keyedCurve(SHARE[share]);
  keys[name] = keys[name].map(([at, was]): Key => [at, was + by * part.at(at)]);
}

/** A small rocking of the club before the swing, on the phase clock's seconds before rest (negative). */
export const WAGGLE_SECONDS: Key[] = [
  [-1.2, 0],
  [-0.95, 0],
  [-0.68, 1],
  [-0.46, 0.05],
  [-0.3, 0.45],
  [-0.12, 0],
  [0, 0],
];
