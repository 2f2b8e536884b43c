// The player of a lesson under the pictures: play, seek with chapters, captions.
import { Pause, Play } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import type { Lesson } from '#domain/lesson/lesson.ts';
import { captionAt, playedChapters } from '#domain/lesson/lesson-ranges.ts';
import type { StageParts } from '#web/player/stage/stage-lesson.ts';
import { Button, ToggleButton } from '#web/ui/button.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { formatClock } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';
import type { LessonPlayer } from './lesson-player.ts';

interface LessonBarProps {
  readonly player: LessonPlayer;
  readonly lesson: Lesson;
  readonly parts: StageParts;
  readonly children: ReactNode;
}

/** One step of the seek slider by keyboard, in seconds. */
const STEP = 0.1;

/** The player's controls. It moves the stage's pair while it is shown. */
export function LessonBar({ player, lesson, parts, children }: LessonBarProps) {
  const { pair, swings } = parts;
  const playing = useStore(player, (state) => state.playing);
  useEffect(() => {
    player.attach(pair);
    return () => player.attach(null);
  }, [player, pair]);
  // A new plan moves the pair: back to where the lesson is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: placed again with every plan
  useEffect(() => player.place(), [player, swings]);
  useZoom(player, parts);
  useSpace(player);
  return (
    <div className="grid gap-2 px-2 pt-2 pb-6 sm:px-3 lg:px-4 lg:pt-4">
      <div className="flex items-center gap-3">
        <Button
          size="icon"
          className="size-13! shrink-0 rounded-full!"
          aria-label={playing ? words.lesson.pausePlaying : words.lesson.play}
          onClick={player.togglePlay}
        >
          {playing ? <Pause className="size-6" fill="currentColor" /> : <Play className="size-6" fill="currentColor" />}
        </Button>
        <Seek player={player} lesson={lesson} />
      </div>
      <Caption player={player} lesson={lesson} />
      <Chapters player={player} lesson={lesson} />
      {children}
    </div>
  );
}

const USES_SPACE = 'button, a, input, textarea, select, summary, [contenteditable], [role=dialog]';

/** The space bar plays and pauses, wherever it has no other meaning. */
function useSpace(player: LessonPlayer): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== ' ' || event.repeat || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(USES_SPACE)) return;
      event.preventDefault();
      player.togglePlay();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [player]);
}

function useZoom(player: LessonPlayer, { pictureZoom }: StageParts): void {
  const zoom = useStore(player, (state) => state.zoom);
  const show = useEffectEvent(() => {
    const { only, scale, x, y } = zoom;
    pictureZoom.show({ scale, x, y }, only);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown again with every zoom
  useEffect(() => show(), [zoom]);
}

function Seek({ player, lesson }: Pick<LessonBarProps, 'player' | 'lesson'>) {
  const time = useStore(player, (state) => Math.round(state.time / STEP) * STEP);
  const duration = useStore(player, (state) => state.duration);
  const clock = say(words.player.clockOf, { time: formatClock(time), duration: formatClock(duration) });
  return (
    <div className="grid min-w-0 grow">
      <Slider
        label={words.lesson.seek}
        min={0}
        max={duration}
        step={STEP}
        value={Math.min(time, duration)}
        valueText={clock}
        onValueChange={player.seek}
      >
        {playedChapters(lesson).map((chapter) => (
          <span
            key={chapter.time}
            aria-hidden="true"
            className="pointer-events-none absolute h-4 w-0.5 bg-ink"
            style={{ left: `${(100 * chapter.time) / Math.max(duration, STEP)}%` }}
          />
        ))}
      </Slider>
      <span className="figures text-sm text-ink-soft">{clock}</span>
    </div>
  );
}

function Caption({ player, lesson }: Pick<LessonBarProps, 'player' | 'lesson'>) {
  const text = useStore(player, (state) => captionAt(lesson, state.recordedTime)?.text ?? '');
  if (lesson.captions.length === 0) return null;
  return <p className="min-h-12 rounded-md bg-sunken px-3 py-2 font-semibold">{text}</p>;
}

function Chapters({ player, lesson }: Pick<LessonBarProps, 'player' | 'lesson'>) {
  const chapters = playedChapters(lesson);
  const current = useStore(player, ({ time }) => chapters.findLastIndex((chapter) => chapter.time <= time + STEP));
  if (chapters.length === 0) return null;
  return (
    <ol aria-label={words.lesson.chapters} className="flex flex-wrap gap-1.5">
      {chapters.map(({ time, title }, index) => (
        <li key={time}>
          <ToggleButton isOn={index === current} onSwitch={() => player.seek(time)}>
            <span className="figures font-normal">{formatClock(time)}</span> {title}
          </ToggleButton>
        </li>
      ))}
    </ol>
  );
}
