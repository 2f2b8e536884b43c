// The entry of the Save tab: starts a lesson, and explains why one did not begin.
import { Mic } from 'lucide-react';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { words } from '#web/words/words.ts';
import type { LessonRecorder } from './lesson-recorder.ts';
import type { RecordingState } from './recording.ts';

interface RecordLessonProps {
  /** Null until its code is loaded. */
  readonly recorder: LessonRecorder | null;
  readonly hasFailed: boolean;
  readonly onStart: (withVoice: boolean) => void;
}

const NOT_LOADED = createStore<RecordingState | null>(() => null);

/** The button, and what became of the last lesson. */
export function RecordLesson({ recorder, hasFailed, onStart }: RecordLessonProps) {
  const state = useStore<typeof NOT_LOADED, RecordingState | null>(
    (recorder ?? NOT_LOADED) as typeof NOT_LOADED,
    (now) => now,
  );
  const { stage = 'idle', problem = null, lessonId = null } = state ?? {};
  const isRunning = stage !== 'idle' && stage !== 'done';
  return (
    <div className="grid gap-1.5">
      <Button variant="secondary" disabled={isRunning} onClick={() => onStart(true)}>
        <Mic aria-hidden="true" className="size-5" />
        {problem ? words.lesson.again : words.lesson.record}
      </Button>
      {problem || hasFailed ? (
        <div role="alert" className="grid gap-1.5">
          <p className="text-sm font-semibold text-flag-ink">{words.lesson.problems[problem ?? 'not-loaded']}</p>
          {problem && (
            <Button variant="secondary" size="small" onClick={() => onStart(false)}>
              {words.lesson.withoutVoice}
            </Button>
          )}
        </div>
      ) : (
        <p className="text-sm text-ink-soft">{words.lesson.means}</p>
      )}
      {lessonId && (
        <p role="status" className="flex flex-wrap items-center gap-x-3 font-semibold">
          {words.lesson.kept}
          <Link href={`/my-swings?lesson=${lessonId}`} className={buttonClass('secondary', 'small')}>
            {words.lesson.play}
          </Link>
        </p>
      )}
    </div>
  );
}
