// The timeline under the pictures: the play button, both swings as lanes, the named positions, and one slider over all.
import { Pause, Play } from 'lucide-react';
import { Slider as Radix } from 'radix-ui';
import { useRef, useState } from 'react';
import { type ComparisonPlan, plannedSides } from '#domain/comparison/comparison-plan.ts';
import { mergedFrameAt, mergedFrameTime, shownFrameAt, toPlanTime } from '#domain/comparison/timeline.ts';
import { SIDES, type Side } from '#domain/side.ts';
import { POSITIONS, type Position, timeOf } from '#domain/swing/swing.ts';
import type { PlanTime, SourceTime } from '#domain/time.ts';
import { shownFrameTime } from '#domain/video/frame-times.ts';
import type { LoopChoice } from '#web/player/controlled/loops.ts';
import { useLongPress } from '#web/player/controls/use-long-press.ts';
import { useSize } from '#web/player/screen/watched-element.ts';
import { wholeRange } from '#web/player/synced/synced-loops.ts';
import type { SyncedPair, SyncedState, SyncedSwings } from '#web/player/synced/synced-pair.ts';
import { readTime, useSyncedState } from '#web/player/synced/synced-state.ts';
import { classNames } from '#web/ui/class-names.ts';
import { IconButton, Tooltip } from '#web/ui/tooltip.tsx';
import { formatClock } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';

interface StageTimelineProps {
  readonly pair: SyncedPair;
  readonly swings: SyncedSwings;
  readonly names: Readonly<Record<Side, string>>;
  readonly disabled: boolean;
  /** Whether the play button is secondary, because another button is the main action. */
  readonly isQuiet: boolean;
  /** Whether another player on the page has buttons named Play and Pause: this one is then named differently. */
  readonly isBesideVideo: boolean;
}

const POSITION_KEYS: Readonly<Record<Position, string>> = { rest: '1', top: '2', strike: '3' };

export function StageTimeline({ pair, swings, names, disabled, isQuiet, isBesideVideo }: StageTimelineProps) {
  const { plan } = swings;
  const frame = useSyncedState(pair, (state) => mergedFrameAt(plan, readTime(state)));
  const valueText = useSyncedState(pair, (state) => seekWords(swings, names, readTime(state)));
  return (
    <div className="flex items-center gap-2 px-2 sm:gap-3 lg:px-3">
      <PlayButton pair={pair} disabled={disabled} isQuiet={isQuiet} isBesideVideo={isBesideVideo} />
      <div className="relative min-w-0 grow">
        <Positions pair={pair} swings={swings} disabled={disabled} />
        <Radix.Root
          min={0}
          max={plan.frameCount - 1}
          step={1}
          value={[frame]}
          onValueChange={([next]) => next !== undefined && void pair.seekTo(mergedFrameTime(plan, next))}
          disabled={disabled}
          className="relative flex h-7 w-full touch-none items-center select-none"
        >
          <Radix.Track className="relative h-full grow">
            <Lanes plan={plan} />
          </Radix.Track>
          <Radix.Thumb
            aria-label={words.player.seek}
            aria-valuetext={valueText}
            className="relative grid h-7 w-6 place-items-center rounded-md before:h-7 before:w-1.5 before:rounded-full before:bg-white before:shadow-[0_0_0_2px_var(--color-paper)] forced-colors:before:bg-[Highlight]"
          />
        </Radix.Root>
      </div>
    </div>
  );
}

type PlayButtonProps = Pick<StageTimelineProps, 'pair' | 'disabled' | 'isQuiet' | 'isBesideVideo'>;

function PlayButton({ pair, disabled, isQuiet, isBesideVideo }: PlayButtonProps) {
  const playing = useSyncedState(pair, (state) => state.playing);
  const { play, pause } = isBesideVideo ? words.stage.both : words.actions;
  const Icon = playing ? Pause : Play;
  return (
    <IconButton
      label={playing ? pause : play}
      tip={playing ? words.player.pauseTip : words.player.playTip}
      variant={isQuiet ? 'secondary' : 'primary'}
      className="size-13! shrink-0 rounded-full!"
      disabled={disabled}
      onClick={pair.togglePlay}
    >
      <Icon className="size-6" fill="currentColor" />
    </IconButton>
  );
}

