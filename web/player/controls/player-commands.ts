// Executes keyboard commands on a player.
import type { Position } from '#domain/swing/swing.ts';
import type { FramePlayer } from '#web/player/engine/frame-player.ts';
import type { PlayerCommand } from './player-keys.ts';

interface CommandScreen {
  readonly speeds: readonly number[];
  readonly onListKeys: () => void;
  readonly onMark?: ((position: Position) => void) | undefined;
}

/** Carries out one command. A held key plays and marks only once. */
export function carryOut(player: FramePlayer, command: PlayerCommand, isRepeat: boolean, screen: CommandScreen): void {
  if (command.does === 'step' || command.does === 'frame') {
    const move = command.does === 'step' ? player.step : player.moveFrames;
    move(command.count, { isRepeat });
  } else if (!isRepeat) carryOutOnce(player, command, screen);
}

function carryOutOnce(
  player: FramePlayer,
  command: Exclude<PlayerCommand, { does: 'step' } | { does: 'frame' }>,
  screen: CommandScreen,
): void {
  const { muted, playbackRate } = player.getState();
  const change = (speed: number | undefined) => speed !== undefined && player.setSpeed(speed);
  switch (command.does) {
    case 'mark':
      screen.onMark?.(command.position);
      break;
    case 'play':
      player.togglePlay();
      break;
    case 'start':
      player.goToStart();
      break;
    case 'end':
      player.goToEnd();
      break;
    case 'mute':
      player.setMuted(!muted);
      break;
    case 'list-keys':
      screen.onListKeys();
      break;
    case 'faster':
      change(screen.speeds.find((factor) => factor > playbackRate));
      break;
    case 'slower':
      change(screen.speeds.findLast((factor) => factor < playbackRate));
      break;
  }
}
