// Listens to the microphone for clicks.

import type { RangeClick } from '#domain/range/clicks.ts';
import { createClockMatch } from '#domain/range/clock-match.ts';
import type { WorkletReport } from './click-worklet.ts';
import workletAddress from './click-worklet.ts?worker&url';

/** The listener's reports. */
export interface Listening {
  /** Called with each click; its time is a wall time in seconds. */
  readonly onClick: (click: RangeClick) => void;
  /** Called when the microphone begins or stops to deliver sound. */
  readonly onCanHear: (canHear: boolean) => void;
}

/** A sound to confirm a shot. */
export type Tone = 'heard' | 'ready';

const TONES: Readonly<Record<Tone, { readonly hz: number; readonly seconds: number }>> = {
  heard: { hz: 660, seconds: 0.12 },
  ready: { hz: 990, seconds: 0.2 },
};

/** A running listener. */
export interface Listener {
  readonly play: (tone: Tone) => void;
  readonly stop: () => void;
}

/** Starts to listen to a stream with sound. Rejects where this browser cannot. */
export async function listenForClicks(stream: MediaStream, { onClick, onCanHear }: Listening): Promise<Listener> {
  const context = new AudioContext({ latencyHint: 'interactive' });
  let canHear = false;
  // On a busy device the sound's clock stands still for moments, so only its last reports count.
  const clock = createClockMatch(1.5);
  await context.audioWorklet.addModule(workletAddress);
  const node = new AudioWorkletNode(context, 'click-processor', { numberOfOutputs: 0 });
  node.port.addEventListener('message', ({ data }: MessageEvent<WorkletReport>) => {
    clock.note(data.now, (performance.timeOrigin + performance.now()) / 1000);
    if (data.hasSound !== canHear) {
      canHear = data.hasSound;
      onCanHear(canHear);
    }
    for (const click of data.clicks) onClick({ ...click, time: clock.toReceiver(click.time) ?? click.time });
  });
  node.port.start();
  context.createMediaStreamSource(stream).connect(node);
  // A page that was opened by a reload may start its sound only after a press.
  void context.resume();
  return {
    play(tone) {
      const { hz, seconds } = TONES[tone];
      const gain = new GainNode(context, { gain: 0.25 });
      const oscillator = new OscillatorNode(context, { frequency: hz });
      oscillator.connect(gain).connect(context.destination);
      gain.gain.setTargetAtTime(0, context.currentTime + seconds / 2, seconds / 4);
      oscillator.start();
      oscillator.stop(context.currentTime + 2 * seconds);
    },
    stop: () => void context.close(),
  };
}
