// The parameters that make golfers' swings look different: departures from the tour's average. Angles in degrees.

export interface PlayerStyle {
  /** Further turned away from the target at the top. */
  hipTurn: number;
  chestTurn: number;
  /** Further open to the target at the strike. */
  hipsOpen: number;
  chestOpen: number;
  /** 0: the arms swing up as the tour's average; 1: they stay on the shoulders' plane. */
  onePlane: number;
  /** How much further the shaft goes at the top; negative: less far. */
  pastParallel: number;
  /** Length of the backswing; 1 for a full one. */
  length: number;
  /** Where the follow-through stops, in phases after the strike; null for a full finish. */
  followThrough: number | null;
  /** How much further the lead arm goes up at the finish. */
  finishHigh: number;
  /** How much further hips and chest turn in the finish. */
  finishTurn: number;
  /** How much further the chest leans away from the target at the finish. */
  finishLean: number;
  /** Width of the stance, relative to the usual one for the club. */
  stance: number;
  /** Additional slide of the hips towards the target, in meters. */
  slide: number;
}

/** The average of the tour, with arms above the shoulders' plane. */
export const TOUR: PlayerStyle = {
  hipTurn: 0,
  chestTurn: 0,
  hipsOpen: 0,
  chestOpen: 0,
  onePlane: 0,
  pastParallel: 0,
  length: 1,
  followThrough: null,
  finishHigh: 0,
  finishTurn: 0,
  finishLean: 0,
  stance: 1,
  slide: 0,
};

/** Arms on the shoulders' plane, a compact backswing, hips wide open, a finish around the body. */
export const ONE_PLANE: PlayerStyle = {
  ...TOUR,
  hipTurn: -2,
  chestTurn: -4,
  hipsOpen: 3,
  chestOpen: 3,
  onePlane: 1,
  pastParallel: -18,
  finishHigh: -14,
  finishTurn: 4,
  stance: 1.05,
};

/** A long, slow turn with the shaft past parallel. */
export const LONG_AND_SLOW: PlayerStyle = {
  ...TOUR,
  hipTurn: 7,
  chestTurn: 8,
  hipsOpen: -3,
  chestOpen: -2,
  pastParallel: 16,
  finishHigh: 6,
  finishLean: 5,
  stance: 0.88,
};

/** A short, quiet backswing that stops well before parallel. */
export const COMPACT: PlayerStyle = {
  ...TOUR,
  hipTurn: -3,
  chestTurn: -8,
  onePlane: 0.4,
  pastParallel: -14,
  finishHigh: -6,
};

/** A stocky golfer's: less turn of the chest, a shorter finish. */
export const STOCKY: PlayerStyle = {
  ...TOUR,
  chestTurn: -5,
  hipsOpen: -3,
  finishHigh: -5,
  finishTurn: -10,
  finishLean: 4,
  slide: 0.01,
};

/** Three quarters of a swing, for control. */
export const THREE_QUARTERS: PlayerStyle = {
  ...TOUR,
  hipTurn: -3,
  hipsOpen: -6,
  chestOpen: 4,
  length: 0.86,
  followThrough: 1.1,
};

/** A chip: hands and chest together, hardly any hinge, the club stops low. */
export const CHIP: PlayerStyle = {
  ...TOUR,
  hipsOpen: -26,
  chestOpen: 2,
  length: 0.58,
  followThrough: 0.3,
  stance: 0.62,
};
