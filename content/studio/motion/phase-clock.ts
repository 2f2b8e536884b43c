// The phase clock: 0 rest, 1 top, 2 strike; after the strike one unit is one downswing. Pure.

export interface SwingTimes {
  rest: number;
  top: number;
  strike: number;
  end: number;
}

/** A slow downswing still has a quick follow-through, because the finish would otherwise never be reached. */
const SLOWEST_FOLLOW_THROUGH = 0.29;

export function secondsOf(phase: number, { rest, top, strike }: SwingTimes): number {
  if (phase <= 1) return rest + phase * (top - rest);
  if (phase <= 2) return top + (phase - 1) * (strike - top);
  return strike + (phase - 2) * Math.min(strike - top, SLOWEST_FOLLOW_THROUGH);
}

export function phaseOf(time: number, { rest, top, strike }: SwingTimes): number {
  if (time <= top) return (time - rest) / (top - rest);
  if (time <= strike) return 1 + (time - top) / (strike - top);
  return 2 + (time - strike) / Math.min(strike - top, SLOWEST_FOLLOW_THROUGH);
}
