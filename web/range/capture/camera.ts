// Opens the camera at the best rate that it offers, and the microphone.
import { mediaProblem, openMedia } from '#web/lib/open-media.ts';
import { type CameraReading, cameraReading } from './read-track.ts';

export type Facing = 'environment' | 'user';

export type CameraProblem =
  /** The page was not loaded over HTTPS. */
  | 'not-secure'
  /** The browser cannot read or encode a camera's frames. */
  | 'not-supported'
  | 'denied'
  | 'no-camera'
  | 'in-use'
  | 'failed';

export interface OpenCamera {
  readonly stream: MediaStream;
  readonly track: MediaStreamTrack;
  readonly reading: CameraReading;
  /** The frames per second that the camera promises. */
  readonly rate: number;
  /** Null without a microphone. */
  readonly sound: MediaStream | null;
}

/** The rate asked for. 720p leaves a phone room to encode, to search and to play two videos at once. */
const BEST = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 60 } } as const;
/** Filters made for calls remove the frequencies of a click. */
const PLAIN_SOUND = { echoCancellation: false, noiseSuppression: false, autoGainControl: false } as const;
const USUAL_RATE = 30;

/** Opens the camera until `signal` aborts, or returns why it cannot be opened. */
export async function openCamera(facing: Facing, signal: AbortSignal): Promise<OpenCamera | CameraProblem> {
  if (!window.isSecureContext) return 'not-secure';
  if (!navigator.mediaDevices?.getUserMedia || typeof VideoEncoder === 'undefined') return 'not-supported';
  // Do not ask for permission to use a camera that cannot be read.
  const reading = await cameraReading();
  if (!reading) return 'not-supported';
  try {
    const stream = await openMedia({ video: { ...BEST, facingMode: { ideal: facing } } }, signal);
    const [track] = stream.getVideoTracks();
    if (!track) return 'no-camera';
    await steady(track);
    const rate = track.getSettings().frameRate ?? USUAL_RATE;
    return { stream, track, reading, rate, sound: await openMicrophone(signal) };
  } catch (error) {
    const problem = mediaProblem(error);
    return problem === 'missing' ? 'no-camera' : problem;
  }
}

/** Asks a running camera for another rate. False where it refuses. */
export async function setRate(track: MediaStreamTrack, frameRate: number): Promise<boolean> {
  try {
    await track.applyConstraints({ ...BEST, frameRate: { ideal: frameRate, max: frameRate } });
    return true;
  } catch {
    return false;
  }
}

/** The session works without sound: swings are then recognized by their pictures. */
async function openMicrophone(signal: AbortSignal): Promise<MediaStream | null> {
  try {
    return await openMedia({ audio: PLAIN_SOUND }, signal);
  } catch {
    return null;
  }
}

/** Keeps focus and exposure from hunting during a swing, where the camera can. Continuous modes adapt to the light first. */
async function steady(track: MediaStreamTrack): Promise<void> {
  const can = (track.getCapabilities?.() ?? {}) as Partial<Record<'focusMode' | 'exposureMode', readonly string[]>>;
  const modes = (['focusMode', 'exposureMode'] as const).filter((mode) => can[mode]?.includes('continuous'));
  const advanced = modes.map((mode) => ({ [mode]: 'continuous' }));
  if (advanced.length > 0) {
    await track.applyConstraints({ advanced } as MediaTrackConstraints).catch(() => undefined);
  }
}
