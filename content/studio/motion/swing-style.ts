// How a golfer swings: the phases in time, and the keyed angles of body, arms and club at each phase.
// Keys are written on the phase clock (phase-clock.ts).
// Angles in degrees for a right-handed golfer; target at +x, ball at +z, y up.
import type { ClubName } from './club.ts';
import { type Key, sequencedTurn, shortened } from './keyed-curve.ts';
import type { PlayerStyle } from './player-style.ts';

/** Faults of the amateur, each 0 (none) to 1 (plain to see). */
export interface Faults {
  /** Cast: the wrists release directly from the top. */
  cast: number;
  /** Early extension: the hips push towards the ball and the body stands up before the strike. */
  earlyExtension: number;
}

export const NO_FAULTS: Faults = { cast: 0, earlyExtension: 0 };

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
  /** Lead arm out of that plane, towards the ball (+) or away from it (-). */
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
  /** Tilt of the chest away from the target at the strike, beyond that at address. */
  strikeSide: number;
  shaftLean: number;
  /** Degrees by which the shaft is steeper at the strike than at address, because the hands are higher. */
  steeper: number;
  /** How much lower the pelvis is than in the driver's setup, in metres: shorter clubs bend the trunk, not the knees. */
  crouch: number;
  /** Height of the pelvis at the strike above the driver's setup, in metres. */
  strikeHeight: number;
  /** A short club is turned and swung back a little less. */
  turn: number;
  lift: number;
  /** How much nearer the target the weight is at address, in metres. */
  forward: number;
}

/** The setup that a club requires: stance, ball position, tilt, shaft lean at the strike, length of the backswing. */
export const SETUPS: Record<ClubName, Setup> = {
  Driver: {
    stanceHalf: 0.235,
    ballX: 0.165,
    chestSide: 9,
    chestBend: 32,
    strikeSide: 11,
    shaftLean: 0,
    steeper: 4,
    crouch: 0,
    strikeHeight: 0.006,
    turn: 1,
    lift: 0,
    forward: 0,
  },
  '7 iron': {
    stanceHalf: 0.205,
    ballX: 0.045,
    chestSide: 5,
    chestBend: 35,
    strikeSide: 9,
    shaftLean: 10,
    steeper: 3,
    crouch: -0.018,
    strikeHeight: -0.03,
    turn: 0.97,
    lift: -4,
    forward: 0.005,
  },
  'Pitching wedge': {
    stanceHalf: 0.165,
    ballX: 0.0,
    chestSide: 3,
    chestBend: 39.5,
    strikeSide: 9,
    shaftLean: 10,
    steeper: 2,
    crouch: -0.02,
    strikeHeight: -0.03,
    turn: 0.95,
    lift: -6,
    forward: 0.012,
  },
};

/** When each segment starts down and when it is fastest, on the phase clock. Each is later than the previous one. */
const SEQUENCE = {
  pelvis: { startsAt: 0.93, fastestAt: 1.6 },
  chest: { startsAt: 1, fastestAt: 1.74 },
  arm: { startsAt: 1, fastestAt: 1.86 },
  shaft: { startsAt: 1, fastestAt: 1.99 },
} as const;

/** Lead arm at address, as seen from the front. */
const ARM_HANGS = -105;

/** The parts that follow from the ball: how the golfer meets it. */
export type Strike = Pick<StyleValues, 'armAngle' | 'armDepth' | 'shaftAngle' | 'shaftOff' | 'chestBend' | 'armReach'>;

export interface StyleParameters {
  club: ClubName;
  style: PlayerStyle;
  faults: Faults;
  heightM: number;
  shaftAtAddress: number;
  /** Null until it is solved. */
  strike: Strike | null;
}

/** A backswing in parts of its whole turn. */
const scaled = (parts: readonly Key[], whole: number): Key[] => parts.map(([phase, part]) => [phase, part * whole]);

