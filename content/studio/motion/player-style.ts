// The parameters that make golfers' swings look different. Angles in degrees.

export interface PlayerStyle {
  /** Turned away from the target at the top of a full swing. */
  pelvisTop: number;
  chestTop: number;
  /** Open to the target at the strike. */
  pelvisStrike: number;
  chestStrike: number;
  /** 0: the arms swing up steeper than the shoulders turn (two planes); 1: they stay on the shoulders' plane. */
  onePlane: number;
  /** How far the shaft is past parallel to the ground at the top of a full driver swing; negative: short of it. */
  pastParallel: number;
  /** Length of the backswing; 1 for a full one. */
  length: number;
  /** Where the follow-through stops, in phases after the strike; null for a full finish. */
  followThrough: number | null;
  /** Height of the hands at the finish, compared with an average golfer. */
  finishHigh: number;
  /** Rotation of hips and chest in the follow-through, compared with a full finish. */
  finishTurn: number;
  /** How far the chest leans away from the target at the finish. */
  finishLean: number;
  /** Width of the stance, relative to the usual one for the club. */
  stance: number;
  /** Additional slide of the hips towards the target, compared with an average golfer, in metres. */
  slide: number;
}

/** Arms high above the shoulders' plane, a long backswing and a high finish. */
export const TWO_PLANE: PlayerStyle = {
  pelvisTop: 47,
  chestTop: 98,
  pelvisStrike: 41,
  chestStrike: 41,
  onePlane: 0,
  pastParallel: 3,
  length: 1,
  followThrough: null,
  finishHigh: 8,
  finishTurn: 1,
  finishLean: 5,
  stance: 1,
  slide: 0.012,
};

/** Arms on the shoulders' plane, a compact backswing, hips wide open, a finish around the body. */
export const ONE_PLANE: PlayerStyle = {
  pelvisTop: 44,
  chestTop: 92,
  pelvisStrike: 47,
  chestStrike: 45,
  onePlane: 1,
  pastParallel: -24,
  length: 0.97,
  followThrough: null,
  finishHigh: -16,
  finishTurn: 1.04,
  finishLean: 0,
  stance: 1.06,
  slide: -0.012,
};

/** A long, slow turn with the shaft past parallel. */
export const LONG_AND_SLOW: PlayerStyle = {
  ...TWO_PLANE,
  pelvisTop: 54,
  chestTop: 104,
  pelvisStrike: 39,
  chestStrike: 39,
  onePlane: 0.25,
  pastParallel: 14,
  finishHigh: 12,
  finishLean: 12,
  stance: 0.94,
};

/** A short, quiet backswing that stops well before parallel. */
export const COMPACT: PlayerStyle = {
  ...TWO_PLANE,
  pelvisTop: 42,
  chestTop: 88,
  pelvisStrike: 43,
  chestStrike: 40,
  onePlane: 0.55,
  pastParallel: -30,
  length: 0.95,
  finishHigh: -6,
  slide: 0.004,
};

/** A stocky golfer's: less turn of the chest, arms lifted, a shorter finish. */
export const STOCKY: PlayerStyle = {
  ...TWO_PLANE,
  pelvisTop: 45,
  chestTop: 86,
  pelvisStrike: 38,
  chestStrike: 39,
  onePlane: 0.1,
  pastParallel: 0,
  length: 0.98,
  finishHigh: -5,
  finishTurn: 0.88,
  finishLean: 8,
  slide: 0.02,
};

/** Three quarters of a swing, for control. */
export const THREE_QUARTERS: PlayerStyle = {
  ...TWO_PLANE,
  pelvisTop: 42,
  chestTop: 88,
  pelvisStrike: 40,
  chestStrike: 40,
  onePlane: 0.35,
  pastParallel: -14,
  length: 0.86,
  followThrough: 0.8,
  finishHigh: -4,
  slide: 0.006,
};

/** A chip: hands and chest together, hardly any hinge, the club stops low. */
export const CHIP: PlayerStyle = {
  ...TWO_PLANE,
  pelvisTop: 40,
  chestTop: 90,
  pelvisStrike: 22,
  chestStrike: 34,
  onePlane: 0.4,
  pastParallel: -10,
  length: 0.42,
  followThrough: 0.3,
  stance: 0.62,
  finishHigh: 0,
  slide: 0,
};
