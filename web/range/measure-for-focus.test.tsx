// Shots that are measured for the focus: what is told of each, by voice or tones, and the verdict over ten.
import { beforeEach, expect, test, vi } from 'vitest';
import { bodyAngles } from '#domain/body/body-angles.ts';
import { focusShot, readFocus } from '#domain/focus/focus.ts';
import { DRAWN_MARKS, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { currentFocus, keepFocus } from '#web/kept/kept-focus.ts';
import type { Tone } from './capture/capture.ts';
import { type FocusValues, measuringForFocus } from './measure-for-focus.ts';
import type { RangeSwing } from './range-swing.ts';

const SEEN = { annotations: DRAWN_MARKS, track: drawnSwing({ view: 'down-the-line', lean: 0.2 }) };
const FROM_THE_FRONT = { ...SEEN, track: drawnSwing({ view: 'face-on' }) };

/** A session of swings; `told` is what was spoken or played. */
function session(sound: FocusValues['sound'], count: number) {
  const told: string[] = [];
  const swings = Array.from(
    { length: count },
    (_, index) => ({ id: `${index}`, kind: 'shot', focusShot: null }) as unknown as RangeSwing,
  );
  let values: FocusValues & { swings: readonly RangeSwing[] } = {
    swings: [],
    sound,
    begunSet: [],
    retest: null,
    testedIds: [],
  };
  const change = (more: Partial<typeof values>) => {
    values = { ...values, ...more };
  };
  const measure = measuringForFocus({
    getState: () => values,
    change,
    changeSwing: (id, to) => change({ swings: values.swings.map((one) => (one.id === id ? to(one) : one)) }),
    play: (tone: Tone) => told.push(tone),
    isRunning: () => true,
  });
  const hit = (seen: typeof SEEN | null, options = {}) => {
    const [next] = swings.splice(0, 1);
    if (next) change({ swings: [...values.swings, next] });
    measure(values.swings.at(-1)?.id ?? '', seen, options);
  };
  return { told, hit, measure, values: () => values };
}

beforeEach(() => {
  keepFocus(
    readFocus({
      measure: 'spineTilt',
      position: 'rest',
      view: 'down-the-line',
      hand: 'right',
      knee: null,
      club: null,
      before: { value: 15, plusMinus: 4 },
      goal: 29,
      pickedAtMs: 0,
      sets: [],
    }),
  );
});

function withVoice(told: string[]): void {
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class extends EventTarget {
      readonly text: string;
      constructor(text: string) {
        super();
        this.text = text;
      }
    },
  );
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => [{ lang: 'en-US', localService: true }],
    cancel: () => undefined,
    speak: ({ text }: { text: string }) => told.push(text),
  });
}

test('a device without a voice hears the result as a tone: rising, falling or low, and nothing else', () => {
  vi.stubGlobal('speechSynthesis', { getVoices: () => [{ lang: 'fr-FR' }] });
  const { told, hit } = session('voice', 3);
  hit(SEEN);
  hit(FROM_THE_FRONT);
  hit(null);
  expect(told).toEqual(['better', 'not-measured', 'not-measured']);
  vi.unstubAllGlobals();
});

test('ten measured shots are one set: the verdict is spoken with the last of them and kept with the focus', () => {
  const { told, hit, values } = session('voice', 12);
  withVoice(told);
  for (let count = 0; count < 9; count += 1) hit(SEEN);
  hit(FROM_THE_FRONT);
  expect([values().begunSet.length, values().retest, currentFocus()?.sets]).toEqual([9, null, []]);
  expect(told.at(-1)).toBe('Couldn’t measure. Film down the line.');
  hit(SEEN);
  expect(told.at(-1)).toMatch(/^34 degrees\. At your goal\. Changed: 15° before, 34° ±5° over 10 shots\.$/);
  expect([values().begunSet, values().retest?.verdict, currentFocus()?.sets.length]).toEqual([[], 'changed', 1]);
  hit(SEEN);
  expect(values().begunSet).toHaveLength(1);
  vi.unstubAllGlobals();
});

test('an early look that finds nothing waits for the search, and a swing is told once', () => {
  const { told, hit, measure } = session('tones', 1);
  hit(null, { isEarly: true });
  expect(told).toEqual([]);
  measure('0', SEEN);
  measure('0', SEEN);
  expect(told).toEqual(['better']);
});

test('an older swing, and everything without a focus, is measured in silence or not at all', () => {
  const { told, hit, measure, values } = session('tones', 2);
  hit(null, { isEarly: true });
  hit(SEEN);
  measure('0', SEEN);
  expect(told).toEqual(['better']);
  expect(values().swings[0]?.focusShot).toEqual(
    focusShot(currentFocus() as NonNullable<ReturnType<typeof currentFocus>>, bodyAngles(SEEN.track, DRAWN_MARKS)),
  );
  keepFocus(null);
  measure('1', SEEN);
  expect(told).toHaveLength(1);
});