/** The four rotations of the sequence: the backswing in parts, then downswing and follow-through one after another. */
function turns({ club, style, faults, shaftAtAddress, strike }: StyleParameters) {
  const { turn, lift, shaftLean } = SETUPS[club];
  const { length, onePlane: flat } = style;
  const back = {
    pelvis: scaled(
      [
        [0, 0],
        [0.2, 0.08],
        [0.42, 0.35],
        [0.66, 0.72],
        [0.93, 1],
      ],
      -style.pelvisTop * turn,
    ),
    chest: scaled(
      [
        [0, 0],
        [0.2, 0.1],
        [0.42, 0.37],
        [0.66, 0.71],
        [1, 1],
      ],
      -style.chestTop * turn,
    ),
    arm: [
      [0, ARM_HANGS],
      [0.14, -108.5],
      [0.26, -120],
      [0.42, -144 + 2 * flat],
      [0.64, -180 + 8 * flat],
      [0.82, -206 + 13 * flat],
      [1, -221 + 20 * flat - lift],
    ] satisfies Key[],
    shaft: [
      [0, shaftAtAddress],
      [0.14, -101],
      [0.26, -130],
      [0.42, -183],
      [0.64, -264 + 6 * flat],
      [0.83, -324 - style.pastParallel * 0.5 - lift * 0.5],
      [1, -360 - style.pastParallel - lift],
    ] satisfies Key[],
  };
  const { cast, earlyExtension } = faults;
  const strikes = {
    pelvis: style.pelvisStrike - 22 * earlyExtension,
    chest: style.chestStrike - 12 * earlyExtension,
    arm: strike?.armAngle ?? -88,
    shaft: strike?.shaftAngle ?? -90 - shaftLean,
  };
  const finishes = {
    pelvis: 97 * style.finishTurn,
    chest: 114 * style.finishTurn,
    arm: 54 + style.finishHigh,
    shaft: 226,
  };
  const through = (segment: keyof typeof back): Key[] => {
    const keys = shortened(back[segment], length);
    const top = keys.at(-1)?.[1] ?? 0;
    // A cast spends the hinge early: the club is fastest long before the ball.
    const early = segment === 'shaft' ? 0.36 * cast : segment === 'pelvis' ? -0.1 * earlyExtension : 0;
    const { startsAt, fastestAt } = SEQUENCE[segment];
    const down = sequencedTurn({
      top,
      strike: strikes[segment],
      finish: finishes[segment],
      startsAt: Math.max(startsAt, keys.at(-1)?.[0] ?? 1),
      fastestAt: fastestAt - early,
    });
    return [...keys.slice(0, -1), ...down];
  };
  return {
    pelvisTurn: through('pelvis'),
    chestTurn: through('chest'),
    armAngle: through('arm'),
    shaftAngle: through('shaft'),
  };
}

