// Clicks at rest, top and strike: with the live comparison, or alone as a loop to swing to. Off by default.
import { AudioLines, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { SIDES, type Side } from '#domain/comparison/comparison-choices.ts';
import { toPlanTime } from '#domain/comparison/timeline.ts';
import { inTrueTime } from '#domain/swing/slow-motion.ts';
import { POSITIONS, timeOf } from '#domain/swing/swing.ts';
import { sourceTime } from '#domain/time.ts';
import type { SyncedPair, SyncedSwings } from '#web/player/synced/synced-pair.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { say, words } from '#web/words/words.ts';
import { TonePlayer } from './tone-player.ts';
import { type ToneTimes, toneLoop } from './tone-scheduler.ts';

interface TempoTonesProps {
  readonly pair: SyncedPair;
  readonly swings: SyncedSwings;
  /** How many times slower than real life each clip plays. */
  readonly slowMotionFactors: Readonly<Record<Side, number>>;
  readonly names: Readonly<Record<Side, string>>;
}

/** The choice of the side whose tempo is played, and the button for the loop. */
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
        <Button variant="secondary" size="small" aria-pressed={isLooping} onClick={() => sound(side, !isLooping)}>
          {isLooping ? <Square className="size-5" /> : <AudioLines className="size-5" />}
          {isLooping ? words.preview.tonesStop : words.preview.tonesLoop}
        </Button>
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
