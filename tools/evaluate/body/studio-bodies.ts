// Writes the body of the sample and of each of the library's golfers beside its clip: `npm run content -- --bodies [--only <slug,…>]`. Joints
// come from the studio's motion, outlines from its figure. The clips themselves are not touched.
import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openStudio } from '#content/studio/browser.ts';
import { DEMO, frameCount, GOLFERS } from '#content/studio/clips.ts';
import { storedGolferBody } from '#domain/library/golfer-body.ts';
import { makeOutlineTrack, type Outline } from '#domain/outline/outline.ts';
import { outlineOf } from '#web/body/outline-of.ts';
import { plannedGolfer } from './studio-joints.ts';
import { studioTrack } from './studio-track.ts';

/** As fine as the clips: see make.ts. */
const STEP_M = 0.014;
/** A body is about 160 cells tall. */
const CELL_PX = 4;

const { values: options } = parseArgs({ options: { only: { type: 'string' } }, strict: false });
const wanted = typeof options.only === 'string' ? options.only.split(',') : null;
const studio = await openStudio();
for (const plan of [DEMO, ...GOLFERS].filter(({ slug }) => !wanted || wanted.includes(slug))) {
  const { slug } = plan;
  const golfer = plannedGolfer(plan);
  const track = studioTrack(golfer, frameCount(plan));
  await studio.openOutlines(plan, { cellPx: CELL_PX, step: STEP_M });
  const outlines: Outline[] = [];
  for (const { frameIndex, time } of track.frames) {
    outlines.push(
      outlineOf({ frameIndex, time, cellPx: CELL_PX, ...(await studio.outline(time / golfer.slowMotionFactor)) }),
    );
  }
  const { widthPx, heightPx } = track;
  const body = storedGolferBody({ track, outlines: makeOutlineTrack({ widthPx, heightPx, outlines }) });
  const file = path.join(import.meta.dirname, '../../../content/swings', `${slug}.body.json`);
  writeFileSync(file, `${JSON.stringify(body)}\n`);
  console.log(`${slug}: ${track.frames.length} frames, ${(statSync(file).size / 1e3).toFixed(0)} kB`);
}
await studio.close();
