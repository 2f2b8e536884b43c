// Puts a late microphone right: by hand, or measured with claps to a beat.
import { useEffect, useRef, useState } from 'react';
import type { Lesson } from '#domain/lesson/lesson.ts';
import type { MeasuredDelay } from '#domain/lesson/voice-delay.ts';
import { Button } from '#web/ui/button.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { say, words } from '#web/words/words.ts';
import { BEATS, type BeatPhase, measureDelay } from './measure-delay.ts';
import type { MicrophoneProblem } from './microphone.ts';
import { isLikelyLate } from './microphone-delay.ts';

interface VoiceDelayProps {
  readonly lesson: Lesson;
  readonly onEdit: (lesson: Lesson) => void;
}

/** The slider's range and step, in milliseconds. */
const MOST_MS = 500;
const STEP_MS = 10;

/** The delay of this lesson's voice. */
export function VoiceDelay({ lesson, onEdit }: VoiceDelayProps) {
  const [moved, setMoved] = useState<number | null>(null);
  const count = moved ?? Math.round(lesson.voiceDelay * 1000);
  const set = (voiceDelay: number) => {
    setMoved(null);
    onEdit({ ...lesson, voiceDelay });
  };
  return (
    <section aria-label={words.lesson.delay.title} className="grid gap-2">
      <h2 className="font-bold">{words.lesson.delay.title}</h2>
      <p className="text-sm text-ink-soft">
        {isLikelyLate() ? words.lesson.delay.likelyLate : words.lesson.delay.means}
      </p>
      <div className="flex items-center gap-3">
        <Slider
          label={words.lesson.delay.label}
          {...{ min: 0, max: MOST_MS, step: STEP_MS }}
          value={Math.min(count, MOST_MS)}
          valueText={say(words.lesson.delay.value, { count })}
          onValueChange={setMoved}
          onValueCommit={(value) => set(value / 1000)}
        />
        <span className="figures w-16 shrink-0 text-end text-sm">{say(words.lesson.delay.value, { count })}</span>
      </div>
      <Measure onMeasured={set} />
    </section>
  );
}

type Outcome = MeasuredDelay | MicrophoneProblem | 'unclear' | null;

function Measure({ onMeasured }: { readonly onMeasured: (seconds: number) => void }) {
  const [phase, setPhase] = useState<BeatPhase | null>(null);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start() {
    const attempt = new AbortController();
    running.current = attempt;
    setOutcome(null);
    setPhase({ beat: 0, nearness: 0 });
    const measured = await measureDelay(attempt.signal, setPhase);
    if (attempt.signal.aborted) return;
    setPhase(null);
    setOutcome(measured ?? 'unclear');
    if (measured && typeof measured === 'object') onMeasured(measured.delay);
  }

  function cancel() {
    running.current?.abort();
    setPhase(null);
  }

  if (phase) {
    return (
      <div role="status" className="flex items-center gap-3">
        <Ring nearness={phase.nearness} />
        <p className="grow text-sm font-semibold">
          {words.lesson.delay.how}{' '}
          <span className="figures text-ink-soft">
            {say(words.lesson.delay.beat, { count: Math.min(phase.beat + 1, BEATS.length), of: BEATS.length })}
          </span>
        </p>
        <Button variant="ghost" size="small" onClick={cancel}>
          {words.actions.cancel}
        </Button>
      </div>
    );
  }
  return (
    <div className="grid justify-items-start gap-1.5">
      <Button variant="secondary" size="small" onClick={() => void start()}>
        {words.lesson.delay.measure}
      </Button>
      <OutcomeText outcome={outcome} />
    </div>
  );
}

/** A ring that closes on its middle at the beat. */
function Ring({ nearness }: { readonly nearness: number }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className="size-12 shrink-0">
      <circle cx="24" cy="24" r="8" className={nearness > 0.9 ? 'fill-flag' : 'fill-ink-soft'} />
      <circle cx="24" cy="24" r={8 + 15 * (1 - nearness)} className="fill-none stroke-ink" strokeWidth="2" />
    </svg>
  );
}

function OutcomeText({ outcome }: { readonly outcome: Outcome }) {
  if (outcome === null) return null;
  if (typeof outcome === 'object') {
    const [count, spread] = [outcome.delay, outcome.spread].map((seconds) => Math.round(seconds * 1000));
    return (
      <p role="status" className="text-sm font-semibold">
        {say(words.lesson.delay.measured, { count: count ?? 0, spread: Math.max(10, spread ?? 0) })}
      </p>
    );
  }
  return (
    <p role="alert" className="text-sm font-semibold text-flag-ink">
      {outcome === 'unclear' ? words.lesson.delay.unclear : words.lesson.problems[outcome]}
    </p>
  );
}
