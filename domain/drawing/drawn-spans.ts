// Which frames of a merged video drawings change: the others are copied as they are encoded.
import type { FrameSpan } from '#domain/mp4/splice.ts';
import type { StrokesFromFrame } from './drawing-geometry.ts';

/** The most spans: each costs a forced key frame, and its seams are decoded when the video is checked. */
const MAX_SPANS = 8;

/**
 * The frames to encode again so that drawings appear on them: ascending, each span from a key frame to the next one
 * behind its last drawing, apart from each other, at most 8. One span of all frames when a drawing is on the first and stays.
 * @param changes the drawings by frame, ascending; at least one.
 * @param keyFrames the frames that decode without others, ascending; the first is 0.
 * @example
 * const strokes = [{ from: { x: 1, y: 1 }, to: { x: 9, y: 1 }, width: 2, color: '#ff0000', order: 0 }];
 * spansToEncode([{ frame: 37, strokes }], [0, 15, 30, 45], 60) // [{ from: 30, to: 60 }]
 */
export function spansToEncode(
  changes: readonly StrokesFromFrame[],
  keyFrames: readonly number[],
  frameCount: number,
): readonly FrameSpan[] {
  const spans: FrameSpan[] = [];
  for (const { frame, strokes } of changes) {
    const stays = strokes.some(({ onlyThisFrame }) => !onlyThisFrame);
    const from = keyFrames.findLast((key) => key <= frame) ?? 0;
    const to = stays ? frameCount : (keyFrames.find((key) => key > frame) ?? frameCount);
    const last = spans.at(-1);
    if (last && from <= last.to) spans[spans.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else spans.push({ from, to });
  }
  while (spans.length > MAX_SPANS) joinNearest(spans);
  return spans;
}

/** Joins the two neighbours with the fewest frames between them. */
function joinNearest(spans: FrameSpan[]): void {
  const gapAfter = (index: number) => (spans[index + 1]?.from ?? 0) - (spans[index]?.to ?? 0);
  let nearest = 0;
  for (let index = 1; index < spans.length - 1; index += 1) if (gapAfter(index) < gapAfter(nearest)) nearest = index;
  const [first, second] = spans.slice(nearest, nearest + 2);
  if (first && second) spans.splice(nearest, 2, { from: first.from, to: second.to });
}
