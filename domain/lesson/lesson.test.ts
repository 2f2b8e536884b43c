// Lessons: the state at a time, the edits, and the parser of stored lessons.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIRST_CHOICES } from '#domain/comparison/comparison-choices.ts';
import type { Point } from '#domain/drawing/drawing.ts';
import { type Lesson, type LessonEvent, type LessonStroke, recordedLesson } from './lesson.ts';
import { proposedChapters } from './lesson-proposals.ts';
import {
  captionAt,
  cutLesson,
  lessonDuration,
  playedChapters,
  toLessonTime,
  toRecorded,
  trimLesson,
  uncutLesson,
  undoLast,
} from './lesson-ranges.ts';
import { type LessonState, replayOf } from './lesson-state.ts';
import { readLesson } from './read-lesson.ts';

const RECORDED = 60;

const stroke = (id: number, points: readonly Point[]): LessonStroke => ({
  id,
  tool: 'free',
  side: 'user',
  points,
  color: '#ff0000',
  width: 3,
  timestamp: 1,
});

const place = (time: number, at: number, rate = 0): LessonEvent => ({ time, does: 'place', at, rate, apart: null });

const number = (min: number, max: number) =>
  // JSON has no -0.
  fc.double({ min, max, noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const points = fc.array(fc.record({ x: number(0, 1), y: number(0, 1) }), { minLength: 1, maxLength: 5 });
const change = fc.oneof(
  fc.record({
    does: fc.constant('place' as const),
    at: number(0, 5),
    rate: fc.constantFrom(0, 0.25, 1),
    apart: fc.constantFrom(null, { user: 1, pro: 2 }),
  }),
  fc.record({ does: fc.constant('view' as const), alignment: fc.constantFrom('strike' as const, 'top' as const) }),
  fc.record({ does: fc.constant('draft' as const), points }),
  fc.record({ does: fc.constant('extend' as const), keep: fc.nat(5), points }),
  fc.record({
    does: fc.constant('draw' as const),
    ids: fc.uniqueArray(fc.nat(6), { maxLength: 3 }),
    removed: fc.uniqueArray(fc.nat(6), { maxLength: 3 }),
    points,
  }),
);

function eventOf(time: number, made: typeof change extends fc.Arbitrary<infer Value> ? Value : never): LessonEvent {
  switch (made.does) {
    case 'place':
      return { time, ...made };
    case 'view':
      return { time, ...made, choices: FIRST_CHOICES };
    case 'draft':
      return { time, does: 'draft', stroke: stroke(99, made.points) };
    case 'extend':
      return { time, ...made };
    case 'draw':
      return { time, does: 'draw', removed: made.removed, strokes: made.ids.map((id) => stroke(id, made.points)) };
  }
}

const lessons = fc
  .array(fc.tuple(number(0, RECORDED), change), { maxLength: 40 })
  .map((made) => made.toSorted(([a], [b]) => a - b).map(([time, one]) => eventOf(time, one)))
  .map((events) => recordedLesson(events, RECORDED, [{ from: 0, to: RECORDED }]));

const spans = fc
  .tuple(number(0, RECORDED), number(0, RECORDED))
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
const edited = fc
  .tuple(lessons, fc.array(fc.tuple(fc.boolean(), spans), { maxLength: 6 }))
  .map(([lesson, edits]) =>
    edits.reduce<Lesson>(
      (now, [isCut, [from, to]]) => (isCut ? cutLesson(now, from, to) : trimLesson(now, from, to)),
      lesson,
    ),
  );

describe('the state at a time', () => {
  test('is the same whether the lesson is read forwards, backwards or at once', () => {
    fc.assert(
      fc.property(edited, fc.array(number(0, RECORDED), { maxLength: 8 }), (lesson, times) => {
        const replay = replayOf(lesson);
        for (const time of times) expect(replay.at(time)).toEqual(replayOf(lesson).at(time));
      }),
    );
  });

  test('before the first events is the state that they begin with', () => {
    const events: LessonEvent[] = [
      { time: 0.01, does: 'view', alignment: 'top', choices: FIRST_CHOICES },
      place(0.01, 1.5),
      place(2, 0),
    ];
    expect(replayOf(recordedLesson(events, 3, [{ from: 0, to: 3 }])).at(0)).toMatchObject({
      at: 1.5,
      view: { alignment: 'top' },
    });
  });

  test('runs on from the last place at its rate', () => {
    const lesson = recordedLesson([place(1, 2, 0.5), place(5, 4), place(9, 1, 1)], 12, [{ from: 0, to: 12 }]);
    const at = (time: number) => replayOf(lesson).at(time).at;
    expect([0, 1, 3, 4.9, 5, 8, 9, 11].map(at)).toEqual([2, 2, 3, 3.95, 4, 4, 1, 3]);
  });

  test('shows a drawing as it grows, and what undo and clear leave', () => {
    const [a, b, c] = [
      { x: 0, y: 0 },
      { x: 0.1, y: 0.1 },
      { x: 0.2, y: 0.2 },
    ];
    const events: LessonEvent[] = [
      { time: 1, does: 'draft', stroke: stroke(1, [a]) },
      { time: 2, does: 'extend', keep: 1, points: [b] },
      { time: 3, does: 'extend', keep: 1, points: [c] },
      { time: 4, does: 'draw', strokes: [stroke(1, [a, c])], removed: [] },
      { time: 5, does: 'draw', strokes: [stroke(2, [b])], removed: [] },
      { time: 6, does: 'draw', strokes: [stroke(1, [c])], removed: [2] },
      { time: 7, does: 'draw', strokes: [], removed: [1] },
    ];
    const lesson = recordedLesson(events, 10, [{ from: 0, to: 10 }]);
    const shown = (time: number) =>
      replayOf(lesson)
        .at(time)
        .strokes.map((one) => [one.id, one.points]);
    expect([0, 1, 2, 3, 4, 5, 6, 7].map(shown)).toEqual([
      [],
      [[1, [a]]],
      [[1, [a, b]]],
      [[1, [a, c]]],
      [[1, [a, c]]],
      [
        [1, [a, c]],
        [2, [b]],
      ],
      [[1, [c]]],
      [],
    ]);
  });
});

describe('edits', () => {
  test('lesson time and recorded time are inverse to each other on what is kept', () => {
    fc.assert(
      fc.property(edited, number(0, 1), (lesson, share) => {
        const time = share * lessonDuration(lesson);
        expect(toLessonTime(lesson, toRecorded(lesson, time))).toBeCloseTo(time, 6);
      }),
    );
  });

  test('a cut shortens the lesson by its length, and what follows shows what it showed before', () => {
    fc.assert(
      fc.property(edited, spans, number(0, 1), (lesson, [from, to], share) => {
        const [before, after] = [lessonDuration(lesson), lessonDuration(cutLesson(lesson, from, to))];
        const length = Math.min(to, before) - Math.min(from, before);
        if (before - length < 0.1) return;
        // A cut also removes up to two remainders that are too short for a packet of audio.
        expect(Math.abs(before - length - after)).toBeLessThan(0.05);
        const time = from + share * (after - from);
        if (time <= from || time >= after) return;
        const recorded = toRecorded(cutLesson(lesson, from, to), time);
        expect(replayOf(cutLesson(lesson, from, to)).at(time)).toEqual(replayOf(lesson).atRecorded(recorded));
      }),
    );
  });

  test('nothing that was recorded is lost: an uncut lesson is the recorded one', () => {
    fc.assert(
      fc.property(edited, (lesson) => {
        expect(lessonDuration(uncutLesson(lesson))).toBe(RECORDED);
      }),
    );
  });

  test('an edit that would leave nothing changes nothing', () => {
    const lesson = recordedLesson([], 10, [{ from: 0, to: 10 }]);
    expect(cutLesson(lesson, 0, 10)).toBe(lesson);
    expect(trimLesson(lesson, 4, 4)).toBe(lesson);
    expect(cutLesson(lesson, 5, 3)).toBe(lesson);
  });

  test('undo cuts the last seconds, across earlier cuts, and everything of a short lesson', () => {
    const kept = [
      { from: 0, to: 6 },
      { from: 16, to: 20 },
    ];
    expect(undoLast(kept, 3)).toEqual([
      { from: 0, to: 6 },
      { from: 16, to: 17 },
    ]);
    expect(undoLast(kept, 8)).toEqual([{ from: 0, to: 2 }]);
    expect(undoLast(kept, 20)).toEqual([]);
  });

  test('chapters and captions stay with what was said, and leave with what is cut', () => {
    const lesson: Lesson = {
      ...recordedLesson([], 20, [{ from: 0, to: 20 }]),
      chapters: [
        { time: 2, title: 'Setup' },
        { time: 6, title: 'Top' },
        { time: 15, title: 'Impact' },
      ],
      captions: [{ from: 14, to: 16, text: 'Here' }],
    };
    expect(playedChapters(cutLesson(lesson, 5, 10))).toEqual([
      { time: 2, title: 'Setup' },
      { time: 10, title: 'Impact' },
    ]);
    expect(captionAt(lesson, 15)?.text).toBe('Here');
    expect(captionAt(lesson, 16)).toBeNull();
  });
});

describe('proposed chapters', () => {
  test('are where the pictures stand still for three seconds, preferably at a position', () => {
    const events = [place(0, 0, 1), place(10, 1), place(14, 1.5), place(18, 2, 1), place(30, 0.2), place(31, 0.3, 1)];
    const lesson = recordedLesson(events, 60, [{ from: 0, to: 60 }]);
    const positionIn = ({ at }: LessonState) => (at === 1.5 ? 'top' : null);
    expect(proposedChapters(lesson, positionIn)).toEqual([{ time: 14, position: 'top' }]);
    expect(proposedChapters(cutLesson(lesson, 8, 20), positionIn)).toEqual([]);
  });
});

describe('the parser', () => {
  test('reads what was written', () => {
    fc.assert(
      fc.property(edited, (lesson) => {
        expect(readLesson(JSON.parse(JSON.stringify(lesson)))).toEqual(lesson);
      }),
    );
  });

  test('refuses any other value without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(readLesson(value)).toBeNull();
      }),
    );
  });

  const valid = recordedLesson([place(1, 2)], 10, [{ from: 0, to: 10 }]);
  test.each<readonly [string, Readonly<Record<string, unknown>>]>([
    ['a newer version', { version: 2 }],
    ['16 minutes', { recorded: 960 }],
    ['an event after the end', { events: [place(11, 0)] }],
    ['events out of order', { events: [place(5, 0), place(4, 0)] }],
    ['an infinite number', { events: [place(1, Number.POSITIVE_INFINITY)] }],
    ['an unknown event', { events: [{ time: 1, does: 'run', code: 'alert(1)' }] }],
    ['a drawing without points', { events: [{ time: 1, does: 'draft', stroke: stroke(1, []) }] }],
    [
      'a color that is a style',
      { events: [{ time: 1, does: 'draft', stroke: { ...stroke(1, [{ x: 0, y: 0 }]), color: 'url(x)' } }] },
    ],
    [
      'a zoom that leaves its frame',
      { events: [{ time: 1, does: 'zoom', zoom: { scale: 2, x: 3, y: 0, only: null } }] },
    ],
    [
      'overlapping ranges',
      {
        kept: [
          { from: 0, to: 5 },
          { from: 4, to: 6 },
        ],
      },
    ],
    ['an empty range', { kept: [{ from: 3, to: 3 }] }],
    ['a title of 101 characters', { chapters: [{ time: 1, title: 'a'.repeat(101) }] }],
    ['a caption past the end', { captions: [{ from: 9, to: 12, text: 'a' }] }],
  ])('refuses %s', (_, wrong) => {
    expect(readLesson(valid)).toEqual(valid);
    expect(readLesson({ ...valid, ...wrong })).toBeNull();
  });
});
