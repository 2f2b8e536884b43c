// The picture of the timing: two bars on one time scale, aligned at the chosen event.
import type { SwingEvent } from '#domain/comparison/comparison-choices.ts';
import { bySide, SIDES, type Side } from '#domain/side.ts';
import { type Phase, POSITIONS, type Position, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import type { PhaseTiming } from '#domain/swing/timing-analysis.ts';
import { type Footage, INTERVAL_95, markDeviation, USUAL_FOOTAGE } from '#domain/swing/timing-uncertainty.ts';
import { classNames } from '#web/ui/class-names.ts';
import { PositionShape } from '#web/ui/position-shape.tsx';
import { formatDecimals, formatSeconds } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';

interface PlacedMark {
  readonly position: Position;
  /** From 0 (left) to 1 (right). */
  readonly at: number;
  /** The uncertainty to either side, on the same scale. */
  readonly spread: number;
}

/** The data of the picture. Marks are in order of time; unmarked positions are absent. */
interface TimingScale {
  readonly marks: Readonly<Record<Side, readonly PlacedMark[]>>;
  readonly eventAt: number;
  /** Round times in seconds from the event, with their places. */
  readonly ticks: readonly { readonly seconds: number; readonly at: number }[];
}

/** Possible tick spacings, in seconds. A longer scale has a wider spacing. */
const TICK_STEPS = [0.2, 0.5, 1, 2, 5] as const;
const MAX_TICKS = 9;

/** 30 fps in real time on both sides, for clips without known facts. */
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

interface TimingPictureProps {
  /** Marks in true seconds. */
  annotations: Readonly<Record<Side, SwingAnnotations>>;
  phases: readonly PhaseTiming[];
  footage: Readonly<Record<Side, Footage>>;
  names: Readonly<Record<Side, string>>;
  event: SwingEvent;
}

export function TimingPicture({ annotations, phases, footage, names, event }: TimingPictureProps) {
  const scale = timingScale(annotations, event, footage);
  if (!scale) return null;
  return (
    <figure className="grid gap-4">
      <div role="img" aria-label={describe({ phases, names, event })} className="relative mx-6 pt-7 pb-6">
        <EventLine event={event} at={scale.eventAt} />
        <SwingBar side="user" name={names.user} marks={scale.marks.user} parts={partsOf(phases, 'user')} />
        <SwingBar side="pro" name={names.pro} marks={scale.marks.pro} parts={partsOf(phases, 'pro')} />
        <Ticks ticks={scale.ticks} />
      </div>
      <figcaption
        aria-hidden="true"
        className="flex flex-wrap content-start items-center gap-x-5 gap-y-1 text-sm text-ink-soft"
      >
        {POSITIONS.map((position) => (
          <span key={position} className="inline-flex items-center gap-1.5">
            <PositionShape position={position} className="size-3" /> {words.swing.positions[position]}
          </span>
        ))}
        <span>{say(words.timing.scaleMeans, { event: words.swing.positionsInText[event] })}</span>
      </figcaption>
    </figure>
  );
}

function EventLine({ event, at }: { event: SwingEvent; at: number }) {
  return (
    <span className="absolute top-0 bottom-5 w-0 border-l-2 border-dashed border-flag" style={{ left: `${at * 100}%` }}>
      <span
        className={classNames(
          'label absolute top-0 px-1.5 whitespace-nowrap text-flag-ink',
          // The event is usually at the right edge, where the label must be to its left.
          at > 0.7 ? 'right-0' : 'left-0',
        )}
      >
        {words.swing.positions[event]}
      </span>
    </span>
  );
}

interface SwingBarProps {
  side: Side;
  name: string;
  marks: readonly PlacedMark[];
  parts: ReturnType<typeof partsOf>;
}

function SwingBar({ side, name, marks, parts }: SwingBarProps) {
  const color = side === 'user' ? 'text-you' : 'text-pro';
  return (
    <div className={classNames('mt-3', color)}>
      <span className="flex flex-wrap gap-x-3 text-sm">
        <span className="font-bold [overflow-wrap:anywhere]">{name}</span>
        <span className="figures text-ink-soft">{say(words.timing.parts, parts)}</span>
      </span>
      <div className="relative h-8">
        {marks.slice(1).map((mark, index) => {
          const from = marks[index]?.at ?? 0;
          return (
            <span
              key={mark.position}
              className={classNames(
                'absolute inset-y-1.5 border-2 border-current',
                // The downswing is filled and the backswing outlined, so that they differ by more than a shade.
                mark.position === 'strike' && 'bg-current',
              )}
              style={{ left: `${from * 100}%`, width: `${(mark.at - from) * 100}%` }}
            />
          );
        })}
        {marks.map((mark) => (
          <span
            key={mark.position}
            className="absolute inset-y-0 border-x border-current bg-current/25"
            style={bandStyle(mark)}
          />
        ))}
        {marks.map((mark) => (
          <span
            key={mark.position}
            className="absolute top-1/2 -translate-1/2 [&_path]:stroke-raised [&_path]:stroke-[1.5]"
            style={{ left: `${mark.at * 100}%` }}
          >
            <PositionShape position={mark.position} className="size-5" />
          </span>
        ))}
      </div>
    </div>
  );
}

/** How far a band may extend past the scale into the picture's margin, as a share of the scale. */
const MARGIN = 0.07;

function bandStyle({ at, spread }: PlacedMark) {
  const from = Math.max(-MARGIN, at - spread);
  const to = Math.min(1 + MARGIN, at + spread);
  return { left: `${from * 100}%`, width: `${(to - from) * 100}%` };
}

function Ticks({ ticks }: Pick<TimingScale, 'ticks'>) {
  return (
    <div className="absolute inset-x-0 bottom-0 h-5 border-t border-edge">
      {ticks.map((tick) => (
        <span
          key={tick.seconds}
          className="figures absolute top-0 -translate-x-1/2 border-l-0 pt-0.5 text-xs text-ink-soft"
          style={{ left: `${tick.at * 100}%` }}
        >
          {Math.abs(tick.seconds) < 1e-9 ? formatDecimals(0, 0) : formatDecimals(tick.seconds, 1)}
        </span>
      ))}
    </div>
  );
}

function partsOf(phases: readonly PhaseTiming[], side: Side) {
  const shown = (phase: Phase) => formatSeconds(phases.find((timing) => timing.phase === phase)?.shown[side] ?? null);
  return { backswing: shown('rest-to-top'), downswing: shown('top-to-strike') };
}

function describe({ phases, names, event }: Pick<TimingPictureProps, 'phases' | 'names' | 'event'>): string {
  const swings = bySide((side) => say(words.timing.pictureOfSwing, { name: names[side], ...partsOf(phases, side) }));
  return say(words.timing.picture, { event: words.swing.positionsInText[event], ...swings });
}
