// Evaluates the checkpoints that are found from body and shaft on folders of labeled clips, against checkpoint-labels.json:
// node tools/evaluate/moments/evaluate-checkpoints.ts FOLDER… --tracks FOLDER
// `--tracks` are those of evaluate-repeatability.ts. Right is within one frame of 1/30 s of real time, by GolfDB's rule, or one of
// the clip's own where these are longer; a finish is right as long as the pose is held.
import { makeBodyTrack } from '#domain/body/body-track.ts';
import { type FoundCheckpoint, foundMoments } from '#domain/body/checkpoints.ts';
import { clubBackFrames } from '#domain/body/shaft-search.ts';
import { nearestFrameIndex, nominalFrameRate } from '#domain/video/frame-times.ts';
import { frameTimesOf, searchedFrames } from '#tools/evaluate/body/clip-search.ts';
import { swingsToSearch } from '#tools/evaluate/body/evaluated-swings.ts';
import labels from './checkpoint-labels.json' with { type: 'json' };

/** The columns of the labels: the frame of each checkpoint, and the last one that still shows the finish. */
const COLUMNS: Readonly<Record<FoundCheckpoint, readonly [from: number, to: number]>> = {
  'club-back': [0, 0],
  'arm-back': [2, 2],
  'arm-down': [4, 4],
  'club-through': [6, 6],
  finish: [8, 10],
};
const RULE_SECONDS = 1 / 30;

const first: Readonly<Record<string, readonly (number | null)[]>> = labels.first;
const counts = new Map<string, { labeled: number; right: number; sure: number; sureButWrong: number }>();
for (const swing of swingsToSearch().swings) {
  const label = first[`${swing.name}#0`];
  if (!label) continue;
  const shafts = searchedFrames(swing, clubBackFrames).flatMap(({ shaft }) => shaft ?? []);
  const found = foundMoments(makeBodyTrack({ ...swing.track, shafts }), swing.marks, swing.slowMotionFactor);
  // A track counts its frames as the labels do, but a clip may begin late.
  const [seen] = swing.track.frames;
  const fromFile = frameTimesOf(swing.file);
  const begin = seen ? seen.time - (fromFile[seen.frameIndex] ?? 0) : 0;
  const frameTimes = fromFile.map((time) => time + begin);
  const { numerator, denominator } = nominalFrameRate(frameTimes);
  const tolerance = Math.max(1, Math.round((RULE_SECONDS * swing.slowMotionFactor * numerator) / denominator));
  for (const [checkpoint, [from, to]] of Object.entries(COLUMNS)) {
    const [earliest, latest] = [label[from] ?? null, label[to] ?? null];
    if (earliest === null || latest === null) continue;
    const count = counts.get(checkpoint) ?? { labeled: 0, right: 0, sure: 0, sureButWrong: 0 };
    counts.set(checkpoint, count);
    count.labeled += 1;
    const moment = found[checkpoint as FoundCheckpoint];
    const frame = moment ? nearestFrameIndex(frameTimes, moment.time) : Number.NaN;
    const isRight = frame >= earliest - tolerance && frame <= latest + tolerance;
    if (isRight) count.right += 1;
    else console.log(`${swing.name} ${checkpoint}: frame ${frame}, labeled ${earliest} ± ${tolerance}`);
    if (moment?.isSure) count.sure += 1;
    if (moment?.isSure && !isRight) count.sureButWrong += 1;
  }
}
for (const [checkpoint, { labeled, right, sure, sureButWrong }] of counts) {
  console.log(`${checkpoint}: ${right} of ${labeled} right, ${sureButWrong} of ${sure} sure ones wrong`);
}
