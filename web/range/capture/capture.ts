// The page's end of a range session's capture: the worker with the camera's frames, the worker that searches them, and the
// microphone.
import { createClockMatch } from '#domain/range/clock-match.ts';
import type { Shot } from '#domain/range/shots.ts';
import { openAudio, openSound } from '#web/lib/open-media.ts';
import { keepAwake } from '#web/lib/wake-lock.ts';
import type { CameraProblem, OpenCamera } from './camera.ts';
import type {
  CaptureFacts,
  FrameSource,
  FromCaptureWorker,
  FromSearchWorker,
  RangeCut,
  ToCaptureWorker,
  ToSearchWorker,
} from './capture-messages.ts';
import type { WorkletReport } from './click-worklet.ts';
import workletAddress from './click-worklet.ts?worker&url';
import type { Listening } from './hear-clicks.ts';
import { type CameraReading, sendShownFrames, trackFrames, trackSound } from './read-track.ts';

/** `stopped`: the encoder failed and could not be opened again, or the search failed. */
export type RangeProblem = CameraProblem | 'cannot-encode' | 'camera-ended' | 'stopped';

export interface CaptureEvents {
  readonly onFacts: (facts: CaptureFacts) => void;
  /** `struckAtMs`: milliseconds since 1970. */
  readonly onShot: (shot: Shot, struckAtMs: number) => void;
  readonly onCanHear: (canHear: boolean) => void;
  readonly onProblem: (problem: RangeProblem) => void;
}

export type Capture = ReturnType<typeof startCapture>;

