// Hears clicks in the sound of the microphone's track. Every piece carries the time at which it was recorded, so a device
// that is short of time reports a click late, but never at a wrong time. An audio context's clock stands still then.
import { createClickDetector, type RangeClick } from '#domain/range/clicks.ts';
import { createClockMatch } from '#domain/range/clock-match.ts';

export interface Listening {
  /** Called with each click; its time is a wall time in seconds. */
  readonly onClick: (click: RangeClick) => void;
  /** Called when the microphone begins or stops to deliver sound. */
  readonly onCanHear: (canHear: boolean) => void;
  /** Called after each piece with the wall time in seconds up to which all clicks have been reported. */
  readonly onHeardUntil?: (time: number) => void;
}

export type SoundPiece = Pick<AudioData, 'sampleRate' | 'numberOfFrames' | 'timestamp' | 'copyTo' | 'close'>;

const MICROSECONDS = 1e6;
/** How long the match of the clocks remembers, in seconds. */
const REMEMBERED = 10;
/** Times that step back by more than this, in seconds, begin a new clock. */
const STEP_BACK = 0.05;

/** Listens until the track ends. */
export async function hearClicks(
  sound: ReadableStream<SoundPiece>,
  { onClick, onCanHear, onHeardUntil }: Listening,
): Promise<void> {
  let clock = createClockMatch(REMEMBERED);
  const reader = sound.getReader();
  let detector: ReturnType<typeof createClickDetector> | null = null;
  let listened = 0;
  let heardTo = Number.NEGATIVE_INFINITY;
  let canHear = false;
  for (;;) {
    const { value: piece, done } = await reader.read();
    if (done || !piece) return;
    const { sampleRate, numberOfFrames, timestamp } = piece;
    const time = timestamp / MICROSECONDS;
    const samples = new Float32Array(numberOfFrames);
    piece.copyTo(samples, { planeIndex: 0, format: 'f32-planar' });
    piece.close();
    if (time < heardTo - STEP_BACK) {
      // Chromium gives the first piece of a track a time of another clock.
      clock = createClockMatch(REMEMBERED);
      detector = null;
      listened = 0;
    }
    heardTo = time + numberOfFrames / sampleRate;
    clock.note(heardTo, (performance.timeOrigin + performance.now()) / 1000);
    detector ??= createClickDetector(sampleRate);
    // Lost pieces move the detector's own count against the recording.
    const begun = time - listened / sampleRate;
    listened += numberOfFrames;
    const clicks = detector.listen(samples);
    if (canHear !== detector.canHear()) {
      canHear = !canHear;
      onCanHear(canHear);
    }
    for (const click of clicks) {
      const struckAt = begun + click.time;
      onClick({ ...click, time: clock.toReceiver(struckAt) ?? struckAt });
    }
    onHeardUntil?.(clock.toReceiver(time) ?? time);
  }
}
