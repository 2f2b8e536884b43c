// The merged file in the other layouts: stacked, one side alone, and as a ghost whose mask and lines belong to the frame that
// is shown.
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { makeBodyTrack } from '#domain/body/body-track.ts';
import { AS_FILMED, type ComparisonChoices, type GhostLook } from '#domain/comparison/comparison-choices.ts';
import type { BodyFacts, ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { mergedFrameAt, mergedFrameTime, shownFrameAt, toPlanTime } from '#domain/comparison/timeline.ts';
import { makeOutlineTrack } from '#domain/outline/outline.ts';
import { placeOf, SIDE_COLORS } from '#domain/rendering/body-strokes.ts';
import { evidenceStrokes } from '#domain/rendering/evidence-strokes.ts';
import type { Side } from '#domain/side.ts';
import { sourceTime } from '#domain/time.ts';
import { type FrameTimes, frameIndexAt } from '#domain/video/frame-times.ts';
import { drawnBody } from '#tests/fixtures/drawn-body.ts';
import { type MarkedClip, mergeAndCompare, mergeAndRead } from './merge-case.ts';

const USER: MarkedClip = { make: { fps: [30, 1], frames: 120, gop: 30 }, rest: 40, top: 62, strike: 70 };
const PRO: MarkedClip = { make: { fps: [60, 1], frames: 200 }, rest: 60, top: 105, strike: 120 };
const [WIDTH_PX, HEIGHT_PX] = [160, 120];

test.each([
  ['the visitor above', {}],
  ['the pro above, mirrored', { isSwapped: true, pro: { ...AS_FILMED.pro, isMirrored: true } }],
])('stacked, %s', async (_, change) => {
  const choices: ComparisonChoices = { ...AS_FILMED, layout: 'stacked', ...change };
  const outcome = await mergeAndCompare(USER, PRO, 'strike', choices);
  expect(outcome.mismatches).toEqual([]);
  expect(outcome.compared).toBeGreaterThan(100);
});

test.each([
  ['the visitor', 'user', false],
  ['the pro', 'pro', true],
] as const)('%s alone, frame by frame, in a picture of its own size', async (_, alone, isSwapped) => {
  const { plan, sides, shown } = await mergeAndRead(USER, PRO, { ...AS_FILMED, layout: 'alone', isSwapped });
  expect(plan.canvas).toEqual({ widthPx: WIDTH_PX, heightPx: HEIGHT_PX });
  expect(shown).toEqual(planned(plan, alone, sides[alone].clip.frameTimes));
});

const ghostOf = (look: GhostLook, strengthPercent: number): ComparisonChoices => ({
  ...AS_FILMED,
  layout: 'ghost',
  ghost: { ...AS_FILMED.ghost, look, strengthPercent },
});

/** The frame that the plan shows of a side in each merged frame. */
function planned(plan: ComparisonPlan, side: Side, frameTimes: FrameTimes): number[] {
  return Array.from({ length: plan.frameCount }, (_, frame) =>
    frameIndexAt(frameTimes, shownFrameAt(plan, side, frameTimes, mergedFrameTime(plan, frame))),
  );
}

/** The pro's outlines: around the whole picture on every second frame, around nothing on the others. */
function everySecond(frameTimes: FrameTimes): BodyFacts {
  const outlines = frameTimes.map((time, frameIndex) => ({
    frameIndex,
    time,
    rings:
      frameIndex % 2 === 0 ? [[-20, -20, WIDTH_PX + 20, -20, WIDTH_PX + 20, HEIGHT_PX + 20, -20, HEIGHT_PX + 20]] : [],
  }));
  return {
    track: makeBodyTrack({ widthPx: WIDTH_PX, heightPx: HEIGHT_PX, frames: [] }),
    outlines: makeOutlineTrack({ widthPx: WIDTH_PX, heightPx: HEIGHT_PX, outlines }),
  };
}

describe('a ghost', () => {
  test.each([
    ['at full strength is the pro', 100, 'pro'],
    ['at no strength is the visitor', 0, 'user'],
  ] as const)('of whole pictures %s, frame by frame', async (_, strengthPercent, seen) => {
    const { plan, sides, shown } = await mergeAndRead(USER, PRO, ghostOf('whole', strengthPercent));
    expect(shown).toEqual(planned(plan, seen, sides[seen].clip.frameTimes));
  });

  test('that is cut out shows the pro inside the outline of the same frame, and the visitor outside', async () => {
    const { plan, sides, shown } = await mergeAndRead(USER, PRO, ghostOf('cut-out', 100), everySecond);
    const [user, pro] = [
      planned(plan, 'user', sides.user.clip.frameTimes),
      planned(plan, 'pro', sides.pro.clip.frameTimes),
    ];
    expect(shown).toEqual(pro.map((frame, merged) => (frame % 2 === 0 ? frame : user[merged])));
  });
});

test('body lines belong to the shown frame, with their color and place', async () => {
  // An upright spine that moves to the right and starts again.
  const xOf = (frame: number) => 20 + 6 * (frame % 20);
  const walking = (frameTimes: FrameTimes): BodyFacts => ({
    outlines: null,
    track: makeBodyTrack({
      widthPx: WIDTH_PX,
      heightPx: HEIGHT_PX,
      frames: frameTimes.map((time, frameIndex) => {
        const { joints } = drawnBody();
        const hidden = Object.entries(joints).map(([joint, place]) => [joint, { ...place, certainty: 0 }]);
        const at = (yPx: number) => ({ xPx: xOf(frameIndex), yPx, certainty: 1 });
        const spine = { leftHip: at(95), rightHip: at(95), leftShoulder: at(25), rightShoulder: at(25) };
        const body = { certainty: 1, joints: { ...Object.fromEntries(hidden), ...spine } };
        return { frameIndex, time, body };
      }),
    }),
  });
  const { plan, sides, outputPath } = await mergeAndRead(USER, PRO, { ...AS_FILMED, hasBodyLines: true }, walking);
  const { frameTimes } = sides.pro.clip;
  const place = placeOf(plan, 'pro', { widthPx: WIDTH_PX, heightPx: HEIGHT_PX });
  const wanted = planned(plan, 'pro', frameTimes).map((frame) => place({ xPx: xOf(frame), yPx: 60 }));
  const found = await yellowColumns(outputPath, plan);
  const wrong = wanted.filter(({ x }, frame) => !(Math.abs(x - (found[frame] ?? Number.NaN)) <= 3));
  expect(wrong).toEqual([]);
  expect(found).toHaveLength(plan.frameCount);
});

test('evidence is drawn only around its moment, in the same place as in the live view', async () => {
  const upright = {
    kind: 'line',
    points: [
      { x: 0.6, y: 0.2 },
      { x: 0.6, y: 0.8 },
    ],
    isReference: false,
  } as const;
  const evidence = (frameTimes: FrameTimes) => [{ at: frameTimes[PRO.top ?? 0] ?? Number.NaN, shapes: [upright] }];
  const { plan, outputPath } = await mergeAndRead(USER, PRO, AS_FILMED, () => null, undefined, evidence);
  const found = await yellowColumns(outputPath, plan);
  const [pro] = plan.panes.pro.evidence;
  if (!pro) throw new Error('The plan has no evidence');
  // The very strokes that the live view shows.
  const live = evidenceStrokes(plan, 'pro', pro).filter(({ color }) => color === SIDE_COLORS.pro);
  const at = mergedFrameAt(plan, toPlanTime(plan, 'pro', sourceTime(pro.at)));
  expect(found[at] ?? Number.NaN).toBeGreaterThan((live[0]?.from.x ?? Number.NaN) - 3);
  expect(found[at] ?? Number.NaN).toBeLessThan((live[0]?.from.x ?? Number.NaN) + 3);
  const shown = found.flatMap((x, frame) => (Number.isNaN(x) ? [] : [frame]));
  const reach = Math.round(0.15 * (plan.frameRate.numerator / plan.frameRate.denominator));
  expect([shown[0], shown.at(-1), shown.length]).toEqual([at - reach, at + reach, 2 * reach + 1]);
});

/** Where each frame has an upright line of the pro's yellow. The clips themselves are gray. */
async function yellowColumns(path: string, { canvas }: ComparisonPlan): Promise<number[]> {
  // The mean of each column of the lower color plane, between the spine's ends.
  const mean = `crop=${canvas.widthPx}:60:0:30,extractplanes=u,scale=${canvas.widthPx / 2}:1:flags=area`;
  const { stdout } = await execa(
    'ffmpeg',
    ['-v', 'error', '-i', path, '-vf', mean, '-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1'],
    { encoding: 'buffer', maxBuffer: 1e8, stdin: 'ignore' },
  );
  const columns = canvas.widthPx / 2;
  return Array.from({ length: stdout.length / columns }, (_, frame) => {
    const row = [...stdout.subarray(frame * columns, (frame + 1) * columns)];
    const yellow = row.map((blue) => Math.max(0, 125 - blue));
    const sum = yellow.reduce((total, strength) => total + strength, 0);
    return yellow.reduce((total, strength, column) => total + strength * (2 * column + 1), 0) / sum;
  });
}
