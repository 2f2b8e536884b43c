// The row of controls under the synced preview: play, step, time, speed, loop, layout.
import { Keyboard, Pause, Play } from 'lucide-react';
import { LAYOUTS, type Layout } from '#domain/comparison/comparison-choices.ts';
import { PLAYBACK_SPEEDS } from '#domain/video/playback-speed.ts';
import { StepButtons } from '#web/player/controls/step-buttons.tsx';
import type { PictureZoom } from '#web/player/controls/use-zoom.ts';
import { ZoomButton } from '#web/player/controls/zoom-button.tsx';
import { PositionShape } from '#web/swing/position-shape.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { formatClock } from '#web/words/format-time.ts';
import { say, words } from '#web/words/words.ts';
import { LOOP_CHOICES, type LoopChoice, loopRange } from './synced-loops.ts';
import type { SyncedPair, SyncedSwings } from './synced-pair.ts';
import { useSyncedState } from './synced-state.ts';
import { momentsOf } from './synced-timeline.tsx';

interface SyncedControlsProps {
  readonly pair: SyncedPair;
  readonly swings: SyncedSwings;
  readonly disabled: boolean;
  readonly layout: Layout;
  readonly onLayoutChange: (layout: Layout) => void;
  readonly pictureZoom: PictureZoom;
  readonly onListKeys: () => void;
}

/** The row of controls of one pair. */
export function SyncedControls(props: SyncedControlsProps) {
  const { pair, swings, disabled, layout, onLayoutChange, pictureZoom, onListKeys } = props;
  const speed = useSyncedState(pair, (state) => state.speed);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <Transport pair={pair} disabled={disabled} />
      <Jumps pair={pair} swings={swings} disabled={disabled} />
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label={words.player.speedChoice}
          value={String(speed)}
          onValueChange={(value) => pair.setSpeed(Number(value))}
          options={PLAYBACK_SPEEDS.map((factor) => ({
            value: String(factor),
            label: say(words.player.speed, { speed: factor }),
          }))}
          disabled={disabled}
        />
        <LoopSelect pair={pair} swings={swings} disabled={disabled} />
        <Select
          label={words.player.layout}
          value={layout}
          onValueChange={(value) => onLayoutChange(value as Layout)}
          options={LAYOUTS.map((choice) => ({ value: choice, label: words.player.layouts[choice] }))}
        />
        <ZoomButton scale={pictureZoom.zoom.scale} disabled={disabled} onZoom={pictureZoom.zoomIn} />
        <Tooltip content={words.player.keysTip}>
          <Button
            variant="ghost"
            size="icon"
            className="pointer-coarse:hidden"
            aria-label={words.player.listKeys}
            onClick={onListKeys}
          >
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
        <Tooltip content={playing ? words.player.pauseTip : words.player.playTip}>
          <Button
            size="icon"
            aria-label={playing ? words.actions.pause : words.actions.play}
            disabled={disabled}
            onClick={pair.togglePlay}
          >
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
        <Tooltip key={position} content={say(words.player.yours, { position: words.swing.positionsInText[position] })}>
          <Button
            variant="ghost"
            size="icon"
            aria-label={say(words.player.goToYours, { position: words.swing.positionsInText[position] })}
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

function LoopSelect({ pair, swings, disabled }: Pick<SyncedControlsProps, 'pair' | 'swings' | 'disabled'>) {
  const loop = useSyncedState(pair, (state) => state.loop);
  const choices = LOOP_CHOICES.filter((choice) => loopRange(swings.plan, choice, swings.marks.user) !== null);
  return (
    <Select
      label={words.player.loop}
      value={choices.includes(loop) ? loop : 'whole'}
      onValueChange={(value) => pair.setLoop(value as LoopChoice)}
      options={choices.map((choice) => ({ value: choice, label: words.player.loops[choice] }))}
      disabled={disabled}
    />
  );
}
