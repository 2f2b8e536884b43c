// How a golfer swings: the phases in time, and the keyed angles of body, arms and club at each phase.
// Keys are written on the phase clock (phase-clock.ts).
// Angles in degrees for a right-handed golfer; target at +x, ball at +z, y up.
import type { ClubName } from './club.ts';
import type { Key } from './keyed-curve.ts';

/** Faults of the amateur, each 0 (none) to 1 (plain to see). */
export interface Faults {
  earlyRelease: number;
  reversePivot: number;
  sway: number;
  chickenWing: number;
}

export const NO_FAULTS: Faults = { earlyRelease: 0, reversePivot: 0, sway: 0, chickenWing: 0 };

export interface StyleKeys {
  pelvisBend: Key[];
  pelvisSide: Key[];
  pelvisTurn: Key[];
  pelvisX: Key[];
  pelvisY: Key[];
  pelvisZ: Key[];
  chestBend: Key[];
  chestSide: Key[];
  chestTurn: Key[];
  /** Lead arm as seen from the front: -90 hangs down, -180 points away from the target. */
  armAngle: Key[];
  /** Lead arm out of that picture, towards the ball (+) or behind (-). */
  armDepth: Key[];
  /** Shoulder to wrist, as a part of the whole arm's length. */
  armReach: Key[];
  /** Shaft in the swing plane: -90 down, -180 away from the target, -360 at the target over the top. */
  shaftAngle: Key[];
  /** Shaft out of the swing plane: + outside, - laid off and behind. */
  shaftOff: Key[];
  /** Turn of the face about the shaft; 0 square at the ball, 90 toe up halfway back. */
  faceRoll: Key[];
  headTurn: Key[];
  headNod: Key[];
  trailHeel: Key[];
  trailPivot: Key[];
  leadRoll: Key[];
}

export type StyleValues = Record<keyof StyleKeys, number>;

interface Setup {
  stanceHalf: number;
  ballX: number;
  chestSide: number;
  chestBend: number;
  shaftLean: number;
  /** Hands are higher at the strike than at address: the shaft stands steeper by so many degrees. */
  steeper: number;
  /** Knees bend more for short clubs: the pelvis is lower by so many metres. */
  crouch: number;
  turn: number;
  lift: number;
}

/** What the club asks of the golfer: stance, ball position, tilt, shaft lean at the strike, length of the backswing. */
export const SETUPS: Record<ClubName, Setup> = {
  Driver: {
    stanceHalf: 0.235,
    ballX: 0.165,
    chestSide: 9,
    chestBend: 35,
    shaftLean: -3,
    steeper: 3,
    crouch: 0,
    turn: 1,
    lift: 0,
  },
  '7 iron': {
    stanceHalf: 0.205,
    ballX: 0.05,
    chestSide: 5,
    chestBend: 38,
    shaftLean: 6,
    steeper: 1,
    crouch: 0.015,
    turn: 0.94,
    lift: -6,
  },
  'Pitching wedge': {
    stanceHalf: 0.165,
    ballX: 0.0,
    chestSide: 4,
    chestBend: 40,
    shaftLean: 7,
    steeper: 0,
    crouch: 0.028,
    turn: 0.84,
    lift: -16,
  },
};

