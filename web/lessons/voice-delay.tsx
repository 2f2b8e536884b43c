// Corrects a late microphone: by hand, or measured with claps to a beat.
import { useState } from 'react';
import type { Lesson } from '#domain/lesson/lesson.ts';
import { delayOfClaps, type MeasuredDelay } from '#domain/lesson/voice-delay.ts';
import { createClickDetector } from '#domain/range/clicks.ts';
import { useRun } from '#web/lib/use-run.ts';
import { CancelButton, SmallButton } from '#web/ui/button.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { Status } from '#web/ui/status.tsx';
import { say, words } from '#web/words/words.ts';
import { isLikelyLate, type MicrophoneProblem, openMicrophone, rememberMicrophone } from './microphone.ts';
import { recordedType, startRecorder, stopRecorder } from './recording.ts';

const MOST_MS = 500;
const STEP_MS = 10;

export function VoiceDelay({ lesson, onEdit }: { readonly lesson: Lesson; readonly onEdit: (lesson: Lesson) => void }) {
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

/** The beat to clap to during the measurement, then its outcome. */
interface Measuring {
  readonly phase: BeatPhase | null;
  readonly outcome: Outcome;
}

function Measure({ onMeasured }: { readonly onMeasured: (seconds: number) => void }) {
  const { state, start, stop } = useRun<Measuring>({ phase: null, outcome: null });
  const { phase, outcome } = state;
  const measure = () =>
    start(async (signal, report) => {
      const onPhase = (next: BeatPhase) => report({ phase: next, outcome: null });
      onPhase({ beat: 0, nearness: 0 });
      const measured = await measureDelay(signal, onPhase);
      if (signal.aborted) return;
      report({ phase: null, outcome: measured ?? 'unclear' });
      if (measured && typeof measured === 'object') onMeasured(measured.delay);
    });

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
        <CancelButton size="small" onClick={stop} />
      </div>
    );
  }
  return (
    <div className="grid justify-items-start gap-1.5">
      <SmallButton onClick={() => void measure()}>{words.lesson.delay.measure}</SmallButton>
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
      <Status className="text-sm font-semibold">
        {say(words.lesson.delay.measured, { count: count ?? 0, spread: Math.max(10, spread ?? 0) })}
      </Status>
    );
  }
  return (
    <p role="alert" className="text-sm font-semibold text-flag-ink">
      {outcome === 'unclear' ? words.lesson.delay.unclear : words.lesson.problems[outcome]}
    </p>
  );
}

/** The beats, in seconds from the recording's start. The first ones help to find the rhythm. */
const FIRST_BEAT = 2;
const BEAT_SECONDS = 0.8;
const BEATS = Array.from({ length: 10 }, (_, beat) => FIRST_BEAT + beat * BEAT_SECONDS);
/** Maximum time of the latest clap after the last beat in the recording, in seconds. */
const REST = 1;

/** What the ring shows: the number of the next beat, from 0, and how near it is, from 0 to 1. */
interface BeatPhase {
  readonly beat: number;
  readonly nearness: number;
}

/** Measures once and remembers the delay for this microphone. Null if the claps did not follow the beat. */
async function measureDelay(
  signal: AbortSignal,
  onPhase: (phase: BeatPhase) => void,
): Promise<MeasuredDelay | MicrophoneProblem | null> {
  const microphone = await openMicrophone();
  if (typeof microphone === 'string') return microphone;
  try {
    signal.throwIfAborted();
    const sound = await recorded(microphone.stream, signal, onPhase);
    const measured = sound && delayOfClaps(BEATS, await clapsIn(sound));
    if (measured) rememberMicrophone({ name: microphone.name, delay: measured.delay });
    return measured;
  } catch {
    return signal.aborted ? null : 'failed';
  } finally {
    microphone.close();
  }
}

async function recorded(
  stream: MediaStream,
  signal: AbortSignal,
  onPhase: (phase: BeatPhase) => void,
): Promise<Blob | null> {
  const type = recordedType('opus') ?? recordedType('aac');
  const recorder = new MediaRecorder(stream, type ? { mimeType: type } : {});
  const pieces: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  await startRecorder(recorder);
  const begunMs = performance.now();
  await new Promise<void>((resolve) => {
    const step = () => {
      const now = (performance.now() - begunMs) / 1000;
      if (signal.aborted || now > (BEATS.at(-1) ?? 0) + REST) return resolve();
      const next = BEATS.findIndex((beat) => beat >= now);
      const wait = (BEATS[next] ?? Number.POSITIVE_INFINITY) - now;
      onPhase({ beat: next < 0 ? BEATS.length : next, nearness: Math.max(0, 1 - wait / BEAT_SECONDS) });
      requestAnimationFrame(step);
    };
    step();
  });
  await stopRecorder(recorder);
  return signal.aborted ? null : new Blob(pieces);
}

async function clapsIn(sound: Blob): Promise<readonly number[]> {
  const context = new OfflineAudioContext(1, 1, 48_000);
  const decoded = await context.decodeAudioData(await sound.arrayBuffer());
  const silence = new Float32Array(Math.round(decoded.sampleRate / 2));
  const { listen } = createClickDetector(decoded.sampleRate);
  // The detector reports a click when it is over.
  return [decoded.getChannelData(0), silence].flatMap((samples) => listen(samples).map(({ time }) => time));
}
