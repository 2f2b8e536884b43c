// The likely size of a lesson's video grows with what changes in its pictures.
import { expect, test } from 'vitest';
import { AS_FILMED } from '#domain/comparison/comparison-choices.ts';
import { type LessonEvent, recordedLesson } from '#domain/lesson/lesson.ts';
import { lessonVideoBytes } from './lesson-video.ts';

const FACTS = { canvas: { widthPx: 1216, heightPx: 1080 }, sourceFrameBytes: 8000, voiceBytes: 60_000 };

/** Ten seconds at one place, with these events besides. */
function bytesWith(events: readonly LessonEvent[], rate = 0): number {
  const still: readonly LessonEvent[] = [
    { time: 0, does: 'view', alignment: 'strike', choices: AS_FILMED },
    { time: 0, does: 'place', at: 0, rate, apart: null },
  ];
  return lessonVideoBytes(recordedLesson([...still, ...events], 10, [{ from: 0, to: 10 }]), FACTS);
}

/** Two seconds in which a drawing grows. */
function drawing(tool: 'free' | 'line' | 'circle'): readonly LessonEvent[] {
  const stroke = { id: 1, tool, side: 'user', color: '#ff0000', width: 6, timestamp: 0 } as const;
  const point = (step: number) => ({ x: 0.3 + step / 300, y: 0.4 });
  const begun: LessonEvent = { time: 1, does: 'draft', stroke: { ...stroke, points: [point(0)] } };
  const drawn = Array.from({ length: 60 }, (_, step): LessonEvent => {
    const keep = tool === 'free' ? step + 1 : 1;
    return { time: 1 + (step + 1) / 30, does: 'extend', keep, points: [point(step + 1)] };
  });
  return [begun, ...drawn];
}

test('a drawing adds to the size while it changes, a dragged shape the more the longer its outline is', () => {
  const still = bytesWith([]);
  const [free, line, circle] = (['free', 'line', 'circle'] as const).map((tool) => bytesWith(drawing(tool)) - still);
  expect(free).toBeGreaterThan(30_000);
  expect(line).toBeGreaterThan(free ?? 0);
  expect(circle).toBeGreaterThan(2 * (line ?? 0));
  expect(circle).toBeLessThan(bytesWith([], 0.1) - still);
});
