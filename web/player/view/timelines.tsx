// The positions on the timeline of a player: both swings' in a merged video, from its plan, or a clip's own marks.

import { type ComparisonPlan, plannedSides } from '#domain/comparison/comparison-plan.ts';
import { mergedFrameAt } from '#domain/comparison/timeline.ts';
import type { Side } from '#domain/side.ts';
import { POSITIONS, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import { type FrameRate, planTime } from '#domain/time.ts';
import { PositionJumps, PositionTicks, PressableTicks } from '#web/player/controls/position-ticks.tsx';
import { seekText } from '#web/player/controls/seek-text.ts';
import type { FramePlayer } from '#web/player/engine/frame-player.ts';
import { SIDE_TEXT_COLORS } from '#web/ui/side-colors.ts';
import { formatMark } from '#web/words/swing-words.ts';
import { say, words } from '#web/words/words.ts';
import type { PlayerTimeline } from './video-player.tsx';

export interface MergedComparison {
  readonly plan: ComparisonPlan;
  readonly names: Readonly<Record<Side, string>>;
}

/**
 * Ticks if the picture has none; buttons that jump to the visitor's positions and, on a second press, to the pro's; and
 * loops of the visitor's swing.
 */
export function timelineOfComparison(player: FramePlayer, { plan, names }: MergedComparison): PlayerTimeline {
  const lead = plan.alone ?? 'user';
  const of = (side: Side) => plan.positions.filter((planned) => planned.side === side);
  const frameAt = (time: number) => mergedFrameAt(plan, planTime(time));
  const isAt = (time: number) => !player.getState().playing && frameAt(player.getState().at) === frameAt(time);
  return {
    positionTimes: Object.fromEntries(of(lead).map(({ position, at }) => [position, at])),
    ticks: plan.strip
      ? null
      : (percentAt) =>
          plannedSides(plan).map((side) => (
            <PositionTicks
              key={side}
              colorClass={SIDE_TEXT_COLORS[side]}
              ticks={of(side).map(({ position, at }) => ({ position, percent: percentAt(at) }))}
            />
          )),
    textAt: (time) =>
      plan.positions
        .filter(({ at }) => frameAt(at) === frameAt(time))
        .reduce(
          (text, { side, position }) =>
            say(words.player.withMoment, { text, name: names[side], position: words.swing.positionsInText[position] }),
          seekText(time, null),
        ),
    jumps: (disabled) => (
      <PositionJumps
        colorClass={SIDE_TEXT_COLORS[lead]}
        disabled={disabled}
        jumps={of(lead).map(({ position, at }) => {
          const theirs = plan.alone ? undefined : of('pro').find((planned) => planned.position === position);
          const meets = !theirs || frameAt(theirs.at) === frameAt(at);
          const inText = { position: words.swing.positionsInText[position] };
          return {
            position,
            label: say(lead === 'user' ? words.player.goToYours : words.player.goToPros, inText),
            tip: say(meets ? words.player.both : words.player.yoursThenPros, inText),
            onPress: () => player.goTo(theirs && isAt(at) ? theirs.at : at),
            onHold: () => player.goTo(theirs?.at ?? at),
          };
        })}
      />
    ),
  };
}

interface SideMarks {
  readonly annotations: SwingAnnotations;
  /** The clip's frame rate, or null if its frames could not be read. */
  readonly frameRate: FrameRate | null;
  readonly colorClass: 'text-you' | 'text-pro';
}

/** Pressable ticks, jumps and loops from a clip's own marks. */
export function timelineOfMarks(player: FramePlayer, marks: SideMarks): PlayerTimeline {
  const { annotations, frameRate, colorClass } = marks;
  const marked = POSITIONS.flatMap((position) => {
    const time = timeOf(annotations, position);
    return time === null ? [] : [{ position, time, inText: words.swing.positionsInText[position] }];
  });
  return {
    positionTimes: Object.fromEntries(marked.map(({ position, time }) => [position, time])),
    ticks: (percentAt) => (
      <PressableTicks
        colorClass={colorClass}
        ticks={marked.map(({ position, time, inText }) => ({
          position,
          percent: percentAt(time),
          label: say(words.player.goTo, { position: inText, time: formatMark(time, frameRate) }),
          onPress: () => player.goTo(time),
        }))}
      />
    ),
    textAt: (time) => seekText(time, marks),
    jumps:
      marked.length === 0
        ? null
        : (disabled) => (
            <PositionJumps
              colorClass={colorClass}
              disabled={disabled}
              isBesideTicks
              jumps={marked.map(({ position, time, inText }) => {
                const label = say(words.player.both, { position: inText });
                return { position, label, tip: label, onPress: () => player.goTo(time) };
              })}
            />
          ),
  };
}
