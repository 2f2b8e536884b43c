// A recorder's changes, replayed, show what was on screen.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FIRST_CHOICES } from '#domain/comparison/comparison-choices.ts';
import { type LessonEvent, type LessonStroke, recordedLesson } from './lesson.ts';
import { changesBetween, type LessonSnapshot } from './lesson-changes.ts';
import { LESSON_UNZOOMED, replayOf } from './lesson-state.ts';

const TOLERANCE = 1 / 120;
const VIEWS = [
  { alignment: 'strike', choices: FIRST_CHOICES },
  { alignment: 'top', choices: { ...FIRST_CHOICES, layout: 'ghost' } },
] as const;
const ZOOMS = [LESSON_UNZOOMED, { scale: 2, x: 0.1, y: 0, only: 'pro' }] as const;

const POINTS = Array.from({ length: 6 }, (_, index) => ({ x: index / 10, y: 0.5 }));
const strokeOf = (id: number, points: number, shift = 0): LessonStroke => ({
  id,
  tool: 'free',
  color: '#00ff00',
  width: 3,
  timestamp: 1,
  points: POINTS.slice(0, points).map(({ x, y }) => ({ x: x + shift, y })),
});
const STROKES = [strokeOf(1, 2), strokeOf(2, 3), strokeOf(1, 2, 0.3), strokeOf(3, 6)] as const;

const snapshots = fc
  .array(
    fc.record({
      rate: fc.constantFrom(0, 0.5, 1),
      jump: fc.constantFrom(0, 0, 0.004, 1),
      view: fc.constantFrom(...VIEWS),
      zoom: fc.constantFrom(...ZOOMS),
      apart: fc.constantFrom(null, null, { user: 1, pro: 2 }),
      drawn: fc.uniqueArray(fc.constantFrom(...STROKES), { selector: ({ id }) => id, maxLength: 3 }),
      draft: fc.constantFrom(null, strokeOf(0, 1), strokeOf(0, 3), strokeOf(0, 5), strokeOf(0, 4, 0.1)),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((steps) => {
    let at = 0;
    return steps.map(({ jump, ...step }, index): LessonSnapshot => {
      const taken = { ...step, time: index / 30, at };
      at += jump + step.rate / 30;
      return taken;
    });
  });

test('what is replayed at the time of a snapshot is the snapshot, with places within half a frame', () => {
  fc.assert(
    fc.property(snapshots, (taken) => {
      const events: LessonEvent[] = [];
      let before: LessonSnapshot | null = null;
      let placed: LessonSnapshot | null = null;
      for (const snapshot of taken) {
        const changes = changesBetween(before, snapshot, placed, TOLERANCE);
        for (const change of changes) events.push({ ...change, time: snapshot.time });
        if (changes.some(({ does }) => does === 'place')) placed = snapshot;
        before = snapshot;
      }
      const { atRecorded } = replayOf(recordedLesson(events, 1, [{ from: 0, to: 1 }]));
      for (const { time, at, drawn, draft, ...shown } of taken) {
        const state = atRecorded(time);
        expect(state).toMatchObject(shown);
        expect(Math.abs(state.at - at)).toBeLessThanOrEqual(TOLERANCE);
        const byId = (strokes: readonly LessonStroke[]) => strokes.toSorted((a, b) => a.id - b.id);
        expect(byId(state.strokes)).toEqual(byId(draft ? [...drawn, draft] : drawn));
      }
    }),
  );
});

test('a still picture and steady playback write nothing', () => {
  const first: LessonSnapshot = {
    time: 0,
    at: 0,
    rate: 0.5,
    apart: null,
    view: VIEWS[0],
    zoom: LESSON_UNZOOMED,
    drawn: [],
    draft: null,
  };
  expect(changesBetween(first, { ...first, time: 2, at: 1.002 }, first, TOLERANCE)).toEqual([]);
  expect(changesBetween(first, { ...first, time: 2, at: 1.1 }, first, TOLERANCE)).toHaveLength(1);
});
