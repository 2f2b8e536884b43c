// Compares the measures of the library's animated golfers, tracked in their clips at several sizes, with those of the studio's
// joints in the same frames:  node tools/evaluate/body/evaluate-measures.ts [--only <slug,…>] [--heights 1080,720,480]
// `--distances 3.5,12 --clips FOLDER` takes clips that the studio renders from these distances in meters instead, and keeps them.
// Needs ffmpeg and Chromium.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { golferClip } from '#content/studio/clips.ts';
import { type BodyAngles, bodyAngles } from '#domain/body/body-angles.ts';
import { scaled } from '#domain/body/body-geometry.ts';
import { BODY_MEASURES, MEASURES } from '#domain/body/body-measures.ts';
import { makeBodyTrack } from '#domain/body/body-track.ts';
import { type BodyPage, withBodyPage } from '#tests/browser/body-page.ts';
import { searchedBall } from './clip-search.ts';
import { renderedClips } from './distant-clips.ts';
import { librarySwings, writeEncodedCopy } from './evaluated-swings.ts';
import { knownTrack, type StudioGolfer, studioGolfer } from './studio-joints.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    heights: { type: 'string', default: '1080,720,480' },
    distances: { type: 'string', default: '' },
    clips: { type: 'string' },
  },
});
const chosen = librarySwings().filter(({ slug }) => !values.only || values.only.split(',').includes(slug));

/** One measured number and its true value, in degrees or in per cent of body height. */
interface Score {
  readonly key: string;
  readonly off: number;
  readonly plusMinus: number;
}

const scores: Score[] = [];
const folder = mkdtempSync(path.join(tmpdir(), 'swingmark-measures-'));
try {
  await withBodyPage(async (bodyPage) => {
    if (values.distances) await scoreDistances(bodyPage, values.distances.split(',').map(Number));
    else await scoreSizes(bodyPage, values.heights.split(',').map(Number));
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

async function scoreSizes(bodyPage: BodyPage, heights: readonly number[]): Promise<void> {
  for (const { slug, file } of chosen) {
    for (const heightPx of heights) {
      const copy = path.join(folder, `${heightPx}-${path.basename(file)}`);
      writeEncodedCopy(file, copy, { filter: `scale=-2:${heightPx}`, crf: 23 });
      await scoreClip(bodyPage, copy, studioGolfer(slug));
      rmSync(copy);
    }
  }
}

async function scoreDistances(bodyPage: BodyPage, distances: readonly number[]): Promise<void> {
  const clips = values.clips ?? folder;
  mkdirSync(clips, { recursive: true });
  for (const distanceM of distances) {
    const plans = chosen.map(({ slug }) => ({
      plan: { ...golferClip(slug), distanceM },
      name: `${slug}-${distanceM}-m`,
    }));
    const distant = await renderedClips(plans, clips);
    for (const { file, golfer } of distant) await scoreClip(bodyPage, file, golfer);
  }
}

async function scoreClip({ lookAt }: BodyPage, file: string, golfer: StudioGolfer): Promise<void> {
  const { marks, slowMotionFactor } = golfer;
  const { answer } = await lookAt(file, { wanted: { over: marks }, slowMotionFactor });
  const name = path.basename(file);
  if (answer.kind !== 'seen') return console.log(`${name}: ${answer.kind}`);
  const ball = searchedBall({ file, track: answer.track, marks, slowMotionFactor })?.ball ?? null;
  const measured = bodyAngles(makeBodyTrack({ ...answer.track, ball }), marks, slowMotionFactor);
  const scale = answer.track.heightPx / golfer.heightPx;
  const lying = { ...scaled(golfer.ball, scale), time: marks.restTime, certainty: 1 };
  const truth = bodyAngles({ ...knownTrack(answer.track, golfer), ball: lying }, marks, slowMotionFactor);
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
