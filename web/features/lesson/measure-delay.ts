// Records claps to a beat, in the way a lesson's voice is recorded, and measures how late they are.
import { delayOfClaps, type MeasuredDelay } from '#domain/lesson/voice-delay.ts';
import { createClickDetector } from '#domain/range/clicks.ts';
import { type MicrophoneProblem, openMicrophone } from './microphone.ts';
import { rememberDelay } from './microphone-delay.ts';
import { recordedType, startRecorder, stopRecorder } from './recording.ts';

/** The beats, in seconds from the recording's start. The first ones are there to find the rhythm. */
const FIRST_BEAT = 2;
const BEAT_SECONDS = 0.8;
export const BEATS = Array.from({ length: 10 }, (_, beat) => FIRST_BEAT + beat * BEAT_SECONDS);
/** The latest clap is in the recording this long after the last beat, in seconds. */
const REST = 1;

/** What is to be shown at a moment: the number of the next beat, from 0 on, and how near it is, 0 to 1. */
export interface BeatPhase {
  readonly beat: number;
  readonly nearness: number;
}

/** Measures once and remembers the delay for this microphone. Null where the claps did not follow the beat. */
export async function measureDelay(
  signal: AbortSignal,
  onPhase: (phase: BeatPhase) => void,
): Promise<MeasuredDelay | MicrophoneProblem | null> {
  const microphone = await openMicrophone();
  if (typeof microphone === 'string') return microphone;
  try {
    const sound = await recorded(microphone.stream, signal, onPhase);
    const measured = sound && delayOfClaps(BEATS, await clapsIn(sound));
    if (measured) rememberDelay(microphone.name, measured.delay);
    return measured;
  } catch {
    return signal.aborted ? null : 'failed';
  } finally {
    microphone.close();
  }
}

/** The recording of all beats; null when it was cancelled. */
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
