// Proposes captions from a lesson's voice, only where the browser recognizes speech on the device (Chrome's on-device
// Web Speech API). The browser listens in real time, so the voice is played to it without being heard.
import { useEffect, useState } from 'react';
import type { Lesson, LessonCaption } from '#domain/lesson/lesson.ts';
import { heardWords, withHeardCaptions } from '#domain/lesson/lesson-proposals.ts';
import { useRun } from '#web/lib/use-run.ts';
import { SmallButton } from '#web/ui/button.tsx';
import { WorkProgress } from '#web/ui/progress.tsx';
import { words } from '#web/words/words.ts';

interface ProposeCaptionsProps {
  readonly lesson: Lesson;
  readonly voice: Blob;
  readonly onPropose: (captions: Lesson['captions']) => void;
}

type Listening = { readonly percent: number } | 'idle' | 'nothing' | 'failed';

/** The button with its progress. Nothing where the browser cannot do it. */
export function ProposeCaptions({ lesson, voice, onPropose }: ProposeCaptionsProps) {
  const [canPropose, setCanPropose] = useState(false);
  const { state: listening, start, stop } = useRun<Listening>('idle');
  useEffect(() => void canRecognizeSpeech().then(setCanPropose), []);
  if (!canPropose) return null;

  const propose = () =>
    start(async (signal, report) => {
      report({ percent: 0 });
      const onProgress = (share: number) => report({ percent: Math.floor(100 * share) });
      const options = { voice, voiceDelay: lesson.voiceDelay, signal, onProgress };
      const heard = await recognizeSpeech(options).catch(() => null);
      if (signal.aborted) return;
      report(!heard ? 'failed' : heard.length === 0 ? 'nothing' : 'idle');
      const within = heard?.flatMap((caption) => {
        const to = Math.min(caption.to, lesson.recorded);
        return to > caption.from ? [{ ...caption, to }] : [];
      });
      if (within && within.length > 0) onPropose(withHeardCaptions(lesson.captions, within));
    });

  if (typeof listening === 'object') {
    return (
      <WorkProgress
        name={words.lesson.edit.listening}
        label={words.lesson.edit.proposeCaptions}
        percent={listening.percent}
        onCancel={stop}
      />
    );
  }
  return (
    <div className="grid justify-items-start gap-1.5">
      <SmallButton onClick={() => void propose()}>{words.lesson.edit.proposeCaptions}</SmallButton>
      <p className="text-sm text-ink-soft">{words.lesson.edit.proposeMeans}</p>
      {listening !== 'idle' && (
        <p role="alert" className="text-sm font-semibold text-flag-ink">
          {words.lesson.edit.listeningEnds[listening]}
        </p>
      )}
    </div>
  );
}

interface RecognitionResult {
  readonly isFinal: boolean;
  readonly [alternative: number]: { readonly transcript: string };
}

interface RecognitionEvent extends Event {
  readonly results: ArrayLike<RecognitionResult>;
}

/** Types that TypeScript's library does not have yet. */
interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally: boolean;
  start(track: MediaStreamTrack): void;
  abort(): void;
}

interface RecognitionOptions {
  readonly langs: readonly string[];
  readonly processLocally: boolean;
}

interface RecognitionClass {
  new (): Recognition;
  available?(options: RecognitionOptions): Promise<string>;
  install?(options: RecognitionOptions): Promise<boolean>;
}

/** A recognizer reports the first word about this long after it was spoken, in seconds. Chrome's takes 0.3 to 1 s. */
const LATE = 0.6;

/**
 * Only Chrome is asked: other builds of Chromium have the interface without the recognizer, and the page crashes at the
 * question (headless Chromium 156 does).
 */
function recognitionClass(): RecognitionClass | null {
  const name = 'SpeechRecognition';
  return isChrome() && name in globalThis ? (Reflect.get(globalThis, name) as RecognitionClass) : null;
}

