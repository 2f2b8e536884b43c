// Executes keyboard commands on a player.
import type { Position } from '#domain/swing/swing.ts';
import type { ControlledPlayer } from '#web/player/controlled/controlled-player.ts';
import type { PlayerCommand } from './player-keys.ts';

interface CommandScreen {
  readonly speeds: readonly number[];
  readonly onListKeys: () => void;
  readonly onFullScreen: () => void;
  readonly onMute?: (() => void) | undefined;
  readonly onMark?: ((position: Position) => void) | undefined;
  readonly onPosition?: ((position: Position) => void) | undefined;
}

/** Executes one command. While a key is held, only steps repeat. */
export function carryOut(
  player: ControlledPlayer,
  command: PlayerCommand,
  isRepeat: boolean,
  screen: CommandScreen,
): void {
  if (command.does === 'step' || command.does === 'frame') {
    const move = command.does === 'step' ? player.step : player.moveFrames;
    move(command.count, { isRepeat });
  } else if (!isRepeat) carryOutOnce(player, command, screen);
}

function carryOutOnce(
  player: ControlledPlayer,
  command: Exclude<PlayerCommand, { does: 'step' } | { does: 'frame' }>,
  screen: CommandScreen,
): void {
  const { speed } = player.getState();
  const change = (next: number | undefined) => next !== undefined && player.setSpeed(next);
  switch (command.does) {
    case 'mark':
      screen.onMark?.(command.position);
      break;
    case 'position':
      screen.onPosition?.(command.position);
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
      screen.onMute?.();
      break;
    case 'full-screen':
      screen.onFullScreen();
      break;
    case 'list-keys':
      screen.onListKeys();
      break;
    case 'faster':
      change(screen.speeds.find((factor) => factor > speed));
      break;
    case 'slower':
      change(screen.speeds.findLast((factor) => factor < speed));
      break;
  }
}
