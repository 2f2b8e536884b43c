// Places the marks of both swings on one time scale, as fractions of its width, with the event at the same place.
import { SIDES, type Side, type SwingEvent } from '#domain/comparison/comparison-choices.ts';
import { POSITIONS, type Position, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import { type Footage, INTERVAL_95, markDeviation, USUAL_FOOTAGE } from '#domain/swing/timing-uncertainty.ts';

export interface PlacedMark {
  readonly position: Position;
  /** From 0 (left) to 1 (right). */
  readonly at: number;
  /** The uncertainty to either side, on the same scale. */
  readonly spread: number;
}

/** The data of the picture. Marks are in order of time, without unmarked positions. */
export interface TimingScale {
  readonly marks: Readonly<Record<Side, readonly PlacedMark[]>>;
  /** Where the event is. */
  readonly eventAt: number;
  /** Round times in seconds from the event, with their places. */
  readonly ticks: readonly { readonly seconds: number; readonly at: number }[];
}

/** Possible tick spacings, in seconds. A longer scale has a wider spacing. */
const TICK_STEPS = [0.2, 0.5, 1, 2, 5] as const;
const MAX_TICKS = 9;

/** 30 fps in real time on both sides, for clips of which nothing is known. */
export const USUAL = { user: USUAL_FOOTAGE, pro: USUAL_FOOTAGE } as const;

/** Places both swings, marked in true time, on one scale; null if one has no event or all marks coincide. */
export function timingScale(
  annotations: Readonly<Record<Side, SwingAnnotations>>,
  event: SwingEvent,
  footage: Readonly<Record<Side, Footage>> = USUAL,
): TimingScale | null {
  const relative = { user: fromEvent(annotations.user, event), pro: fromEvent(annotations.pro, event) };
  if (!relative.user || !relative.pro) return null;
  const all = SIDES.flatMap((side) => relative[side]?.map((mark) => mark.seconds) ?? []);
  const [from, to] = [Math.min(...all), Math.max(...all)];
  if (to <= from) return null;
  const place = (seconds: number) => (seconds - from) / (to - from);
  const placed = (marks: readonly { position: Position; seconds: number }[], side: Side) =>
    marks.map(({ position, seconds }) => ({
      position,
      at: place(seconds),
      spread: (INTERVAL_95 * markDeviation(position, footage[side])) / (to - from),
    }));
  return {
    marks: { user: placed(relative.user, 'user'), pro: placed(relative.pro, 'pro') },
    eventAt: place(0),
    ticks: tickTimes(from, to).map((seconds) => ({ seconds, at: place(seconds) })),
  };
}

function fromEvent(annotations: SwingAnnotations, event: SwingEvent) {
  const eventAt = timeOf(annotations, event);
  if (eventAt === null) return null;
  return POSITIONS.flatMap((position) => {
    const time = timeOf(annotations, position);
    return time === null ? [] : [{ position, seconds: time - eventAt }];
  });
}

function tickTimes(from: number, to: number): number[] {
  const step = TICK_STEPS.find((one) => (to - from) / one <= MAX_TICKS) ?? (to - from) / MAX_TICKS;
  // Tolerance for rounding errors: 1.2 / 0.2 is not quite 6.
  const first = Math.ceil(from / step - 1e-6);
  const last = Math.floor(to / step + 1e-6);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
