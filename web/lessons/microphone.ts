// Opens the microphone for a lesson, measures how loud it is, and remembers its delay on this device.
import { mediaProblem, openMedia, openSound } from '#web/lib/open-media.ts';
import { orNull } from '#web/lib/or-null.ts';

export type MicrophoneProblem =
  /** The page was not loaded over HTTPS. */
  'not-secure' | 'not-supported' | 'denied' | 'no-microphone' | 'in-use' | 'failed';

export interface Microphone {
  readonly stream: MediaStream;
  /** As the browser calls it; empty where it does not say. */
  readonly name: string;
  /** The loudest sample since the last call, 0 to 1. */
  readonly level: () => number;
  readonly close: () => void;
}

export const LEVELS = 8;

/** One voice close to the phone, in a noisy place. */
const VOICE = { echoCancellation: false, noiseSuppression: true, autoGainControl: true, channelCount: 1 } as const;

export async function openMicrophone(): Promise<Microphone | MicrophoneProblem> {
  if (!window.isSecureContext) return 'not-secure';
  if (!navigator.mediaDevices?.getUserMedia || typeof MediaRecorder === 'undefined') return 'not-supported';
  const use = new AbortController();
  try {
    const stream = await openMedia({ audio: VOICE }, use.signal);
    const sound = openSound(stream, use.signal);
    const analyser = new AnalyserNode(sound.context, { fftSize: 2048 });
    sound.connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    return {
      stream,
      name: stream.getAudioTracks()[0]?.label ?? '',
      level() {
        analyser.getFloatTimeDomainData(samples);
        return samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0);
      },
      close: () => use.abort(),
    };
  } catch (error) {
    use.abort();
    const problem = mediaProblem(error);
    return problem === 'missing' ? 'no-microphone' : problem;
  }
}

const KEY = 'swingmark:microphone';

interface KnownMicrophone {
  readonly name: string;
  /** Measured, in seconds; null until then. */
  readonly delay: number | null;
}

/** Names of microphones that are usually wireless. */
const WIRELESS = /bluetooth|airpods|buds|hands-?free|wireless|headset \(|galaxy buds|bt\b/i;

/** The microphone that was used last; null where none is known. */
function knownMicrophone(): KnownMicrophone | null {
  // Private windows may refuse the storage.
  const stored = orNull(() => JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<KnownMicrophone> | null);
  const { name, delay } = stored ?? {};
  return typeof name === 'string' && (delay === null || typeof delay === 'number') ? { name, delay } : null;
}

/** Remembers a microphone, and returns its delay in seconds: 0 until it is measured. */
export function delayOf(name: string): number {
  const known = knownMicrophone();
  if (known?.name === name) return known.delay ?? 0;
  rememberMicrophone({ name, delay: null });
  return 0;
}

/** Whether the microphone that was used last is likely to be late, and was not measured. */
export function isLikelyLate(): boolean {
  const known = knownMicrophone();
  return known !== null && known.delay === null && WIRELESS.test(known.name);
}

export function rememberMicrophone(microphone: KnownMicrophone): void {
  // Where it cannot be stored, it is measured again another time.
  orNull(() => localStorage.setItem(KEY, JSON.stringify(microphone)));
}
