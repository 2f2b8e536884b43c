// Writes the body of the sample and of each of the library's golfers beside its clip: `npm run content -- --bodies [--only <slug,…>]`. Joints
// come from the studio's motion, outlines from its figure. The clips themselves are not touched.
import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openStudio } from '#content/studio/browser.ts';
import { DEMO, FRAME_RATE, frameCount, GOLFERS } from '#content/studio/clips.ts';
import { measureTime } from '#domain/body/body-angles.ts';
import { type BodyTrack, JOINTS, makeBodyTrack, type SeenBody, type SeenShaft } from '#domain/body/body-track.ts';
import { outlineFrames } from '#domain/body/looked-at-frames.ts';
import { storedGolferBody } from '#domain/library/golfer-body.ts';
import { makeOutlineTrack, type Outline } from '#domain/outline/outline.ts';
import { outlineOf } from '#web/body/outline-of.ts';
import { plannedGolfer, type StudioGolfer } from './studio-joints.ts';

/** As fine as the clips: see make.ts. */
const STEP_M = 0.014;
/** A body is about 160 cells tall. */
const CELL_PX = 4;
/** Down the line, the side of the body that is turned away is known as well but hidden. */
const HIDDEN_SIDE = 0.9;

const { values: options } = parseArgs({ options: { only: { type: 'string' } }, strict: false });
const wanted = typeof options.only === 'string' ? options.only.split(',') : null;
const studio = await openStudio();
for (const plan of [DEMO, ...GOLFERS].filter(({ slug }) => !wanted || wanted.includes(slug))) {
  const { slug } = plan;
  const golfer = plannedGolfer(plan);
  const track = trackOf(golfer, frameCount(plan));
  await studio.openOutlines(plan, { cellPx: CELL_PX, step: STEP_M });
  const outlines: Outline[] = [];
  for (const { frameIndex, time } of track.frames) {
    outlines.push(
      outlineOf({ frameIndex, time, cellPx: CELL_PX, ...(await studio.outline(time / golfer.slowMotionFactor)) }),
    );
  }
  const { widthPx, heightPx } = track;
  const body = storedGolferBody({ track, outlines: makeOutlineTrack({ widthPx, heightPx, outlines }) });
  const file = path.join(import.meta.dirname, '../../content/swings', `${slug}.body.json`);
  writeFileSync(file, `${JSON.stringify(body)}\n`);
  console.log(`${slug}: ${track.frames.length} frames, ${(statSync(file).size / 1e3).toFixed(0)} kB`);
}
await studio.close();

/** The frames that a device would sample. */
function trackOf(golfer: StudioGolfer, frameCount: number): BodyTrack {
  const { widthPx, heightPx, marks } = golfer;
  const frameTimes = Array.from({ length: frameCount }, (_, frame) => frame / FRAME_RATE);
  const frames = outlineFrames(frameTimes, marks, golfer.slowMotionFactor).map((frameIndex) => {
    const time = frameTimes[frameIndex] ?? 0;
    return { frameIndex, time, body: bodyAt(golfer, time) };
  });
  const track = makeBodyTrack({ widthPx, heightPx, frames, isExact: true });
  const ball = { time: marks.restTime, ...golfer.ball, certainty: 1 };
  return makeBodyTrack({ ...track, shafts: shaftsOf(golfer, track), ball });
}

/** The shaft at the very moments at which it is measured. */
function shaftsOf({ marks, shaftAt }: StudioGolfer, track: BodyTrack): readonly SeenShaft[] {
  return (['rest', 'top', 'delivery', 'strike'] as const).flatMap((at) => {
    const time = measureTime(track, marks, at);
    if (time === null) return [];
    const [grip, end] = shaftAt(time);
    return [{ at, time, frameInterval: 0, grip, end, certainty: 1 }];
  });
}

function bodyAt(golfer: StudioGolfer, time: number): SeenBody {
  const lead = golfer.hand === 'right' ? 'left' : 'right';
  const places = golfer.jointsAt(time);
  const joints = JOINTS.map((joint) => {
    const isHidden = golfer.view === 'down-the-line' && joint.startsWith(lead);
    return [joint, { ...places[joint], certainty: isHidden ? HIDDEN_SIDE : 1 }];
  });
  return { certainty: 1, joints: Object.fromEntries(joints) as SeenBody['joints'] };
}