export function styleKeys(parameters: StyleParameters): StyleKeys {
  const { club, style, faults, heightM, strike } = parameters;
  const setup = SETUPS[club];
  const { length, onePlane: flat, slide } = style;
  // Clubs have one length, so tall golfers bend more.
  const b0 = (length < 0.6 ? 0.5 : 0) + setup.chestBend + (heightM - 1.78) * 30 + 2 * flat;
  const s0 = setup.chestSide;
  const sideways = setup.strikeSide;
  const { cast, earlyExtension: up } = faults;
  const low = setup.crouch;
  // In a short stroke the trail foot hardly moves.
  const shift = length < 0.6 ? 0.75 : 1;
  const free = Math.max(0.2, Math.min(1, (length - 0.3) / 0.5));
  const x0 = setup.forward;
  const depth = strike?.armDepth ?? 25;
  const reach = strike?.armReach ?? (length < 0.6 ? 0.985 : 0.998) - 0.02 * cast;
  const bend = strike?.chestBend ?? b0 - 4;
  // biome-ignore format: a table of keys reads better in rows
  const keys: Omit<StyleKeys, keyof ReturnType<typeof turns>> = {
    pelvisBend: [[0, 22], [1, 20], [1.6, 22 - 8 * up], [2, 17 - 13 * up], [2.42, 10 - 6 * up], [2.9, 3], [3.6, -2], [4.6, -4]],
    pelvisSide: [[0, 1], [0.95, -4], [1.6, 3], [2, 8 - 4 * up], [2.4, 6], [3.2, 2], [4.6, 0]],
    pelvisX: [[0, x0], [0.5, x0 - 0.012], [0.85, x0 - 0.008], [1.3, x0 + 0.035], [1.6, (0.07 + slide - 0.02 * up) * shift],
      [2, (0.1 + slide - 0.035 * up) * shift], [2.4, (0.135 + slide) * shift], [3, 0.18 * shift], [4.4, 0.21 * shift]],
    pelvisY: [[0, -low], [1, -low - 0.004], [1.5, -low - 0.026], [2, setup.strikeHeight + 0.045 * up], [2.4, 0.03], [3.2, 0.045],
      [4.4, 0.045]],
    pelvisZ: [[0, 0], [1, 0], [1.5, 0.008 + 0.05 * up], [2, 0.022 + 0.13 * up], [2.5, 0.06 + 0.04 * up], [3.2, 0.13], [4.4, 0.17]],
    chestBend: [[0, b0], [1, b0 - 2], [1.5, b0 + 1 - 5 * up], [2, bend], [2.2, bend - 7], [2.5, b0 - 23], [3, 9], [3.6, 1], [4.6, -4]],
    chestSide: [[0, s0], [0.5, s0 + 1], [1, s0 + 2], [1.3, s0 + 2], [1.6, s0 + 0.4 * sideways], [2, s0 + sideways],
      [2.25, s0 + sideways - 1], [2.6, s0 + sideways - 7], [3.2, 4 + style.finishLean * 0.8], [4.6, style.finishLean]],
    armDepth: [[0, 16], [0.26, 17.5], [0.42, 17 - 4 * flat], [0.64, 9 - 9 * flat], [0.82, -4 - 13 * flat], [1, -19 - 17 * flat],
      [1.3, -14 - 12 * flat], [1.6, 2 - 5 * flat], [1.82, 15 - 2 * flat], [2, depth], [2.17, depth], [2.42, 24], [2.8, 10 - 4 * flat],
      [3.4, -10 - 8 * flat], [4.4, -16 - 10 * flat], [5.6, -16 - 10 * flat], [8, -13 - 10 * flat]],
    armReach: [[0, length < 0.6 ? 0.945 : 0.925], [0.38, 0.99], [1, 0.97], [1.6, 0.985], [2, reach], [2.17, reach - 0.005 - 0.04 * cast],
      [2.42, 0.9 - 0.14 * cast], [2.8, 0.7 - 0.06 * cast], [3.4, 0.5], [4.4, 0.45], [5.6, 0.45], [8, 0.48]],
    shaftOff: [[0, 0], [0.4, 1], [0.64, -1], [1, 3 - 9 * flat], [1.3, -5 - 4 * flat], [1.6, -9 + 12 * cast], [1.82, -4 + 6 * cast],
      [2, strike?.shaftOff ?? 0], [2.17, -2], [2.42, -4], [2.8, 0], [3.4, 14], [4.4, 20], [5.6, 20], [8, 16]],
    faceRoll: [[0, 0], [0.14, 14], [0.26, 42], [0.42, 82], [0.64, 90], [1, 92], [1.6, 95], [1.82, 72], [2, 0],
      [2.17, -72], [2.42, -90], [3.4, -95]],
    headTurn: [[0, -2], [1, -14], [1.6, -8], [2, -8], [2.3, 8], [2.7, 40], [3.2, 78], [4.4, 92]],
    headNod: [[0, 30], [2, 30 - 8 * up], [2.4, 26 - 6 * up], [3, 8], [4.2, -6]],
    trailHeel: [[0, 0], [1.45, 0], [1.82, (8 + 8 * up) * free], [2, (18 + 14 * up) * free], [2.3, 36 * free], [2.8, 58 * free],
      [3.4, 72 * free], [4.4, 76 * free]],
    trailPivot: [[0, 0], [1.6, 0], [2, 8 * free], [2.5, 34 * free], [3, 60 * free], [3.8, 76 * free], [4.4, 78 * free]],
    leadRoll: [[0, 0], [2, 0], [2.6, 6], [3.6, 12], [4.6, 12]],
  };
  const short = Object.fromEntries(Object.entries(keys).map(([name, list]) => [name, shortened(list, length)]));
  return { ...(short as typeof keys), ...turns(parameters) };
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
