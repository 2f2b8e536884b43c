// Compares the measures of the library's animated golfers, tracked in their clips at several sizes, with those of the joints
// that ship with the clips, in the same frames:  node scripts/body/evaluate-measures.ts [--only <slug,…>] [--heights 1920,960,480]
// Needs ffmpeg and Chromium.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type BodyAngles, bodyAngles } from '#domain/body/body-angles.ts';
import { BODY_MEASURES, MEASURES } from '#domain/body/body-measures.ts';
import { bodyOverTime } from '#domain/body/body-over-time.ts';
import { type BodyTrack, byJoint, seenFrames } from '#domain/body/body-track.ts';
import { type BodyPage, withBodyPage } from '#tests/browser/body-page.ts';
import { writeEncodedCopy } from './encoded-copy.ts';
import { type LibrarySwing, librarySwings } from './evaluated-swings.ts';

const { values } = parseArgs({
  options: { only: { type: 'string' }, heights: { type: 'string', default: '1920,960,480' } },
});
const heights = values.heights.split(',').map(Number);
const chosen = librarySwings().filter(({ slug }) => !values.only || values.only.split(',').includes(slug));

/** One number beside its truth, in degrees or in per cent of body height. */
interface Score {
  readonly key: string;
  readonly off: number;
  readonly plusMinus: number;
}

const scores: Score[] = [];
const folder = mkdtempSync(path.join(tmpdir(), 'swingmark-measures-'));
try {
  await withBodyPage(async (bodyPage) => {
    for (const swing of chosen) for (const heightPx of heights) await scoreAt(bodyPage, swing, heightPx);
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const within = scores.filter(({ off, plusMinus }) => off <= plusMinus).length;
console.log(`\n${within} of ${scores.length} numbers within their ± (${Math.round((100 * within) / scores.length)} %)`);
for (const key of [...new Set(scores.map((score) => score.key))].sort()) {
  const offs = scores.filter((score) => score.key === key).map(({ off }) => off);
  const sorted = offs.toSorted((a, b) => a - b);
  const share = (part: number) => (sorted[Math.ceil(part * sorted.length) - 1] ?? Number.NaN).toFixed(1);
  console.log(
    `${key}: off by ${share(0.5)} (median), ${share(0.95)} (95 %), ${share(1)} (most), ${offs.length} numbers`,
  );
}

async function scoreAt(bodyPage: BodyPage, swing: LibrarySwing, heightPx: number): Promise<void> {
  const { slug, body, marks, slowMotionFactor } = swing;
  const file = path.join(folder, `${heightPx}-${path.basename(swing.file)}`);
  writeEncodedCopy(swing.file, file, { filter: `scale=-2:${heightPx}`, crf: 23 });
  const { answer } = await bodyPage.lookAt(file, { wanted: { over: marks }, slowMotionFactor });
  const name = `${slug} at ${heightPx}`;
  if (answer.kind !== 'seen') return console.log(`${name}: ${answer.kind}`);
  const measured = bodyAngles(answer.track, marks, slowMotionFactor);
  const truth = bodyAngles(knownTrack(answer.track, body.track), marks, slowMotionFactor);
  const found = scoresOf(measured, truth);
  scores.push(...found);
  const outside = found.filter(({ off, plusMinus }) => off > plusMinus);
  const said = outside.map(({ key, off, plusMinus }) => `${key} ${off.toFixed(1)} (± ${plusMinus.toFixed(1)})`);
  console.log(`${name}: ${found.length - outside.length} of ${found.length} within ± ${said.join(', ')}`);
}

function scoresOf(measured: BodyAngles, truth: BodyAngles): readonly Score[] {
  return BODY_MEASURES.flatMap((measure) =>
    MEASURES[measure].at.flatMap((at) => {
      const [number, known] = [measured.measures[measure][at], truth.measures[measure][at]];
      if (!number || !known) return [];
      const scale = MEASURES[measure].unit === 'degrees' ? 1 : 100;
      const off = scale * Math.abs(number.value - known.value);
      return [{ key: `${truth.view} ${measure} ${at}`, off, plusMinus: scale * number.plusMinus }];
    }),
  );
}

/** The track that a perfect eye would give: the same frames, as certain of each joint as the model was. */
function knownTrack(track: BodyTrack, known: BodyTrack): BodyTrack {
  const knownAt = bodyOverTime(known);
  const scale = track.heightPx / known.heightPx;
  const frames = seenFrames(track).flatMap((frame) => {
    const there = knownAt(frame.time);
    if (!there) return [];
    const joints = byJoint((joint) => {
      const { xPx, yPx } = there.joints[joint];
      return { xPx: xPx * scale, yPx: yPx * scale, certainty: frame.body.joints[joint].certainty };
    });
    return [{ ...frame, body: { ...frame.body, joints } }];
  });
  return { ...track, frames };
}