/** The loop that a long press on a position starts. */
const HELD_LOOPS: Readonly<Record<Position, LoopChoice>> = {
  rest: 'backswing',
  top: 'downswing',
  strike: 'around-strike',
};

/** Width of a position's button, in pixels: large enough for a thumb. */
const LABEL_PX = 48;
/** Width of the slider's thumb. */
const THUMB_PX = 24;

/** Setup, Top and Impact. Each button shows both golfers at that position, whatever the alignment. */
function Positions({ pair, swings, disabled }: Pick<StageTimelineProps, 'pair' | 'swings' | 'disabled'>) {
  const ref = useRef<HTMLDivElement>(null);
  const [widthPx, setWidthPx] = useState(0);
  useSize(ref, true, ({ clientWidth }) => setWidthPx(clientWidth));
  const { to } = wholeRange(swings.plan);
  const moments = momentsOf(swings, swings.plan.alone ?? 'user');
  const lefts = spread(
    moments.map(({ at }) => THUMB_PX / 2 + (to > 0 ? at / to : 0) * (widthPx - THUMB_PX) - LABEL_PX / 2),
    LABEL_PX,
    widthPx,
  );
  const here = useSyncedState(pair, (state) => positionHere(swings, state));
  const press = useLongPress();
  function playAround(position: Position) {
    pair.setLoop(HELD_LOOPS[position]);
    pair.setPlaying(true);
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(8);
  }
  return (
    <div ref={ref} className="relative h-6">
      {widthPx > 0 &&
        moments.map(({ position }, index) => {
          const label = words.stage.positions[position];
          return (
            <Tooltip key={position} content={say(words.stage.goToTip, { label, key: POSITION_KEYS[position] })}>
              <button
                type="button"
                aria-label={say(words.stage.goTo, { label })}
                aria-keyshortcuts={POSITION_KEYS[position]}
                aria-pressed={here === position}
                disabled={disabled}
                {...press(
                  () => showPosition(pair, position),
                  () => playAround(position),
                )}
                style={{ left: lefts[index], width: LABEL_PX }}
                className="absolute -top-3 bottom-0 flex items-end justify-center rounded-md text-xs font-semibold text-ink-soft hover:text-ink aria-pressed:text-ink"
              >
                <span className={classNames('border-b-2', here === position ? 'border-ink' : 'border-transparent')}>
                  {label}
                </span>
              </button>
            </Tooltip>
          );
        })}
    </div>
  );
}

/** Shows both golfers at a position: at one plan time if their positions meet there, else apart. */
export function showPosition(pair: SyncedPair, position: Position): void {
  const { swings } = pair.getState();
  if (!swings) return;
  const { alone } = swings.plan;
  const alonesTime = alone && timeOf(swings.marks[alone], position);
  if (alone && alonesTime !== null) {
    pair.goTo(toPlanTime(swings.plan, alone, alonesTime as SourceTime));
    return;
  }
  const [user, pro] = [timeOf(swings.marks.user, position), timeOf(swings.marks.pro, position)];
  if (user === null) return;
  if (pro === null) pair.goTo(toPlanTime(swings.plan, 'user', user as SourceTime));
  else showMoments(pair, { user: user as SourceTime, pro: pro as SourceTime });
}

/** Shows each golfer's frame at a time of their clip: at one plan time if that shows both frames, else apart. */
export function showMoments(pair: SyncedPair, times: Readonly<Record<Side, SourceTime>>): void {
  const { swings } = pair.getState();
  if (!swings) return;
  const { plan, frameTimes } = swings;
  const at = toPlanTime(plan, 'user', times.user);
  const isShownThen = (side: Side) =>
    shownFrameAt(plan, side, frameTimes[side], at) === shownFrameTime(frameTimes[side], times[side]);
  if (SIDES.every(isShownThen)) pair.goTo(at);
  else pair.goApart(times);
}

