// The row of controls under the synced preview: play, step, time, speed, loop, layout.
import { Keyboard, Pause, Play } from 'lucide-react';
import { LAYOUTS, type Layout } from '#domain/comparison/comparison-choices.ts';
import { mergedFrameAt, toPlanTime } from '#domain/comparison/timeline.ts';
import { timeOf } from '#domain/swing/swing.ts';
import type { SourceTime } from '#domain/time.ts';
import { PLAYBACK_SPEEDS } from '#domain/video/playback-speed.ts';
import { StepButtons } from '#web/player/controls/step-buttons.tsx';
import { useLongPress } from '#web/player/controls/use-long-press.ts';
import type { PictureZoom } from '#web/player/controls/use-zoom.ts';
import { ZoomButton } from '#web/player/controls/zoom-button.tsx';
import { PositionShape } from '#web/swing/position-shape.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { formatClock } from '#web/words/format-time.ts';
import { say, words } from '#web/words/words.ts';
import { inRange, LOOP_CHOICES, type LoopChoice, loopRange, wholeRange } from './synced-loops.ts';
import type { SyncedPair, SyncedSwings } from './synced-pair.ts';
import { useSyncedState } from './synced-state.ts';
import { type Moment, momentsOf } from './synced-timeline.tsx';

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

/** To the visitor's own positions; pressed again or long where the sides do not meet, each side goes to its own. */
function Jumps({ pair, swings, disabled }: Pick<SyncedControlsProps, 'pair' | 'swings' | 'disabled'>) {
  const press = useLongPress();
  const isApart = useSyncedState(pair, (state) => state.isApart);
  return (
    <div className="flex items-center sm:mr-auto">
      {momentsOf(swings, 'user').map((moment) => {
        const inText = { position: words.swing.positionsInText[moment.position] };
        const tip = isTogether(swings, moment) ? words.player.both : words.player.yours;
        return (
          <Tooltip key={moment.position} content={say(tip, inText)}>
            <Button
              variant="ghost"
              size="icon"
              aria-label={say(words.player.goToYours, inText)}
              disabled={disabled}
              {...press(
                () => jump(pair, swings, moment),
                () => goToOwn(pair, swings, moment),
              )}
            >
              <span className="text-you">
                <PositionShape position={moment.position} />
              </span>
            </Button>
          </Tooltip>
        );
      })}
      <span role="status" className="text-sm">
        {isApart && words.player.apart}
      </span>
    </div>
  );
}

/** Whether both sides are at a position in the same merged frame, or only the visitor has it. */
function isTogether({ plan, marks }: SyncedSwings, { position, at }: Moment): boolean {
  const theirs = timeOf(marks.pro, position);
  return (
    theirs === null || mergedFrameAt(plan, at) === mergedFrameAt(plan, toPlanTime(plan, 'pro', theirs as SourceTime))
  );
}

function jump(pair: SyncedPair, swings: SyncedSwings, moment: Moment): void {
  const { playing, isApart, at } = pair.getState();
  const isThere = !playing && !isApart && at === inRange(moment.at, wholeRange(swings.plan));
  if (isThere) goToOwn(pair, swings, moment);
  else pair.goTo(moment.at);
}

/** Each side to its own moment; both together where that is the same, or the pro's is not marked. */
function goToOwn(pair: SyncedPair, swings: SyncedSwings, moment: Moment): void {
  const user = timeOf(swings.marks.user, moment.position);
  const pro = timeOf(swings.marks.pro, moment.position);
  if (user !== null && pro !== null && !isTogether(swings, moment)) {
    pair.goApart({ user: user as SourceTime, pro: pro as SourceTime });
  } else {
    pair.goTo(moment.at);
  }
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
