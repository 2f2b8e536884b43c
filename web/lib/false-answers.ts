// What this browser says that it can do and could not on this device. Remembered for a week, or until the browser has another version,
// so that the next try goes another way at once: a busy hour must not count for ever.
import { orNull } from './or-null.ts';

export type FalseAnswer =
  /** A way to encode videos, by its place among the ways. */
  | `encoder ${number}`
  /** Decoding a kind of video on the chip: `hardware avc1`. */
  | `hardware ${string}`
  /** Decoding the pictures of a kind of video for the player's steps: `pictures avc1`. */
  | `pictures ${string}`
  /** Starting the body model. */
  | 'body';

const KEY = 'swingmark:false-answers';

/** What this page or worker has learned. A worker has no storage, so the page sends it what is known and takes over what it learns. */
const learned = new Set<FalseAnswer>();

export function falseAnswers(): readonly FalseAnswer[] {
  return [...new Set([...stored(), ...learned])];
}

export function isFalse(answer: FalseAnswer): boolean {
  return falseAnswers().includes(answer);
}

export function rememberFalse(...answers: readonly FalseAnswer[]): void {
  for (const answer of answers) learned.add(answer);
  store(falseAnswers());
}

/** Forgets answers, so that they are believed again. */
export function forgetFalse(answers = falseAnswers()): void {
  for (const answer of answers) learned.delete(answer);
  store(stored().filter((one) => !answers.includes(one)));
}

interface Stored {
  readonly browser: string;
  readonly answers: readonly FalseAnswer[];
  /** When the first of them was learned, in milliseconds since 1970. */
  readonly sinceMs: number;
}

const WEEK_MS = 7 * 24 * 3600_000;

function storedNow(): Stored | null {
  const value = orNull(() => JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Stored> | null);
  const { browser = '', answers, sinceMs = 0 } = value ?? {};
  if (!Array.isArray(answers)) return null;
  const isOfNow = browser === navigator.userAgent && Date.now() - sinceMs < WEEK_MS;
  return isOfNow ? { browser, answers, sinceMs } : null;
}

const stored = (): readonly FalseAnswer[] => storedNow()?.answers ?? [];

function store(answers: readonly FalseAnswer[]): void {
  const sinceMs = storedNow()?.sinceMs ?? Date.now();
  const value: Stored = { browser: navigator.userAgent, answers, sinceMs };
  orNull(() => localStorage.setItem(KEY, JSON.stringify(value)));
}
