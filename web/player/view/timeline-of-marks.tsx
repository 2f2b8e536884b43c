// The positions on the timeline of the clip that is marked.
import { POSITIONS, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import type { FrameRate } from '#domain/time.ts';
import { PositionJumps, PressableTicks } from '#web/player/controls/position-ticks.tsx';
import { seekText } from '#web/player/controls/seek-text.ts';
import type { FramePlayer } from '#web/player/engine/frame-player.ts';
import { formatMark } from '#web/swing/swing-words.ts';
import { say, words } from '#web/words/words.ts';
import type { PlayerTimeline } from './video-player.tsx';

export interface SideMarks {
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
