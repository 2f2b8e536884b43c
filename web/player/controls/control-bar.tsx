// The row of controls under every player: play, step, time, positions, speed, loop, zoom, full screen.
import { Pause, Play } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { ControlledPlayer } from '#web/player/controlled/controlled-player.ts';
import type { LoopChoice } from '#web/player/controlled/loops.ts';
import { useControlState, usePassingValue } from '#web/player/engine/use-player.ts';
import { ScreenButtons } from '#web/player/screen/screen-buttons.tsx';
import type { FullScreen } from '#web/player/screen/use-full-screen.ts';
import type { PictureZoom } from '#web/player/screen/use-zoom.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Select } from '#web/ui/select.tsx';
import { IconButton } from '#web/ui/tooltip.tsx';
import { formatClock } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';
import { StepButtons } from './step-buttons.tsx';

interface ControlBarProps {
  readonly player: ControlledPlayer;
  readonly speeds: readonly number[];
  readonly loops: readonly LoopChoice[];
  readonly pictureZoom: PictureZoom;
  readonly fullScreen: FullScreen;
  readonly disabled: boolean;
  readonly onListKeys: () => void;
  /** The number of the frame on screen, below the time. */
  readonly frame: ReactNode;
  /** Buttons that go to the positions. */
  readonly jumps: ReactNode;
  /** Full-width content between the two halves of the row where it wraps; hidden on wide screens. */
  readonly underThumb: ReactNode;
  /** More buttons, before the zoom and full screen buttons. */
  readonly children?: ReactNode;
}

export function ControlBar(props: ControlBarProps) {
  const { player, speeds, loops, pictureZoom, fullScreen, disabled, onListKeys, jumps, underThumb, children } = props;
  // The position buttons stand beside the step buttons, so the time moves below, unless `underThumb` is present.
  const timeBelow = Boolean(jumps) && !underThumb;
  const shrinking = 'min-w-0 max-sm:px-2 max-sm:[&>span:first-child]:truncate';
  return (
    // On a phone: steps and positions under the thumb, then the time and the screen buttons, then the select lists.
    <div className="flex flex-wrap items-center gap-x-2 gap-y-2">
      <div className="flex items-center gap-2 max-sm:order-1">
        <StepButtons disabled={disabled} onStep={player.step}>
          <PlayButton player={player} disabled={disabled} />
        </StepButtons>
      </div>
      <div className={timeBelow ? 'max-sm:order-3' : 'max-sm:order-1'}>
        <Reading player={player} frame={props.frame} />
      </div>
      {jumps && <div className="max-sm:order-2 max-sm:ml-auto sm:ml-2">{jumps}</div>}
      {underThumb && <div className="grid basis-full gap-2 max-sm:order-2 lg:hidden">{underThumb}</div>}
      <div className="flex min-w-0 items-center gap-2 max-sm:order-4 max-sm:gap-1 sm:ml-auto short:ml-0">
        <SpeedSelect {...{ player, speeds, disabled }} className={shrinking} />
        <LoopSelect {...{ player, loops, disabled }} className={shrinking} />
      </div>
      <div
        className={classNames(
          'ml-auto flex items-center sm:ml-0 short:ml-auto',
          timeBelow ? 'max-sm:order-3' : 'max-sm:order-4',
        )}
      >
        {children}
        <ScreenButtons {...{ pictureZoom, fullScreen, disabled, onListKeys }} />
      </div>
    </div>
  );
}

type ChoiceProps<Choice extends 'speeds' | 'loops'> = Pick<ControlBarProps, 'player' | 'disabled' | Choice> &
  Pick<ComponentProps<typeof Select>, 'className' | 'hidesValue'>;

export function SpeedSelect({ player, speeds, ...look }: ChoiceProps<'speeds'>) {
  const now = useControlState(player, (state) => state.speed);
  return (
    <Select
      label={words.player.speedChoice}
      value={String(now)}
      onValueChange={(value) => player.setSpeed(Number(value))}
      options={speeds.map((speed) => ({ value: String(speed), label: say(words.player.speed, { speed }) }))}
      {...look}
    />
  );
}

export function LoopSelect({ player, loops, ...look }: ChoiceProps<'loops'>) {
  const loop = useControlState(player, (state) => state.loop);
  return (
    <Select
      label={words.player.loop}
      value={loops.includes(loop) ? loop : 'whole'}
      onValueChange={(value) => player.setLoop(value as LoopChoice)}
      options={loops.map((choice) => ({ value: choice, label: words.player.loops[choice] }))}
      {...look}
    />
  );
}

function PlayButton({ player, disabled }: Pick<ControlBarProps, 'player' | 'disabled'>) {
  const playing = useControlState(player, (state) => state.playing);
  const Icon = playing ? Pause : Play;
  return (
    <IconButton
      variant="secondary"
      label={playing ? words.actions.pause : words.actions.play}
      tip={playing ? words.player.pauseTip : words.player.playTip}
      disabled={disabled}
      onClick={player.togglePlay}
    >
      <Icon className="size-5" />
    </IconButton>
  );
}

/** The time on screen as m:ss.t, and the frame's number. */
function Reading({ player, frame }: Pick<ControlBarProps, 'player' | 'frame'>) {
  const clock = usePassingValue(
    player,
    useControlState(player, (state) => formatClock(state.at)),
  );
  return (
    <p className="figures ml-1 leading-tight">
      <time className="steady font-semibold" data-widest={clock.replaceAll(/\d/g, '0')}>
        <span>{clock}</span>
      </time>
      {frame}
    </p>
  );
}
