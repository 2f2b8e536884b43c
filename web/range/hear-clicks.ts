// Hears clicks in the sound of the microphone's track. Every piece carries the time at which it was recorded, so a device
// that is short of time reports a click late, but never at a wrong time. An audio context's clock stands still then.
import { createClickDetector, MUTED_AFTER, type RangeClick } from '#domain/range/clicks.ts';
import { createClockMatch } from '#domain/range/clock-match.ts';

/** The listener's reports. */
export interface Listening {
  /** Called with each click; its time is a wall time in seconds. */
  readonly onClick: (click: RangeClick) => void;
  /** Called when the microphone begins or stops to deliver sound. */
  readonly onCanHear: (canHear: boolean) => void;
}

const MICROSECONDS = 1e6;
/** How long the match of the clocks remembers, in seconds. */
const REMEMBERED = 10;

/** Listens until the track ends. */
export async function hearClicks(sound: ReadableStream<AudioData>, { onClick, onCanHear }: Listening): Promise<void> {
  const clock = createClockMatch(REMEMBERED);
  const reader = sound.getReader();
  let detector: ReturnType<typeof createClickDetector> | null = null;
  let listened = 0;
  let soundAt = Number.NEGATIVE_INFINITY;
  let canHear = false;
  for (;;) {
    const { value: piece, done } = await reader.read();
    if (done || !piece) return;
    const { sampleRate, numberOfFrames, timestamp } = piece;
    const time = timestamp / MICROSECONDS;
    const samples = new Float32Array(numberOfFrames);
    piece.copyTo(samples, { planeIndex: 0, format: 'f32-planar' });
    piece.close();
    clock.note(time + numberOfFrames / sampleRate, (performance.timeOrigin + performance.now()) / 1000);
    if (samples.some((sample) => sample !== 0)) soundAt = time;
    if (canHear !== time - soundAt < MUTED_AFTER) {
      canHear = !canHear;
      onCanHear(canHear);
    }
    detector ??= createClickDetector(sampleRate);
    // Lost pieces move the detector's own count against the recording.
    const begun = time - listened / sampleRate;
    listened += numberOfFrames;
    for (const click of detector.listen(samples)) {
      const struckAt = begun + click.time;
      onClick({ ...click, time: clock.toReceiver(struckAt) ?? struckAt });
    }
  }
}
