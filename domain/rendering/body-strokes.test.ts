// The strokes for bodies over the merged frames.
import { describe, expect, it, test } from 'vitest';
import { makeBodyTrack } from '#domain/body/body-track.ts';
import { AS_FILMED, type ComparisonChoices, DEFAULT_GHOST } from '#domain/comparison/comparison-choices.ts';
import { type AnnotatedClip, type ComparisonPlan, planComparison } from '#domain/comparison/comparison-plan.ts';
import type { Stroke } from '#domain/drawing/drawing-geometry.ts';
import { makeOutlineTrack } from '#domain/outline/outline.ts';
import { makeClip } from '#domain/video/clip.ts';
import { DRAWN_MARKS, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { bodyStrokes, SIDE_COLORS } from './body-strokes.ts';

const CLIP = makeClip({
  widthPx: 1000,
  heightPx: 1000,
  frameTimes: Array.from({ length: 105 }, (_, frame) => frame / 30),
});
const OUTLINES = makeOutlineTrack({
  widthPx: 1000,
  heightPx: 1000,
  outlines: CLIP.frameTimes.map((time, frameIndex) => ({
    frameIndex,
    time,
    rings: [[frameIndex, 100, frameIndex + 200, 100, frameIndex + 100, 900]],
  })),
});
const SEEN: AnnotatedClip = { clip: CLIP, annotations: DRAWN_MARKS, body: { track: drawnSwing(), outlines: OUTLINES } };

function planOf(choices: Partial<ComparisonChoices>, user = SEEN, pro = SEEN): ComparisonPlan {
  const result = planComparison(user, pro, 'strike', { ...AS_FILMED, ...choices });
  if (!result.ok) throw new Error(result.problem);
  return result.plan;
}

const drawn = (plan: ComparisonPlan) => [...bodyStrokes(plan, { user: CLIP.frameTimes, pro: CLIP.frameTimes })];
const passing = (strokes: readonly Stroke[], color: string) =>
  strokes.filter((stroke) => stroke.onlyThisFrame && stroke.color === color);
const middleX = (strokes: readonly Stroke[]) => {
  const xs = strokes.flatMap(({ from, to }) => [from.x, to.x]);
  return (Math.min(...xs) + Math.max(...xs)) / 2;
};

describe('body lines', () => {
  const plan = planOf({ hasBodyLines: true });
  const frames = drawn(plan);

  it('draw both skeletons on every frame with a detected body, each in its side’s color', () => {
    expect(frames).toHaveLength(plan.frameCount);
    const { user, pro } = plan.panes;
    for (const { strokes } of frames) {
      expect(passing(strokes, SIDE_COLORS.user).length).toBeGreaterThan(10);
      expect(Math.abs(middleX(passing(strokes, SIDE_COLORS.user)) - user.rect.widthPx / 2)).toBeLessThan(120);
      expect(middleX(passing(strokes, SIDE_COLORS.pro))).toBeGreaterThan(pro.rect.xPx);
    }
  });

  it('draw the hands’ path dashed ahead of the hands and solid behind them', () => {
    const staying = frames.map(({ strokes }) => strokes.filter(({ onlyThisFrame }) => !onlyThisFrame));
    expect(staying[0]?.length).toBeGreaterThan(50);
    const later = staying.slice(1).flat();
    expect(later.length).toBeGreaterThan(100);
    // Each stretch is drawn once. Resting hands draw points.
    const places = later
      .filter(({ color, from, to }) => color === SIDE_COLORS.user && Math.hypot(to.x - from.x, to.y - from.y) > 1e-6)
      .map(({ from, to }) => JSON.stringify([from, to]));
    expect(new Set(places).size).toBe(places.length);
  });

  it('draw the shaft’s plane at address down the line once, and let it stay', () => {
    const track = drawnSwing({ view: 'down-the-line', lean: 0.2 });
    const shaft = { grip: { xPx: 500, yPx: 480 }, end: { xPx: 620, yPx: 640 }, certainty: 0.6 };
    const shafts = [{ at: 'rest', time: DRAWN_MARKS.restTime, frameInterval: 1 / 30, ...shaft } as const];
    const strokesOf = (body: typeof track) =>
      drawn(planOf({ hasBodyLines: true }, { ...SEEN, body: { track: body, outlines: null } }));
    const [without, first] = [strokesOf(track)[0], strokesOf(makeBodyTrack({ ...track, shafts }))[0]];
    // An edge and the line itself.
    expect((first?.strokes.length ?? 0) - (without?.strokes.length ?? 0)).toBe(2);
    const [edge] = first?.strokes ?? [];
    expect([edge?.onlyThisFrame, Math.abs((edge?.to.y ?? 0) - (edge?.from.y ?? 0)) > 100]).toEqual([undefined, true]);
  });

  it('use few orders, all within the painter’s range', () => {
    const orders = new Set(frames.flatMap(({ strokes }) => strokes.map(({ order }) => order)));
    expect(orders.size).toBeLessThanOrEqual(20);
    expect(Math.max(...orders)).toBeLessThan(65_534);
  });

  it('are mirrored with the picture', () => {
    const lean = { ...SEEN, body: { track: drawnSwing({ hips: { xPx: 300, yPx: 500 } }), outlines: null } };
    const [asFilmed] = drawn(planOf({ hasBodyLines: true }, lean));
    const user = { ...AS_FILMED.user, isMirrored: true };
    const [mirrored] = drawn(planOf({ hasBodyLines: true, user }, lean));
    const paneWidthPx = planOf({}, lean).panes.user.rect.widthPx;
    const [x, turned] = [asFilmed, mirrored].map((frame) => middleX(passing(frame?.strokes ?? [], SIDE_COLORS.user)));
    expect(x).toBeLessThan(0.4 * paneWidthPx);
    expect(turned).toBeCloseTo(paneWidthPx - (x ?? 0), 0);
  });
});

test('draws nothing unless chosen, or without a known body', () => {
  expect(drawn(planOf({}))).toEqual([]);
  const unseen: AnnotatedClip = { clip: CLIP, annotations: DRAWN_MARKS };
  expect(drawn(planOf({ hasBodyLines: true }, unseen, unseen))).toEqual([]);
});

describe('the outline of a ghost', () => {
  const ghost = { ...DEFAULT_GHOST, look: 'outline' } as const;

  it('is the pro’s at the shown frame, drawn over the visitor', () => {
    const plan = planOf({ layout: 'ghost', ghost });
    expect(plan.ghost).toMatchObject({ look: 'outline', strengthPercent: 100, isFitted: true });
    const frames = drawn(plan);
    expect(frames).toHaveLength(plan.frameCount);
    const lefts = frames.map(({ strokes }) => Math.min(...passing(strokes, SIDE_COLORS.pro).map(({ from }) => from.x)));
    // A pixel to the right with each frame of the clip.
    for (const [frame, left] of lefts.slice(1).entries()) expect(left - (lefts[frame] ?? 0)).toBeCloseTo(1, 6);
  });

  it('is replaced by the whole picture while the outlines are unknown', () => {
    const pro = { ...SEEN, body: { track: drawnSwing(), outlines: null } };
    const plan = planOf({ layout: 'ghost', ghost }, SEEN, pro);
    expect(plan.ghost).toMatchObject({ look: 'whole', strengthPercent: 50, outlines: null });
    expect(drawn(plan)).toEqual([]);
  });
});
