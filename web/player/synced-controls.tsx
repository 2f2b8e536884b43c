// Play, step, time, speed, loop and layout: the row of controls under the synced preview.
import { Columns2, Keyboard, Pause, Play, Rows2 } from 'lucide-react';
import { formatClock } from '#domain/format-time.ts';
import { PLAYBACK_SPEEDS } from '#domain/playback-speed.ts';
import { PositionShape } from '#web/lib/position-shape.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { StepButtons } from './controls/step-buttons.tsx';
import { LOOP_CHOICES, type LoopChoice, loopRange } from './synced-loops.ts';
import type { SyncedPair, SyncedSwings } from './synced-pair.ts';
import { useSyncedState } from './synced-state.ts';
import { momentsOf } from './synced-timeline.tsx';

interface SyncedControlsProps {
  readonly pair: SyncedPair;
  readonly swings: SyncedSwings;
  readonly disabled: boolean;
  readonly isStacked: boolean;
  readonly onStackedChange: (isStacked: boolean) => void;
  readonly onListKeys: () => void;
}

/** The row of controls of one pair. */
export function SyncedControls(props: SyncedControlsProps) {
  const { pair, swings, disabled, isStacked, onStackedChange, onListKeys } = props;
  const speed = useSyncedState(pair, (state) => state.speed);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <Transport pair={pair} disabled={disabled} />
      <Jumps pair={pair} swings={swings} disabled={disabled} />
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label="Playback speed"
          value={String(speed)}
          onValueChange={(value) => pair.setSpeed(Number(value))}
          options={PLAYBACK_SPEEDS.map((factor) => ({ value: String(factor), label: `${factor}x` }))}
          disabled={disabled}
        />
        <LoopSelect pair={pair} swings={swings} disabled={disabled} />
        <Button
          variant="ghost"
          size="icon"
          className="sm:hidden"
          aria-label={isStacked ? 'Show side by side' : 'Show one above the other'}
          onClick={() => onStackedChange(!isStacked)}
        >
          {isStacked ? (
            <Columns2 aria-hidden="true" className="size-5" />
          ) : (
            <Rows2 aria-hidden="true" className="size-5" />
          )}
        </Button>
        <Tooltip content="Keyboard (?)">
          <Button variant="ghost" size="icon" aria-label="List the keys" onClick={onListKeys}>
            <Keyboard aria-hidden="true" className="size-5" />
          </Button>
        </Tooltip>
      </div>
    </div>
  );
}

function Transport({ pair, disabled }: Pick<SyncedControlsProps, 'pair' | 'disabled'>) {
  const playing = useSyncedState(pair, (state) => state.playing);
  const at = useSyncedState(pair, (state) => state.at);
  const Icon = playing ? Pause : Play;
  return (
    <div className="flex items-center gap-2">
      <StepButtons disabled={disabled} onStep={pair.step}>
        <Tooltip content={playing ? 'Pause (space)' : 'Play (space)'}>
          <Button size="icon" aria-label={playing ? 'Pause' : 'Play'} disabled={disabled} onClick={pair.togglePlay}>
            <Icon aria-hidden="true" className="size-5" />
          </Button>
        </Tooltip>
      </StepButtons>
      <time className="figures ml-1 font-semibold">{formatClock(at)}</time>
    </div>
  );
}

/** To the visitor's own positions. */
function Jumps({ pair, swings, disabled }: Pick<SyncedControlsProps, 'pair' | 'swings' | 'disabled'>) {
  return (
    <div className="flex sm:mr-auto">
      {momentsOf(swings, 'user').map(({ position, at }) => (
        <Tooltip key={position} content={`Your ${position}`}>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Go to your ${position}`}
            disabled={disabled}
            onClick={() => pair.goTo(at)}
          >
            <span className="text-you">
              <PositionShape position={position} />
            </span>
          </Button>
        </Tooltip>
      ))}
    </div>
  );
}

const LOOP_WORDS: Readonly<Record<LoopChoice, string>> = {
  once: 'Play once',
  whole: 'Loop all',
  'rest-to-strike': 'Loop rest to strike',
  downswing: 'Loop downswing',
};

function LoopSelect({ pair, swings, disabled }: Pick<SyncedControlsProps, 'pair' | 'swings' | 'disabled'>) {
  const loop = useSyncedState(pair, (state) => state.loop);
  const choices = LOOP_CHOICES.filter((choice) => loopRange(swings.plan, choice, swings.marks.user) !== null);
  return (
    <Select
      label="Loop"
      value={choices.includes(loop) ? loop : 'whole'}
      onValueChange={(value) => pair.setLoop(value as LoopChoice)}
      options={choices.map((choice) => ({ value: choice, label: LOOP_WORDS[choice] }))}
      disabled={disabled}
    />
  );
}
