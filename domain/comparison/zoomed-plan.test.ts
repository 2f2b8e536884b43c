// Zoomed plans show what the stage shows: every point of a picture where a CSS transform puts it, inside its pane.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCanvas, toPicture } from '#domain/drawing/anchored-drawing.ts';
import { SIDES } from '#domain/side.ts';
import { makeClip } from '#domain/video/clip.ts';
import { AS_FILMED, LAYOUTS, laysOver } from './comparison-choices.ts';
import { type ComparisonPlan, planComparison } from './comparison-plan.ts';
import { pictureArea } from './strip-place.ts';
import { apartPlan, zoomedPlan } from './zoomed-plan.ts';

const SIZES = { user: { widthPx: 1080, heightPx: 1920 }, pro: { widthPx: 1920, heightPx: 1080 } };
const frameTimes = Array.from({ length: 120 }, (_, frame) => frame / 30);
const annotations = { restTime: 1, topTime: 1.7, strikeTime: 2 };

function planOf(layout: (typeof LAYOUTS)[number], isMirrored: boolean): ComparisonPlan {
  const side = (size: typeof SIZES.user) => ({ clip: makeClip({ ...size, frameTimes }), annotations });
  const choices = { ...AS_FILMED, layout, hasStrip: true, user: { ...AS_FILMED.user, isMirrored } };
  const result = planComparison(side(SIZES.user), side(SIZES.pro), 'strike', choices);
  if (!result.ok) throw new Error(result.problem);
  return result.plan;
}

const zooms = fc.integer({ min: 5, max: 16 }).chain((quarters) => {
  const scale = quarters / 4;
  const reach = (scale - 1) / 2;
  const offset = fc.double({ min: -reach, max: reach, noNaN: true });
  return fc.record({ scale: fc.constant(scale), x: offset, y: offset, only: fc.constantFrom(null, ...SIDES) });
});

test('a zoomed picture lies where CSS puts it, to within a pixel of the clip, and stays inside its pane', () => {
  fc.assert(
    fc.property(fc.constantFrom(...LAYOUTS), fc.boolean(), zooms, (layout, isMirrored, zoom) => {
      const plan = planOf(layout, isMirrored);
      const zoomed = zoomedPlan(plan, zoom, SIZES);
      for (const side of SIDES) {
        const [pane, was] = [zoomed.panes[side], plan.panes[side]];
        if (!laysOver(layout) && zoom.only !== null && zoom.only !== side) {
          expect(pane).toBe(was);
          continue;
        }
        const frame = laysOver(layout) ? { xPx: 0, yPx: 0, ...pictureArea(plan) } : was.rect;
        const { to } = pane.crop ?? { to: pane.rect };
        if (to.widthPx === 0) continue;
        // The middle of what is shown, and where it was before the zoom.
        const seen = { x: to.xPx + to.widthPx / 2, y: to.yPx + to.heightPx / 2 };
        const { x, y } = toCanvas(plan, side, toPicture(zoomed, side, seen));
        const [middleX, middleY] = [frame.xPx + frame.widthPx / 2, frame.yPx + frame.heightPx / 2];
        // Rounded to even pixels of the clip, which are as large as the zoom and the scale of the picture make them.
        const tolerance = 2 + (2 * zoom.scale * was.picture.widthPx) / SIZES[side].widthPx;
        const css = {
          x: middleX + (x - middleX) * zoom.scale + zoom.x * frame.widthPx,
          y: middleY + (y - middleY) * zoom.scale + zoom.y * frame.heightPx,
        };
        expect(Math.abs(seen.x - css.x)).toBeLessThan(tolerance);
        expect(Math.abs(seen.y - css.y)).toBeLessThan(tolerance);
        expect(to.xPx).toBeGreaterThanOrEqual(pane.rect.xPx);
        expect(to.xPx + to.widthPx).toBeLessThanOrEqual(pane.rect.xPx + pane.rect.widthPx);
      }
    }),
  );
});

test('without a zoom the plan stays the same, and apart each side shows its own time', () => {
  const plan = planOf('side-by-side', false);
  expect(zoomedPlan(plan, { scale: 1, x: 0, y: 0, only: null }, SIZES)).toBe(plan);
  const { panes } = apartPlan(plan, 1, { user: 0.5, pro: 2.5 });
  expect([panes.user.knots, panes.pro.knots]).toEqual([[{ planAt: 1, sourceAt: 0.5 }], [{ planAt: 1, sourceAt: 2.5 }]]);
});
