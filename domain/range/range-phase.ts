// The phase of a range session, as it is shown to a golfer three metres away.

/** What the golfer sees. */
export type RangePhase =
  /** The camera does not run. */
  | 'off'
  /** Waiting for a swing. */
  | 'armed'
  /** A shot was recognised; its clip is being cut. */
  | 'heard'
  /** The last shot plays beside the pro, and the next ball can be hit. */
  | 'ready';

/** The events that change the phase. */
export type RangeEvent = 'started' | 'shot' | 'shown' | 'not-cut' | 'cleared' | 'stopped';

/**
 * The phase after an event. A clip that could not be cut leaves the golfer armed.
 *
 * @example
 * nextPhase('armed', 'shot') // 'heard'
 * nextPhase('ready', 'shot') // 'heard'
 * nextPhase('off', 'shot') // 'off'
 */
export function nextPhase(phase: RangePhase, event: RangeEvent): RangePhase {
  if (event === 'stopped') return 'off';
  if (event === 'started') return 'armed';
  if (phase === 'off') return 'off';
  if (event === 'shot') return 'heard';
  return event === 'shown' ? 'ready' : 'armed';
}
