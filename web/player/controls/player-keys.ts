// The player's key bindings, what each does, and the list that `?` shows.
import type { Position } from '#domain/swing/swing.ts';
import { latinKey } from '#web/lib/single-keys.ts';
import type { ControlledPlayer } from '#web/player/controlled/controlled-player.ts';
import { words } from '#web/words/words.ts';

export type PlayerCommand =
  | { readonly does: 'play' | 'start' | 'end' | 'mute' | 'slower' | 'faster' | 'full-screen' | 'list-keys' }
  | { readonly does: 'step'; readonly count: number }
  | { readonly does: 'frame'; readonly count: number }
  | { readonly does: 'mark' | 'position'; readonly position: Position };

/** The parts of a keyboard event that determine the command. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Steps per press of an arrow key while Shift is held. */
const SHIFT_STEPS = 10;

const COMMANDS: ReadonlyMap<string, PlayerCommand> = new Map([
  [' ', { does: 'play' }],
  ['k', { does: 'play' }],
  [',', { does: 'frame', count: -1 }],
  ['.', { does: 'frame', count: 1 }],
  ['arrowleft', { does: 'step', count: -1 }],
  ['arrowright', { does: 'step', count: 1 }],
  ['home', { does: 'start' }],
  ['end', { does: 'end' }],
  ['<', { does: 'slower' }],
  ['>', { does: 'faster' }],
  ['m', { does: 'mute' }],
  ['f', { does: 'full-screen' }],
  ['?', { does: 'list-keys' }],
  ['1', { does: 'position', position: 'rest' }],
  ['2', { does: 'position', position: 'top' }],
  ['3', { does: 'position', position: 'strike' }],
  ['r', { does: 'mark', position: 'rest' }],
  ['t', { does: 'mark', position: 'top' }],
  ['s', { does: 'mark', position: 'strike' }],
]);

/** The command of a key press, or null. Presses with Ctrl, Cmd or Alt are left to the browser. */
export function commandOf(press: KeyPress, canMark: boolean): PlayerCommand | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  const command = COMMANDS.get(latinKey(press)) ?? null;
  if (command?.does === 'mark') return canMark && !press.shiftKey ? command : null;
  return command?.does === 'step' && press.shiftKey ? { ...command, count: command.count * SHIFT_STEPS } : command;
}

/** Whether a key is a single character, which the setting can turn off. Space, arrows, Home and End do not count. */
export function isSingleCharacter(key: string): boolean {
  return key.length === 1 && key !== ' ';
}

/** Whether other focused controls use this key themselves: arrows change their value, Space presses them. */
export function isControlKey(key: string): boolean {
  return key === ' ' || key === 'Home' || key === 'End' || key.startsWith('Arrow');
}

const keyNames = words.player.keyNames;
const keyMeanings = words.player.keyMeanings;

export const KEY_LIST: readonly {
  readonly keys: readonly string[];
  readonly meaning: string;
  readonly marks?: true;
}[] = [
  { keys: [keyNames.space, 'K'], meaning: keyMeanings.play },
  { keys: [',', '.'], meaning: keyMeanings.frame },
  { keys: ['←', '→'], meaning: keyMeanings.step },
  { keys: [keyNames.shiftLeft, keyNames.shiftRight], meaning: keyMeanings.steps },
  { keys: ['1', '2', '3'], meaning: keyMeanings.positions },
  { keys: ['R'], meaning: keyMeanings.rest, marks: true },
  { keys: ['T'], meaning: keyMeanings.top, marks: true },
  { keys: ['S'], meaning: keyMeanings.strike, marks: true },
  { keys: [keyNames.home, keyNames.end], meaning: keyMeanings.ends },
  { keys: ['<', '>'], meaning: keyMeanings.speed },
  { keys: ['M'], meaning: keyMeanings.sound },
  { keys: ['F'], meaning: keyMeanings.fullScreen },
  { keys: ['?'], meaning: keyMeanings.listKeys },
];

interface CommandScreen {
  readonly speeds: readonly number[];
  readonly onListKeys: () => void;
  readonly onFullScreen: () => void;
  readonly onMute?: (() => void) | undefined;
  readonly onMark?: ((position: Position) => void) | undefined;
  readonly onPosition?: ((position: Position) => void) | undefined;
}

type Once = Exclude<PlayerCommand, { does: 'step' } | { does: 'frame' }>;

const ONCE: {
  readonly [Does in Once['does']]: (player: ControlledPlayer, screen: CommandScreen, command: Once) => void;
} = {
  play: (player) => player.togglePlay(),
  start: (player) => player.goToStart(),
  end: (player) => player.goToEnd(),
  mute: (_, screen) => screen.onMute?.(),
  'full-screen': (_, screen) => screen.onFullScreen(),
  'list-keys': (_, screen) => screen.onListKeys(),
  faster: (player, { speeds }) => setSpeed(player, (speed) => speeds.find((factor) => factor > speed)),
  slower: (player, { speeds }) => setSpeed(player, (speed) => speeds.findLast((factor) => factor < speed)),
  mark: (_, screen, command) => 'position' in command && screen.onMark?.(command.position),
  position: (_, screen, command) => 'position' in command && screen.onPosition?.(command.position),
};

/** Executes one command. While a key is held, only steps repeat. */
export function carryOut(
  player: ControlledPlayer,
  command: PlayerCommand,
  isRepeat: boolean,
  screen: CommandScreen,
): void {
  if (command.does === 'step') player.step(command.count, { isRepeat });
  else if (command.does === 'frame') player.moveFrames(command.count, { isRepeat });
  else if (!isRepeat) ONCE[command.does](player, screen, command);
}

function setSpeed(player: ControlledPlayer, next: (speed: number) => number | undefined): void {
  const speed = next(player.getState().speed);
  if (speed !== undefined) player.setSpeed(speed);
}
