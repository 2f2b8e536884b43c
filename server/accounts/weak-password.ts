// Which passwords are refused for a new account: short ones and those that guessing begins with. Pure.
// A list of words with rules instead of a long list of passwords: "Passw0rd!23" falls with "password".

/** The shortest password, in characters. */
export const SHORTEST_PASSWORD = 8;

/** Words that guessing begins with, without the digits and signs that people put in and behind them. */
const GUESSED_WORDS = `
  abcdefgh account admin administrator baseball basketball birdie blessed bogey changeme charlie computer
  default dragon fairway football freedom fuckyou golf golfer golfing golfswing google guest hello holeinone
  iloveyou internet jesus letmein login loveyou master michael monkey mustang nothing pass passwd password
  princess qazwsx qazwsxedc qwert qwerty qwertyuiop root samsung secret shadow soccer starwars summer sunshine
  superman swing swingmark test tester testing tiger trustno user username welcome whatever winter zxcvbnm
`
  .trim()
  .split(/\s+/);

/** Rows of keys and letters along which a finger slides; either direction counts. */
const RUNS = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb',
];
const FEWEST_DIFFERENT_CHARACTERS = 4;
/** A name this short is found in too many good passwords to forbid it. */
const SHORTEST_FORBIDDEN_NAME = 4;

const TOO_SHORT = `Please use a password of at least ${SHORTEST_PASSWORD} characters`;
const TOO_COMMON = 'This password is among the first that are guessed. Please choose another one.';
const LIKE_NAME = 'Please choose a password that is not your name or email address';

/** The sentence that says why a password is refused, or null. `names` are what the password must not be made of. */
export function weakPasswordProblem(password: string, names: readonly string[]): string | null {
  const text = password.normalize('NFKC').toLowerCase();
  if ([...text].length < SHORTEST_PASSWORD) return TOO_SHORT;
  if (new Set(text).size < FEWEST_DIFFERENT_CHARACTERS || isRun(text) || isGuessedWord(text)) return TOO_COMMON;
  return names.some((name) => isMadeOf(text, name.toLowerCase())) ? LIKE_NAME : null;
}

/** `password`, `P@ssw0rd1!`, `golfgolf2026`: one guessed word, once or more, and nothing else but digits and signs. */
function isGuessedWord(text: string): boolean {
  const trimmed = text.replace(/^[^\p{L}@$]+|[^\p{L}]+$/gu, '');
  return [trimmed, plainLetters(trimmed), plainLetters(text)].some((stem) =>
    GUESSED_WORDS.some((word) => stem.includes(word) && stem.replaceAll(word, '') === ''),
  );
}

function plainLetters(text: string): string {
  const plain: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't' };
  return text
    .replace(/[@$!]/g, (sign) => ({ '@': 'a', $: 's', '!': 'i' })[sign] ?? '')
    .replace(/\d/g, (digit) => plain[digit] ?? '')
    .replace(/[^\p{L}]/gu, '');
}

/** Whether the whole text slides along one row, possibly again and again: `12345678`, `87654321`, `qwertyqwerty`. */
function isRun(text: string): boolean {
  const once = /^(.{3,}?)\1+$/u.exec(text)?.[1] ?? text;
  const backward = [...once].reverse().join('');
  return RUNS.some((run) => run.includes(once) || run.includes(backward));
}

function isMadeOf(text: string, name: string): boolean {
  return name.length >= SHORTEST_FORBIDDEN_NAME && text.replaceAll(name, '').replace(/[^\p{L}]/gu, '') === '';
}