function isChrome(): boolean {
  const data: unknown = Reflect.get(navigator, 'userAgentData');
  const brands: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'brands') : null;
  return Array.isArray(brands) && brands.some((one: { brand?: unknown }) => one.brand === 'Google Chrome');
}

const wanted = (): RecognitionOptions => ({ langs: [navigator.language], processLocally: true });

/** Whether the browser recognizes speech in the visitor's language on this device, perhaps after a download. */
async function canRecognizeSpeech(): Promise<boolean> {
  const state = await recognitionClass()
    ?.available?.(wanted())
    .catch(() => 'unavailable');
  return state === 'available' || state === 'downloadable' || state === 'downloading';
}

interface SpeechOptions {
  readonly voice: Blob;
  /** How late the voice is in its track, in seconds. */
  readonly voiceDelay: number;
  readonly signal: AbortSignal;
  /** Called with the share of the voice that was listened to, 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** What was heard, by recorded time; the times are exact to about half a second. Rejects where the browser gives up. */
async function recognizeSpeech(options: SpeechOptions): Promise<readonly LessonCaption[]> {
  const Recognizer = recognitionClass();
  if (!Recognizer) throw new Error('This browser does not recognize speech');
  if ((await Recognizer.available?.(wanted())) !== 'available' && !(await Recognizer.install?.(wanted())))
    throw new Error('The language was not installed');
  const context = new AudioContext();
  try {
    const buffer = await context.decodeAudioData(await options.voice.arrayBuffer());
    const source = new AudioBufferSourceNode(context, { buffer });
    await context.resume();
    const listener = context.createMediaStreamDestination();
    source.connect(listener);
    const [track] = listener.stream.getAudioTracks();
    if (!track) throw new Error('There is no track to listen to');
    const recognizer = Object.assign(new Recognizer(), {
      lang: navigator.language,
      continuous: true,
      interimResults: true,
      processLocally: true,
    });
    return await heard(recognizer, track, source, options);
  } finally {
    await context.close();
  }
}

async function heard(
  recognizer: Recognition,
  track: MediaStreamTrack,
  source: AudioBufferSourceNode,
  { voiceDelay, signal, onProgress }: SpeechOptions,
): Promise<readonly LessonCaption[]> {
  const { context } = source;
  const duration = source.buffer?.duration ?? 0;
  const captions: LessonCaption[] = [];
  const begunAt = context.currentTime;
  const now = () => context.currentTime - begunAt;
  const begun = new Map<number, number>();
  let taken = 0;
  recognizer.addEventListener('result', (event) => {
    const { results } = event as RecognitionEvent;
    for (let index = taken; index < results.length; index += 1) {
      const result = results[index];
      if (!result) continue;
      const from = begun.get(index) ?? Math.max(0, now() - LATE);
      begun.set(index, from);
      if (!result.isFinal || index !== taken) continue;
      taken += 1;
      const to = Math.max(from + LATE, now() - LATE);
      captions.push(...heardWords(result[0]?.transcript ?? '', from - voiceDelay, to - voiceDelay));
    }
  });
  // The last words are recognized after it.
  const end = duration + 2 * LATE;
  let timer: ReturnType<typeof setInterval> | undefined;
  await new Promise<void>((resolve, reject) => {
    timer = setInterval(() => {
      onProgress(Math.min(1, now() / end));
      if (now() >= end || signal.aborted) resolve();
    }, 200);
    recognizer.addEventListener('error', (event) => {
      const error: unknown = Reflect.get(event, 'error');
      // Silence is no failure.
      if (error !== 'no-speech') reject(new Error(`The recognizer failed: ${String(error)}`));
    });
    // Browsers end recognition after a silence: start it again.
    recognizer.addEventListener('end', () => {
      if (now() >= end || signal.aborted) return;
      taken = 0;
      begun.clear();
      recognizer.start(track);
    });
    recognizer.start(track);
    source.start();
  }).finally(() => {
    clearInterval(timer);
    recognizer.abort();
  });
  return captions.filter(({ from }) => from >= 0);
}