/** Captures until `signal` aborts, which also closes whatever was open when this throws. */
export function startCapture(camera: OpenCamera, events: CaptureEvents, signal: AbortSignal) {
  const atEnd = (close: () => void) => signal.addEventListener('abort', close, { once: true });
  const worker = new Worker(new URL('./capture-worker.ts', import.meta.url), { type: 'module' });
  const searcher = new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' });
  const cuts = new Map<number, (made: RangeCut | null) => void>();
  let lastCut = 0;
  atEnd(() => {
    worker.terminate();
    searcher.terminate();
    for (const resolve of cuts.values()) resolve(null);
  });
  atEnd(keepAwake());
  const post = (message: ToCaptureWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  const tellSearcher = (message: ToSearchWorker, transfer: Transferable[] = []) =>
    searcher.postMessage(message, transfer);

  for (const one of [worker, searcher]) one.addEventListener('error', () => events.onProblem('stopped'));
  searcher.addEventListener('message', ({ data }: MessageEvent<FromSearchWorker>) => {
    if (signal.aborted) return;
    if ('shot' in data) events.onShot(data.shot, Math.round(1000 * data.struckAt));
    else events.onCanHear(data.canHear);
  });
  worker.addEventListener('message', ({ data }: MessageEvent<FromCaptureWorker>) => {
    if (signal.aborted) return;
    if ('facts' in data) events.onFacts(data.facts);
    else if ('problem' in data) events.onProblem(data.problem);
    else {
      cuts.get(data.cut)?.(data.made);
      cuts.delete(data.cut);
    }
  });

  // The capture ends with its own copy of the track; the picture on the page ends with the stream.
  const track = camera.track.clone();
  atEnd(() => track.stop());
  const context = openAudio(signal, { latencyHint: 'interactive' });
  const { port1: toSearcher, port2: pictures } = new MessageChannel();
  const frames = openFrames(camera.reading, track);
  atEnd(frames.stop);
  post({ start: frames.source, rate: camera.rate, pictures: toSearcher }, [toSearcher, frames.transfer]);
  const [microphone] = camera.sound?.getAudioTracks() ?? [];
  const sound = microphone && camera.reading === 'on-page' ? trackSound(microphone) : null;
  tellSearcher({ pictures, sound }, sound ? [pictures, sound as unknown as Transferable] : [pictures]);
  const { sound: heard } = camera;
  if (heard && !sound) {
    listenInWorklet(() => openSound(heard, signal, context), {
      onClick: (click) => tellSearcher({ click }),
      onCanHear(canHear) {
        tellSearcher({ canHear });
        events.onCanHear(canHear);
      },
    });
  }

  return {
    /** The frames between two camera times, as a file; null when the buffer no longer has them. */
    cut: (from: number, to: number) =>
      new Promise<RangeCut | null>((resolve) => {
        if (signal.aborted) return resolve(null);
        const id = ++lastCut;
        cuts.set(id, resolve);
        post({ cut: id, from, to });
      }),
    /** Shows the live picture late on a canvas that was never drawn on; null to stop. */
    setMirror: (canvas: OffscreenCanvas | null, delay: number) =>
      post({ mirror: canvas, delay }, canvas ? [canvas] : []),
    setMirrorDelay: (mirrorDelay: number) => post({ mirrorDelay }),
    play: (tone: Tone) => playTone(context, tone),
  };
}

interface OpenFrames {
  readonly source: FrameSource;
  /** What the worker needs to read them. */
  readonly transfer: Transferable;
  readonly stop: () => void;
}

function openFrames(reading: CameraReading, track: MediaStreamTrack): OpenFrames {
  const stop = () => undefined;
  if (reading === 'on-page') {
    const frames = trackFrames(track);
    return { source: { frames }, transfer: frames as unknown as Transferable, stop };
  }
  if (reading === 'in-worker') return { source: { track }, transfer: track as unknown as Transferable, stop };
  const { port1, port2: shown } = new MessageChannel();
  return { source: { shown }, transfer: shown, stop: sendShownFrames(track, port1).stop };
}

/** A sound to confirm a shot, or to tell its result where no voice does: it rises for the better. */
export type Tone = 'heard' | 'ready' | 'better' | 'same' | 'worse' | 'not-measured';

/** Each pitch follows the one before. */
const TONES: Readonly<Record<Tone, { readonly hz: readonly number[]; readonly seconds: number }>> = {
  heard: { hz: [660], seconds: 0.12 },
  ready: { hz: [990], seconds: 0.2 },
  better: { hz: [660, 990], seconds: 0.2 },
  same: { hz: [660, 660], seconds: 0.2 },
  worse: { hz: [660, 440], seconds: 0.2 },
  'not-measured': { hz: [330], seconds: 0.2 },
};

function playTone(context: AudioContext, tone: Tone): void {
  const { hz, seconds } = TONES[tone];
  for (const [index, pitch] of hz.entries()) {
    const start = context.currentTime + index * 1.5 * seconds;
    const gain = new GainNode(context, { gain: 0.25 });
    const oscillator = new OscillatorNode(context, { frequency: pitch });
    oscillator.connect(gain).connect(context.destination);
    gain.gain.setTargetAtTime(0, start + seconds / 2, seconds / 4);
    oscillator.start(start);
    oscillator.stop(start + 2 * seconds);
  }
}

/** Listens to a sound where the page cannot read its track, until its context is closed. */
function listenInWorklet(open: () => MediaStreamAudioSourceNode, { onClick, onCanHear }: Listening): void {
  let canHear = false;
  // On a busy device the sound's clock stands still for moments, so only its last reports count.
  const clock = createClockMatch(1.5);
  async function listen(): Promise<void> {
    const sound = open();
    await sound.context.audioWorklet.addModule(workletAddress);
    const node = new AudioWorkletNode(sound.context, 'click-processor', { numberOfOutputs: 0 });
    node.port.addEventListener('message', ({ data }: MessageEvent<WorkletReport>) => {
      clock.note(data.now, (performance.timeOrigin + performance.now()) / 1000);
      if (data.canHear !== canHear) {
        canHear = data.canHear;
        onCanHear(canHear);
      }
      for (const click of data.clicks) onClick({ ...click, time: clock.toReceiver(click.time) ?? click.time });
    });
    node.port.start();
    sound.connect(node);
  }
  void listen().catch(() => onCanHear(false));
}
