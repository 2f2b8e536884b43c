// Opens the microphone for a lesson, and measures how loud it is.

/** Why there is no microphone. */
export type MicrophoneProblem =
  /** The page was not loaded over HTTPS. */
  | 'not-secure'
  /** The browser cannot record sound. */
  | 'not-supported'
  | 'denied'
  | 'no-microphone'
  | 'in-use'
  | 'failed';

/** An open microphone. */
export interface Microphone {
  readonly stream: MediaStream;
  /** As the browser calls it; empty where it does not say. */
  readonly name: string;
  /** The loudest sample since the last call, 0 to 1. */
  readonly level: () => number;
  readonly close: () => void;
}

/** The number of steps in which the level is shown. */
export const LEVELS = 8;

/** One voice close to the phone, in a noisy place. */
const VOICE = { echoCancellation: false, noiseSuppression: true, autoGainControl: true, channelCount: 1 } as const;

/** Opens the microphone, or returns why it cannot be opened. */
export async function openMicrophone(): Promise<Microphone | MicrophoneProblem> {
  if (!window.isSecureContext) return 'not-secure';
  if (!navigator.mediaDevices?.getUserMedia || typeof MediaRecorder === 'undefined') return 'not-supported';
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: VOICE });
    const context = new AudioContext();
    const analyser = new AnalyserNode(context, { fftSize: 2048 });
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    return {
      stream,
      name: stream.getAudioTracks()[0]?.label ?? '',
      level() {
        analyser.getFloatTimeDomainData(samples);
        return samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0);
      },
      close() {
        for (const track of stream.getTracks()) track.stop();
        void context.close();
      },
    };
  } catch (error) {
    return problemOf(error);
  }
}

function problemOf(error: unknown): MicrophoneProblem {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'no-microphone';
  return name === 'NotReadableError' || name === 'AbortError' ? 'in-use' : 'failed';
}
