// The session when the browser's session storage is full or switched off.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Choices } from '#contract/merges.ts';
import { FIRST_CHOICES, FRAMINGS, GHOST_LOOKS, LAYOUTS } from '#domain/comparison/comparison-choices.ts';
import { storedChoices } from '#domain/comparison/stored-choices.ts';
import { SIDES } from '#domain/side.ts';
import {
  clearSession,
  readDrawn,
  readSession,
  type SessionVideo,
  writeDrawn,
  writeSession,
} from '#web/clip/comparison-session.ts';

/** A browser's session storage with a capacity in characters. */
class SmallStorage {
  readonly values = new Map<string, string>();
  capacity = Number.POSITIVE_INFINITY;
  getItem(key: string): string | null {
    return this.values.get(key) ?? null;
  }
  removeItem(key: string): void {
    this.values.delete(key);
  }
  setItem(key: string, text: string): void {
    const others = [...this.values].reduce((sum, [other, { length }]) => sum + (other === key ? 0 : length), 0);
    if (others + text.length > this.capacity) throw new DOMException('Full', 'QuotaExceededError');
    this.values.set(key, text);
  }
}

let storage: SmallStorage;
beforeEach(() => {
  storage = new SmallStorage();
  vi.stubGlobal('sessionStorage', storage);
  clearSession();
});
afterEach(() => void vi.unstubAllGlobals());

function markedAt(strikeTime: number): SessionVideo {
  const annotations = { restTime: 1, topTime: 2, strikeTime };
  return { url: '', clipId: 'a', fileName: 'a.mp4', annotations, slowMotionFactor: null, proposedFactor: null };
}

const strikeTime = () => (readSession().userVideo as SessionVideo).annotations.strikeTime;

test('reads the newest marks when the storage is full, and never restores older ones after a reload', () => {
  writeSession({ userVideo: markedAt(3) });
  storage.capacity = 1;
  writeSession({ userVideo: markedAt(4) });
  expect(strikeTime()).toBe(4);
  expect(storage.getItem('userVideo')).toBeNull();
  writeSession({ userVideo: null });
  expect(readSession().userVideo).toBeNull();
  storage.capacity = 10_000;
  writeSession({ userVideo: markedAt(5) });
  expect(strikeTime()).toBe(5);
  expect(storage.getItem('userVideo')).not.toBeNull();
});

test('moves drawings to memory to make room for marks', () => {
  storage.capacity = 1000;
  writeDrawn('d'.repeat(990));
  writeSession({ userVideo: markedAt(3) });
  expect(storage.getItem('userVideo')).not.toBeNull();
  expect(readDrawn()).toBe('d'.repeat(990));
});

test('reads the newest drawings even when they do not fit', () => {
  writeDrawn('first');
  storage.capacity = 6;
  writeDrawn('the second drawing');
  expect(readDrawn()).toBe('the second drawing');
  expect(storage.getItem('drawings')).toBeNull();
});

/** Every copy of a value with one of its leaves replaced by one of `replacements`. */
function* withOneLeaf(value: unknown, replacements: readonly unknown[]): Generator<unknown> {
  if (typeof value !== 'object' || value === null) {
    yield* replacements;
    return;
  }
  // The session keeps slow-motion factors with the clips.
  for (const [key, part] of Object.entries(value).filter(([name]) => name !== 'slowMotionFactor')) {
    for (const changed of withOneLeaf(part, replacements)) yield { ...value, [key]: changed };
  }
}

test('keeps exactly the choices that the server accepts', () => {
  const box = { headPermille: 100, solesPermille: 900, middlePermille: 500 };
  // Whether a layout was chosen concerns the page alone.
  const { isLayoutOpen: _, ...first } = FIRST_CHOICES;
  const choices = { ...first, user: { ...first.user, box } };
  const numbers = Array.from({ length: 321 }, (_, index) => index - 110);
  const texts = [...SIDES, ...LAYOUTS, ...FRAMINGS, ...GHOST_LOOKS, '', 'x'.repeat(400)];
  let accepted = 0;
  for (const candidate of withOneLeaf(choices, [...numbers, 999, 1000, 1001, 0.5, ...texts, true, false, null])) {
    const isAccepted = Choices.safeParse(candidate).success;
    const isKept = JSON.stringify(storedChoices(candidate)) === JSON.stringify(candidate);
    if (isAccepted) accepted++;
    if (isKept !== isAccepted) expect.fail(`${JSON.stringify(candidate)} is ${isAccepted ? 'accepted' : 'refused'}`);
  }
  expect(accepted).toBeGreaterThan(500);
});