/** The position on screen, or null. */
function positionHere(swings: SyncedSwings, state: SyncedState): Position | null {
  if (state.playing) return null;
  const { plan } = swings;
  const frame = mergedFrameAt(plan, state.at);
  const here = (side: Side) =>
    momentsOf(swings, side).find(({ at }) => mergedFrameAt(plan, at) === frame)?.position ?? null;
  const position = here(plan.alone ?? 'user');
  if (plan.alone || state.apart || here('pro') === position) return position;
  const isMarkedOnBoth = momentsOf(swings, 'pro').some((moment) => moment.position === position);
  return isMarkedOnBoth ? null : position;
}

const LANE_COLORS = { user: 'bg-you', pro: 'bg-pro' } as const;

/** Both swings: pale backswings, solid downswings. The slider's accessible text describes the same. */
function Lanes({ plan }: { readonly plan: ComparisonPlan }) {
  const { to } = wholeRange(plan);
  const percent = (at: number) => (to > 0 ? (100 * at) / to : 0);
  return (
    // The slider's thumb, 24 px wide, stays within the track, so the lanes are narrower by that width.
    <div aria-hidden="true" className="absolute inset-x-3 top-1/2 grid -translate-y-1/2 gap-1">
      {plannedSides(plan).map((side) => {
        const at = (position: Position) =>
          plan.positions.find((planned) => planned.side === side && planned.position === position)?.at;
        const [rest, top, strike] = [at('rest'), at('top'), at('strike')];
        const stretch = (from: number | undefined, until: number | undefined, look: string) =>
          from !== undefined &&
          until !== undefined && (
            <span
              className={`absolute inset-y-0 ${LANE_COLORS[side]} ${look}`}
              style={{ left: `${percent(from)}%`, width: `${percent(until) - percent(from)}%` }}
            />
          );
        return (
          <div key={side} data-lane={side} className="relative h-2 overflow-hidden rounded-full bg-sunken">
            {stretch(rest, top ?? strike, 'opacity-45')}
            {stretch(top, strike, '')}
          </div>
        );
      })}
      {momentTicks(plan).map((at) => (
        <span
          key={at}
          className="absolute -inset-y-0.5 w-0.5 -translate-x-1/2 bg-white/90"
          style={{ left: `${percent(at)}%` }}
        />
      ))}
    </div>
  );
}

function momentTicks({ alone, positions }: ComparisonPlan): readonly number[] {
  return [...new Set(positions.filter(({ side }) => side === (alone ?? 'user')).map(({ at }) => at as number))];
}

/** A marked position and its plan time. */
interface Moment {
  readonly position: Position;
  readonly at: PlanTime;
}

/** The marked positions of one side with their plan times. */
function momentsOf(swings: SyncedSwings, side: Side): readonly Moment[] {
  return POSITIONS.flatMap((position) => {
    const time = timeOf(swings.marks[side], position);
    return time === null ? [] : [{ position, at: toPlanTime(swings.plan, side, time as SourceTime) }];
  });
}

/** The accessible text, such as "0:02.1 of 0:05.6, You at strike". */
function seekWords(swings: SyncedSwings, names: Readonly<Record<Side, string>>, at: PlanTime): string {
  const { plan } = swings;
  const frame = mergedFrameAt(plan, at);
  const here = plannedSides(plan).flatMap((side) =>
    momentsOf(swings, side)
      .filter((moment) => mergedFrameAt(plan, moment.at) === frame)
      .map(({ position }) => ({ name: names[side], position: words.swing.positionsInText[position] })),
  );
  const clock = say(words.player.clockOf, { time: formatClock(at), duration: formatClock(plan.duration) });
  return here.reduce((text, moment) => say(words.player.withMoment, { text, ...moment }), clock);
}

/** The left edges of ordered labels in a row. No labels overlap if the row has enough room. */
export function spread(lefts: readonly number[], widthPx: number, rowPx: number): readonly number[] {
  const placed: number[] = [];
  for (const left of lefts) placed.push(Math.max(left, (placed.at(-1) ?? -widthPx) + widthPx));
  // A displaced label moves back by half the displacement, together with the labels before it.
  let most = rowPx - widthPx;
  for (let index = placed.length - 1; index >= 0; index -= 1) {
    const left = placed[index] ?? 0;
    most = Math.min(most, (left + (lefts[index] ?? left)) / 2);
    placed[index] = Math.max(index * widthPx, most);
    most = (placed[index] ?? 0) - widthPx;
  }
  return placed;
}