export function styleKeys(club: ClubName, faults: Faults, limber: number, heightM: number): StyleKeys {
  const setup = SETUPS[club];
  const turn = setup.turn * limber;
  // Clubs have one length, so tall golfers bend more.
  const b0 = setup.chestBend + (heightM - 1.78) * 30;
  const s0 = setup.chestSide;
  const { sway, reversePivot, earlyRelease, chickenWing } = faults;
  const lift = setup.lift;
  const low = setup.crouch;
  // A golfer who hangs back keeps the trail heel near the ground.
  const free = 1 - 0.4 * reversePivot;
  // biome-ignore format: a table of keys reads better in rows
  return {
    pelvisBend: [[0, 22], [1, 20], [1.6, 23], [2, 15], [2.42, 8], [2.9, 2], [3.6, -2], [4.6, -4]],
    pelvisSide: [[0, 1], [0.95, -3 - 4 * reversePivot], [1.6, 4], [2, 8 - 2 * reversePivot], [2.4, 6],
      [3.2, 2 + 3 * reversePivot], [4.6, 3 * reversePivot]],
    pelvisTurn: [[0, 0], [0.2, -4 * turn], [0.42, -16 * turn], [0.66, -33 * turn], [0.93, -46 * turn], [1.3, -27],
      [1.6, 6 - 8 * reversePivot], [1.82, 25 - 14 * reversePivot], [2, 40 - 20 * reversePivot],
      [2.2, 54 - 22 * reversePivot], [2.5, 70 - 20 * reversePivot], [3, 86 - 18 * reversePivot],
      [3.8, 96 - 18 * reversePivot], [4.6, 98 - 18 * reversePivot]],
    pelvisX: [[0, 0], [0.5, -0.018 - 0.06 * sway], [0.85, -0.015 - 0.1 * sway], [1.3, 0.03 - 0.09 * sway],
      [1.6, 0.065 - 0.075 * sway], [2, 0.1 - 0.06 * reversePivot - 0.04 * sway], [2.4, 0.14 - 0.07 * reversePivot],
      [3, 0.185 - 0.08 * reversePivot], [4.4, 0.215 - 0.08 * reversePivot]],
    pelvisY: [[0, -low], [1, -low], [1.5, -low - 0.03], [2, 0.012 - low * 1.3], [2.4, 0.03], [3.2, 0.045],
      [4.4, 0.045]],
    pelvisZ: [[0, 0], [1, 0], [1.7, 0.005], [2, 0.025], [2.5, 0.07], [3.2, 0.14], [4.4, 0.18]],
    chestBend: [[0, b0], [1, b0 - 2], [1.5, b0 + 1], [2, b0 - 4], [2.2, b0 - 7], [2.5, b0 - 17], [3, 9], [3.6, 1],
      [4.6, -4]],
    chestSide: [[0, s0], [0.5, s0 - 3], [1, s0 - 4 - 18 * reversePivot], [1.3, s0 - 1 - 11 * reversePivot],
      [1.6, s0 + 7 - 3 * reversePivot], [2, s0 + 17], [2.25, s0 + 19], [2.6, s0 + 13], [3.2, 8 + 6 * reversePivot],
      [4.6, 5 + 9 * reversePivot]],
    chestTurn: [[0, 0], [0.2, -10 * turn], [0.42, -36 * turn], [0.66, -69 * turn], [1, -97 * turn],
      [1.3, -82 * turn], [1.6, -42], [1.82, -8], [2, 22], [2.17, 46], [2.42, 74 - 8 * reversePivot],
      [2.8, 96 - 14 * reversePivot], [3.4, 108 - 20 * reversePivot], [4.6, 112 - 20 * reversePivot]],
    armAngle: [[0, -105], [0.14, -108.5], [0.26, -120], [0.42, -144], [0.64, -179], [0.82, -204], [1, -216 - lift],
      [1.3, -207 - lift * 0.7], [1.6, -175], [1.82, -121], [2, -90], [2.17, -58], [2.42, -14], [2.8, 28],
      [3.4, 50], [4.4, 56], [5.6, 55], [8, 50]],
    armDepth: [[0, 16], [0.26, 17.5], [0.42, 17], [0.64, 8], [0.82, -6], [1, -20], [1.3, -18], [1.6, -3],
      [1.82, 12], [2, 25], [2.17, 25], [2.42, 24], [2.8, 10], [3.4, -10], [4.4, -16], [5.6, -16], [8, -13]],
    armReach: [[0, 0.945], [0.38, 0.99], [1, 0.97 - 0.1 * chickenWing], [1.6, 0.985],
      [2, 0.99 - 0.03 * chickenWing], [2.17, 0.98 - 0.1 * chickenWing], [2.42, 0.86 - 0.14 * chickenWing],
      [2.8, 0.68], [3.4, 0.5], [4.4, 0.45], [5.6, 0.45], [8, 0.48]],
    shaftAngle: [[0, -90], [0.14, -101], [0.26, -130], [0.42, -183], [0.64, -266], [0.83, -322],
      [1, -356 - lift * 0.8], [1.25, -350 - lift * 0.8 + 22 * earlyRelease], [1.6, -292 + 42 * earlyRelease],
      [1.82, -188 + 34 * earlyRelease], [2, -92], [2.17, -2], [2.42, 84], [2.8, 152], [3.4, 200], [4.4, 228],
      [5.4, 227], [8, 214]],
    shaftOff: [[0, 0], [0.4, 1], [0.64, -2], [1, 2], [1.3, -6], [1.6, -9 + 14 * earlyRelease],
      [1.82, -4 + 8 * earlyRelease], [2, 0], [2.17, -2], [2.42, -4], [2.8, 0], [3.4, 14], [4.4, 20], [5.6, 20],
      [8, 16]],
    faceRoll: [[0, 0], [0.14, 14], [0.26, 42], [0.42, 82], [0.64, 90], [1, 92], [1.6, 95], [1.82, 72], [2, 0],
      [2.17, -72], [2.42, -90], [3.4, -95]],
    headTurn: [[0, -2], [1, -14], [1.6, -8], [2, -8], [2.3, 8], [2.7, 40], [3.2, 78], [4.4, 92]],
    headNod: [[0, 30], [2, 30], [2.4, 26], [3, 8], [4.2, -6]],
    trailHeel: [[0, 0], [1.45, 0], [1.82, 8 * free], [2, 18 * free], [2.3, 36 * free], [2.8, 58 * free],
      [3.4, 72 * free], [4.4, 76 * free]],
    trailPivot: [[0, 0], [1.6, 0], [2, 8 * free], [2.5, 34 * free], [3, 60 * free], [3.8, 76 * free],
      [4.4, 78 * free]],
    leadRoll: [[0, 0], [2, 0], [2.6, 6], [3.6, 12], [4.6, 12]],
  };
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
