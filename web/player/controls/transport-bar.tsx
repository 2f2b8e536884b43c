// The row of controls under a video: play, step, time, speed, sound.
import { Keyboard, Pause, Play, Volume2, VolumeX } from 'lucide-react';
import type { ReactNode } from 'react';
import { frameIndexAt } from '#domain/video/frame-times.ts';
import type { FramePlayer } from '#web/player/engine/frame-player.ts';
import { usePlayerState } from '#web/player/engine/use-player.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { formatClock } from '#web/words/format-time.ts';
import { say, words } from '#web/words/words.ts';
import { StepButtons } from './step-buttons.tsx';

interface TransportBarProps {
  readonly player: FramePlayer;
  readonly speeds: readonly number[];
  readonly disabled: boolean;
  readonly onListKeys: () => void;
  /** Whether there is anything to hear; merged videos have no sound (design §1). */
  readonly hasSound?: boolean;
  /** Stands between the two halves of the row where that breaks in two, full width; left out on wide screens. */
  readonly underThumb?: ReactNode;
  /** More buttons at the end of the row. */
  readonly children?: ReactNode;
}

/** The row of controls of one player. */
export function TransportBar(props: TransportBarProps) {
  const { player, speeds, disabled, onListKeys, hasSound = true, underThumb, children } = props;
  const speed = usePlayerState(player, (state) => state.playbackRate);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex items-center gap-2">
        <StepButtons disabled={disabled} onStep={player.step}>
          <PlayButton player={player} disabled={disabled} />
        </StepButtons>
        <Position player={player} />
      </div>
      {underThumb && <div className="grid basis-full gap-2 lg:hidden">{underThumb}</div>}
      <div className="flex items-center gap-2">
        <Select
          label={words.player.speedChoice}
          value={String(speed)}
          onValueChange={(value) => player.setSpeed(Number(value))}
          options={speeds.map((factor) => ({
            value: String(factor),
            label: say(words.player.speed, { speed: factor }),
          }))}
          disabled={disabled}
        />
        {hasSound && <SoundButton player={player} disabled={disabled} />}
        {children}
        <Tooltip content={words.player.keysTip}>
          <Button variant="ghost" size="icon" aria-label={words.player.listKeys} onClick={onListKeys}>
            <Keyboard aria-hidden="true" className="size-5" />
          </Button>
        </Tooltip>
      </div>
    </div>
  );
}

interface ButtonProps {
  readonly player: FramePlayer;
  readonly disabled: boolean;
}

function PlayButton({ player, disabled }: ButtonProps) {
  const paused = usePlayerState(player, (state) => state.paused);
  const Icon = paused ? Play : Pause;
  return (
    <Tooltip content={paused ? words.player.playTip : words.player.pauseTip}>
      <Button
        size="icon"
        variant="secondary"
        aria-label={paused ? words.actions.play : words.actions.pause}
        disabled={disabled}
        onClick={player.togglePlay}
      >
        <Icon aria-hidden="true" className="size-5" />
      </Button>
    </Tooltip>
  );
}

function SoundButton({ player, disabled }: ButtonProps) {
  const muted = usePlayerState(player, (state) => state.muted);
  const Icon = muted ? VolumeX : Volume2;
  return (
    <Tooltip content={muted ? words.player.unmuteTip : words.player.muteTip}>
      <Button
        variant="ghost"
        size="icon"
        aria-label={muted ? words.player.unmute : words.player.mute}
        disabled={disabled}
        onClick={() => player.setMuted(!muted)}
      >
        <Icon aria-hidden="true" className="size-5" />
      </Button>
    </Tooltip>
  );
}

/** The time on screen as m:ss.t and which frame of how many it is. */
function Position({ player }: { readonly player: FramePlayer }) {
  const time = usePlayerState(player, (state) => state.shownTime);
  const frameTimes = usePlayerState(player, (state) => state.clip?.frameTimes ?? null);
  return (
    <p className="figures ml-1 leading-tight">
      <time className="block font-semibold">{formatClock(time)}</time>
      {frameTimes && (
        <span className="block text-sm whitespace-nowrap text-ink-soft">
          {say(words.player.frameOf, { frame: frameIndexAt(frameTimes, time) + 1, count: frameTimes.length })}
        </span>
      )}
    </p>
  );
}
