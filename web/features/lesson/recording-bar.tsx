// The bar over the pictures while a lesson is recorded: what runs, for how long, how loud, and the four buttons.
import { Mic, MicOff, Pause, Play, Square, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { formatWholeClock } from '#web/words/format-time.ts';
import { say, words } from '#web/words/words.ts';
import type { LessonRecorder } from './lesson-recorder.ts';
import { LEVELS } from './microphone.ts';

interface RecordingBarProps {
  readonly recorder: LessonRecorder;
  /** Called when nothing is recorded any more. */
  readonly onOver: () => void;
}

const BAR =
  'pointer-events-auto stage flex min-h-12 items-center gap-1.5 rounded-full bg-black/80! px-3 py-0.5 text-white';

export function RecordingBar({ recorder, onOver }: RecordingBarProps) {
  const stage = useStore(recorder, (state) => state.stage);
  const count = useStore(recorder, (state) => state.count);
  const tellOver = useEffectEvent(onOver);
  useEffect(() => {
    if (stage === 'idle' || stage === 'done') tellOver();
  }, [stage]);
  if (stage === 'idle' || stage === 'done') return null;
  if (stage === 'opening' || stage === 'saving') {
    return (
      <p role="status" className={BAR}>
        <Spinner /> {stage === 'opening' ? words.lesson.opening : words.lesson.saving}
      </p>
    );
  }
  if (stage === 'countdown') {
    return (
      <div className={BAR}>
        <p
          role="status"
          aria-label={say(words.lesson.countdown, { count })}
          className="figures px-2 text-2xl font-bold"
        >
          {count}
        </p>
        <Button variant="ghost" size="small" className="hover:bg-white/15!" onClick={recorder.cancel}>
          {words.actions.cancel}
        </Button>
      </div>
    );
  }
  return <RunningBar recorder={recorder} />;
}

function RunningBar({ recorder }: Pick<RecordingBarProps, 'recorder'>) {
  const isPaused = useStore(recorder, (state) => state.stage === 'paused');
  const hasVoice = useStore(recorder, (state) => state.hasVoice);
  const isSilent = useStore(recorder, (state) => state.isSilent);
  return (
    <div className="grid justify-items-center gap-1">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset draws its legend apart from the row */}
      <div role="group" aria-label={words.lesson.recorder} className={BAR}>
        <span
          aria-hidden="true"
          className={`size-3 shrink-0 rounded-full ${isPaused ? 'border-2 border-white' : 'bg-flag motion-safe:animate-pulse'}`}
        />
        <p className="sr-only" role="status">
          {isPaused ? words.lesson.paused : words.lesson.recording}
        </p>
        <Elapsed recorder={recorder} />
        {hasVoice ? <Level recorder={recorder} /> : <MicOff aria-label={words.lesson.noVoice} className="size-4" />}
        <IconButton label={isPaused ? words.lesson.resume : words.lesson.pause} onPress={recorder.togglePause}>
          {isPaused ? <Play aria-hidden="true" className="size-5" /> : <Pause aria-hidden="true" className="size-5" />}
        </IconButton>
        <IconButton label={words.lesson.undo} onPress={recorder.undo}>
          <Undo2 aria-hidden="true" className="size-5" />
          <span aria-hidden="true" className="text-xs">
            {words.lesson.undoShort}
          </span>
        </IconButton>
        <IconButton label={words.lesson.stop} onPress={() => void recorder.stop()}>
          <Square aria-hidden="true" className="size-5" fill="currentColor" />
        </IconButton>
      </div>
      <p
        role="status"
        className="max-w-72 rounded-md bg-black/80 px-2 py-1 text-center text-sm font-semibold text-white empty:hidden"
      >
        {isSilent && words.lesson.silent}
      </p>
    </div>
  );
}

function Elapsed({ recorder }: Pick<RecordingBarProps, 'recorder'>) {
  const seconds = useStore(recorder, (state) => Math.floor(state.tenths / 10));
  return (
    <p
      role="timer"
      className="figures text-sm font-semibold"
      aria-label={say(words.lesson.elapsed, { time: formatWholeClock(seconds) })}
    >
      {formatWholeClock(seconds)}
    </p>
  );
}

function Level({ recorder }: Pick<RecordingBarProps, 'recorder'>) {
  const level = useStore(recorder, (state) => state.level);
  return (
    <span className="flex items-center gap-1">
      <Mic aria-hidden="true" className="size-4" />
      <meter aria-label={words.lesson.level} min={0} max={LEVELS} value={level} className="h-3 w-10" />
    </span>
  );
}

interface IconButtonProps {
  readonly label: string;
  readonly onPress: () => void;
  readonly children: React.ReactNode;
}

function IconButton({ label, onPress, children }: IconButtonProps) {
  return (
    <Tooltip content={label}>
      <button
        type="button"
        aria-label={label}
        onClick={onPress}
        className="flex size-11 items-center justify-center rounded-full hover:bg-white/15"
      >
        {children}
      </button>
    </Tooltip>
  );
}
