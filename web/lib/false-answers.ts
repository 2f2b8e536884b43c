// What this browser says that it can do and could not on this device. Remembered until the browser has another version, so that the
// next try goes another way at once.
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

/** What was learned in this page or worker. A worker has no storage: the page tells it what is known, and is told what it learns. */
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
}

function stored(): readonly FalseAnswer[] {
  const value = orNull(() => JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Stored> | null);
  return Array.isArray(value?.answers) && value.browser === navigator.userAgent ? value.answers : [];
}

function store(answers: readonly FalseAnswer[]): void {
  orNull(() => localStorage.setItem(KEY, JSON.stringify({ browser: navigator.userAgent, answers } satisfies Stored)));
}
