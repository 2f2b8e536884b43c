// Lessons whose clips are trimmed: what they need, and that they show the same.
import { expect, test } from 'vitest';
import { FIRST_CHOICES } from '#domain/comparison/comparison-choices.ts';
import { earlierBy, type SwingAnnotations } from '#domain/swing/swing.ts';
import { type Clip, makeClip } from '#domain/video/clip.ts';
import { type LessonEvent, recordedLesson } from './lesson.ts';
import { replayOf } from './lesson-state.ts';
import { type LessonClips, neededRanges, planLesson, showsTheSame, withEarlierClips } from './trimmed-lesson.ts';

const LONG = makeClip({
  widthPx: 1080,
  heightPx: 1920,
  frameTimes: Array.from({ length: 1200 }, (_, frame) => frame / 30),
});
const MARKS: SwingAnnotations = { restTime: 20, topTime: 21, strikeTime: 21.3 };
const SHORT = makeClip({
  widthPx: 1080,
  heightPx: 1920,
  frameTimes: Array.from({ length: 240 }, (_, frame) => frame / 60),
});
const CLIPS: LessonClips = {
  sides: {
    user: { clip: LONG, annotations: MARKS },
    pro: { clip: SHORT, annotations: { restTime: 0.5, topTime: 1.3, strikeTime: 1.6 } },
  },
  slowMotion: { user: 1, pro: 1 },
};

const EVENTS: readonly LessonEvent[] = [
  { time: 0, does: 'view', alignment: 'strike', choices: FIRST_CHOICES },
  { time: 0, does: 'place', at: 1, rate: 0, apart: null },
  {
    time: 1,
    does: 'draw',
    strokes: [
      {
        id: 1,
        tool: 'line',
        side: 'user',
        color: '#ff0000',
        width: 3,
        timestamp: 21,
        points: [
          { x: 0.1, y: 0.1 },
          { x: 0.2, y: 0.2 },
        ],
      },
    ],
    removed: [],
  },
  { time: 2, does: 'place', at: 1, rate: 0, apart: { user: 18, pro: 1.5 } },
];
const LESSON = recordedLesson(EVENTS, 5, [{ from: 0, to: 5 }]);
const WHOLE = planLesson(LESSON, CLIPS);

test('a lesson needs what its plans show in every alignment, and each moment of its own, with a second around it', () => {
  const { user, pro } = neededRanges(WHOLE);
  expect(user.from).toBeCloseTo(17, 5);
  // Two seconds after the strike are shown.
  expect(user.to).toBeGreaterThan(24.2);
  expect(user.to).toBeLessThan(25.5);
  expect([pro.from, pro.to]).toEqual([0, 4]);
});

test('with trimmed clips a lesson shows the same frames, and its marks and drawings are earlier', () => {
  const earlier = { user: 16.5, pro: 0 };
  const trimmed = { ...CLIPS, sides: { ...CLIPS.sides, user: userFrom(earlier.user, 25.5) } };
  expect(showsTheSame(WHOLE, planLesson(LESSON, trimmed), earlier)).toBe(true);
  const moved = withEarlierClips(LESSON, earlier);
  expect(replayOf(moved).at(1).strokes[0]?.timestamp).toBe(4.5);
  expect(replayOf(moved).at(3).apart).toEqual({ user: 1.5, pro: 1.5 });
  expect(replayOf(moved).at(1).at).toBe(replayOf(LESSON).at(1).at);
});

test('a clip that lacks some of the swing does not show the same', () => {
  const earlier = { user: 16.5, pro: 0 };
  const cut = { ...CLIPS, sides: { ...CLIPS.sides, user: userFrom(earlier.user, 22) } };
  expect(showsTheSame(WHOLE, planLesson(LESSON, cut), earlier)).toBe(false);
  expect(showsTheSame(WHOLE, planLesson(LESSON, CLIPS), earlier)).toBe(false);
});

/** The long clip between two times. */
function userFrom(from: number, to: number): { readonly clip: Clip; readonly annotations: SwingAnnotations } {
  const frameTimes = LONG.frameTimes.filter((time) => time >= from && time <= to).map((time) => time - from);
  return { clip: makeClip({ ...LONG, frameTimes }), annotations: earlierBy(MARKS, from) };
}
