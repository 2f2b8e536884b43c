// The sound button of a player whose video has sound.
import { Volume2, VolumeX } from 'lucide-react';
import type { FramePlayer } from '#web/player/engine/frame-player.ts';
import { usePlayerState } from '#web/player/engine/use-player.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { words } from '#web/words/words.ts';

interface SoundButtonProps {
  readonly player: FramePlayer;
  readonly disabled: boolean;
}

/** Switches the sound on and off. */
export function SoundButton({ player, disabled }: SoundButtonProps) {
  const muted = usePlayerState(player, (state) => state.muted);
  const Icon = muted ? VolumeX : Volume2;
  return (
    <IconButton
      label={muted ? words.player.unmute : words.player.mute}
      tip={muted ? words.player.unmuteTip : words.player.muteTip}
      disabled={disabled}
      onClick={() => player.setMuted(!muted)}
    >
      <Icon className="size-5" />
    </IconButton>
  );
}
