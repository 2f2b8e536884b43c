// Clicks at rest, top and strike: with the live comparison, or alone as a loop to swing to. Off by default.
import { AudioLines, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { toPlanTime } from '#domain/comparison/timeline.ts';
import { SIDES, type Side } from '#domain/side.ts';
import { inTrueTime } from '#domain/swing/slow-motion.ts';
import { POSITIONS, type Position, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import { sourceTime } from '#domain/time.ts';
import type { SyncedPair, SyncedSwings } from '#web/player/synced/synced-pair.ts';
import { SmallButton } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { say, words } from '#web/words/words.ts';

interface TempoTonesProps {
  readonly pair: SyncedPair;
  readonly swings: SyncedSwings;
  readonly slowMotionFactors: Readonly<Record<Side, number>>;
  readonly names: Readonly<Record<Side, string>>;
}

export function TempoTones({ pair, swings, slowMotionFactors, names }: TempoTonesProps) {
  const [side, setSide] = useState<Side | null>(null);
  const [isLooping, setLooping] = useState(false);
  const player = useRef<TonePlayer | null>(null);
  useEffect(() => () => player.current?.stop(), []);

  const loopOf = (of: Side) => toneLoop(inTrueTime(swings.marks[of], slowMotionFactors[of]));
  const sides = SIDES.filter((one) => loopOf(one) !== null);
  if (sides.length === 0) return null;

  function sound(of: Side | null, loops: boolean) {
    player.current?.stop();
    player.current = null;
    setSide(of);
    setLooping(loops);
    if (of === null) return;
    const loop = loopOf(of);
    player.current = new TonePlayer();
    if (loops && loop) {
      pair.setPlaying(false);
      player.current.loop(loop);
    } else player.current.follow(() => clockOf(pair, of));
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-2">
      <span className="label">{words.preview.tones}</span>
      <Select
        label={words.preview.tones}
        value={side ?? 'off'}
        onValueChange={(value) => sound(SIDES.find((one) => one === value) ?? null, false)}
        options={[
          { value: 'off', label: words.preview.tonesOff },
          ...sides.map((one) => ({ value: one, label: say(words.preview.tonesOf, { name: names[one] }) })),
        ]}
      />
      {side !== null && (
        <SmallButton
          icon={isLooping ? Square : AudioLines}
          aria-pressed={isLooping}
          onClick={() => sound(side, !isLooping)}
        >
          {isLooping ? words.preview.tonesStop : words.preview.tonesLoop}
        </SmallButton>
      )}
      <p className="text-sm text-ink-soft">{words.preview.tonesMeans}</p>
    </div>
  );
}

/** The clock of a playing comparison, and the times of a side's positions on it; null while paused. */
function clockOf(pair: SyncedPair, side: Side) {
  const { swings } = pair.getState();
  const clock = pair.clock();
  return swings && clock && { clock, times: toneTimes(swings, side) };
}

/** When each position of a side is reached, in seconds of plan time. */
function toneTimes({ plan, marks }: Pick<SyncedSwings, 'plan' | 'marks'>, side: Side): ToneTimes {
  const at = (time: number | null) => (time === null ? null : toPlanTime(plan, side, sourceTime(time)));
  const [rest = null, top = null, strike = null] = POSITIONS.map((position) => at(timeOf(marks[side], position)));
  return { rest, top, strike };
}

/** Pitches in hertz. The strike is higher than the others. */
const PITCH: Readonly<Record<Position, number>> = { rest: 880, top: 880, strike: 1320 };
const CLICK_SECONDS = 0.05;
const LOUDNESS = 0.5;
/** A scheduled click is rescheduled if its time moves by more than this, in milliseconds. */
const MOVED_MS = 2;
/** A click that already sounds is not repeated if its time moves by no more than this, in milliseconds. */
const SAME_CLICK_MS = 150;
/** Clicks are scheduled this far ahead. Longer than a busy page may block, or a wireless loudspeaker lags. */
export const LOOK_AHEAD_MS = 500;
/** Scheduling interval, in milliseconds: several times within the look-ahead. */
const EVERY_MS = LOOK_AHEAD_MS / 12;

interface SetClick {
  readonly atMs: number;
  /** The start on the audio clock, in seconds. */
  readonly from: number;
  readonly stop: () => void;
}

/** Plays clicks until it is stopped. Create it on a press, because browsers refuse sound otherwise. */
class TonePlayer {
  readonly #audio = new AudioContext({ latencyHint: 'interactive' });
  readonly #set = new Map<Position, SetClick>();
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Clicks along with a clock, while there is one. */
  follow(source: () => { readonly clock: ToneClock; readonly times: ToneTimes } | null): void {
    this.#every(() => {
      const running = source();
      this.#setAnew(running ? dueTones(running.times, running.clock, performance.now()) : []);
    });
  }

  loop({ tones, period }: ToneLoop): void {
    const beginsAt = this.#audio.currentTime + LOOK_AHEAD_MS / 1000;
    let swing = 0;
    this.#every(() => {
      // Each swing is scheduled while the previous one plays.
      for (; beginsAt + (swing - 1) * period < this.#audio.currentTime; swing += 1) {
        for (const { position, after } of tones) this.#click(position, beginsAt + swing * period + after);
      }
    });
  }

  stop(): void {
    clearInterval(this.#timer);
    void this.#audio.close();
  }

  #every(work: () => void): void {
    void this.#audio.resume();
    work();
    this.#timer = setInterval(work, EVERY_MS);
  }

  #setAnew(due: readonly DueTone[]): void {
    const nowMs = performance.now();
    for (const [position, { atMs, from, stop }] of this.#set) {
      const same = due.find((tone) => tone.position === position);
      const movedMs = same ? Math.abs(same.atMs - atMs) : Number.POSITIVE_INFINITY;
      const isHeard = from <= this.#audio.currentTime;
      // A clock correction must not repeat a click that sounds, so the click stays in the map while it could be due.
      if (movedMs <= (isHeard ? SAME_CLICK_MS : MOVED_MS) || (isHeard && !same && atMs > nowMs - LOOK_AHEAD_MS))
        continue;
      if (!isHeard) stop();
      this.#set.delete(position);
    }
    for (const { position, atMs } of due) {
      if (!this.#set.has(position))
        this.#set.set(position, { atMs, ...this.#click(position, this.#audioTimeOf(atMs)) });
    }
  }

  /** Converts a time of `performance.now()` to the audio clock, so that a click is heard at that time. */
  #audioTimeOf(atMs: number): number {
    const { contextTime = 0, performanceTime = 0 } = this.#audio.getOutputTimestamp();
    // The browser reports no timestamp before any sound has played.
    if (performanceTime === 0) return this.#audio.currentTime + (atMs - performance.now()) / 1000;
    return contextTime + (atMs - performanceTime) / 1000;
  }

  #click(position: Position, at: number): Pick<SetClick, 'from' | 'stop'> {
    const from = Math.max(at, this.#audio.currentTime);
    const volume = new GainNode(this.#audio, { gain: 0 });
    volume.gain.setValueAtTime(LOUDNESS, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + CLICK_SECONDS);
    const tone = new OscillatorNode(this.#audio, { frequency: PITCH[position] });
    tone.connect(volume).connect(this.#audio.destination);
    tone.start(from);
    tone.stop(from + CLICK_SECONDS);
    return { from, stop: () => tone.disconnect() };
  }
}

/** The clock of a comparison: its time at a given `performance.now()`, and its rate in seconds per second. */
interface ToneClock {
  readonly at: (nowMs: number) => number;
  readonly rate: number;
}

interface DueTone {
  readonly position: Position;
  /** When it should be heard, in time of `performance.now()`. Can be in the past at the start of a loop. */
  readonly atMs: number;
}

/** When each position is reached on the clock, in seconds; null if it is not marked. */
type ToneTimes = Readonly<Record<Position, number | null>>;

/** Maximum lateness of a click at the start of a loop, where a position coincides with the first picture. */
const FIRST_PICTURE_MS = 25;

/** The clicks between now and {@link LOOK_AHEAD_MS} from now. */
export function dueTones(times: ToneTimes, clock: ToneClock, nowMs: number): readonly DueTone[] {
  const at = clock.at(nowMs);
  return POSITIONS.flatMap((position) => {
    const time = times[position];
    if (time === null) return [];
    const inMs = ((time - at) / clock.rate) * 1000;
    return inMs >= -FIRST_PICTURE_MS && inMs <= LOOK_AHEAD_MS ? [{ position, atMs: nowMs + inMs }] : [];
  });
}

/** Time from the strike of one loop to the rest of the next, in seconds, in which the golfer can set up again. */
const BETWEEN_SWINGS = 2.5;

/** One cycle of the loop, in seconds: the time of each click after the start, and the period. */
interface ToneLoop {
  readonly tones: readonly { readonly position: Position; readonly after: number }[];
  readonly period: number;
}

/** The loop of a swing's tempo in true time; null if a position is missing or out of order. */
export function toneLoop(inTrueTime: SwingAnnotations): ToneLoop | null {
  const [rest, top, strike] = POSITIONS.map((position) => timeOf(inTrueTime, position));
  if (rest == null || top == null || strike == null || !(rest < top && top < strike)) return null;
  return {
    tones: [
      { position: 'rest', after: 0 },
      { position: 'top', after: top - rest },
      { position: 'strike', after: strike - rest },
    ],
    period: strike - rest + BETWEEN_SWINGS,
  };
}
