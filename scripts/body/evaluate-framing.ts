// Evaluates how golfers are framed at one size: every labelled swing of a folder beside a golfer of the library filmed
// from the same side, framed by the detected bodies alone. `--sheets FOLDER` writes one picture for each: rest, top,
// strike and after it. Node: node scripts/body/evaluate-framing.ts FOLDER [--sheets FOLDER] [--only NAME]

import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { execaSync } from 'execa';
import { handsLines } from '#domain/body/body-over-time.ts';
import type { CameraView } from '#domain/body/filmed.ts';
import { AS_FILMED, withSideChoices } from '#domain/comparison/comparison-choices.ts';
import { type AnnotatedClip, type ComparisonPlan, planComparison } from '#domain/comparison/comparison-plan.ts';
import { sidePicture } from '#domain/comparison/golfer-room.ts';
import { toPlanTime } from '#domain/comparison/timeline.ts';
import { placeOf } from '#domain/rendering/body-strokes.ts';
import type { Side } from '#domain/side.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { sourceTime } from '#domain/time.ts';
import { mergeVideos } from '#server/ffmpeg/merge/merge-videos.ts';
import { type ProbedVideo, probeClip } from '#server/ffmpeg/probe/probe.ts';
import { type BodyPage, withBodyPage } from '#tests/browser/body-page.ts';
import labels from './body-labels.json' with { type: 'json' };
import { type BoxLabel, type LabelledClip, labelledMarks, labelledView, slowMotionOf } from './body-scores.ts';
import { librarySwings, readManifest } from './evaluated-swings.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sheets: { type: 'string' }, only: { type: 'string' } },
});
const folder = positionals[0];
if (!folder || !existsSync(path.join(folder, 'manifest.json'))) {
  console.error('Please name a folder with a manifest.json');
  process.exit(2);
}
const TOOLS = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe' };
/** Heights and feet may differ by this share of the body's height. */
const TOLERANCE = 0.05;
const workFolder = mkdtempSync(path.join(tmpdir(), 'swingmark-framing-'));
const counts = { framed: 0, full: 0, unseen: 0, heights: 0, feet: 0, labelled: 0, hands: 0 };
try {
  const wanted = readManifest(folder).filter(({ slug }) => !values.only || slug.includes(values.only));
  await withBodyPage(async (bodyPage) => {
    for (const clip of wanted) await score(bodyPage, folder, clip);
  });
  console.log(JSON.stringify(counts));
} finally {
  rmSync(workFolder, { recursive: true, force: true });
}

async function score(bodyPage: BodyPage, from: string, labelled: LabelledClip): Promise<void> {
  const marks = labelledMarks(labelled);
  if (!marks || marks.restTime === null || marks.strikeTime === null) return;
  const file = path.resolve(from, labelled.slug);
  const slowMotionFactor = slowMotionOf(marks);
  const { answer } = await bodyPage.lookAt(file, { wanted: { over: marks }, slowMotionFactor });
  if (answer.kind !== 'seen') {
    counts.unseen += 1;
    console.log(`${labelled.slug}: ${answer.kind}`);
    return;
  }
  const video = await probeClip(TOOLS, file);
  const user: AnnotatedClip = { clip: video.clip, annotations: marks, body: { track: answer.track, outlines: null } };
  const golfer = await golferLike(labelledView(labelled) ?? 'face-on');
  const choices = withSideChoices({ ...AS_FILMED, framing: 'golfers' }, 'user', { slowMotionFactor });
  const result = planComparison(user, golfer.side, 'strike', choices);
  if (!result.ok || !result.plan.isFramed) {
    counts.full += 1;
    console.log(`${labelled.slug}: full pictures${result.ok ? '' : ` (${result.problem})`}`);
    return;
  }
  counts.framed += 1;
  const { plan } = result;
  const label = (labels as Readonly<Record<string, BoxLabel>>)[labelled.slug];
  const [you, they] = [feetAndHead(plan, 'user', user, label), feetAndHead(plan, 'pro', golfer.side)];
  const taller = you.heightPx / they.heightPx - 1;
  const lower = (you.solesPx - they.solesPx) / they.heightPx;
  if (label) {
    counts.labelled += 1;
    if (Math.abs(taller) <= TOLERANCE) counts.heights += 1;
    if (Math.abs(lower) <= TOLERANCE) counts.feet += 1;
  }
  const outside = handsOutside(plan, user);
  if (outside === 0) counts.hands += 1;
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  console.log(
    `${labelled.slug}: ${label ? 'by hand' : 'by itself'} ${percent(taller)} taller, feet ${percent(lower)} lower, hands outside ${outside}, canvas ${plan.canvas.widthPx}x${plan.canvas.heightPx}, body ${Math.round(they.heightPx)} px`,
  );
  if (values.sheets)
    await writeSheet(plan, video, golfer, file, marks, path.join(values.sheets, `${labelled.slug}.png`));
}

interface LibraryGolfer {
  readonly file: string;
  readonly video: ProbedVideo;
  readonly side: AnnotatedClip;
}

async function golferLike(view: CameraView): Promise<LibraryGolfer> {
  const swings = librarySwings();
  const golfer = swings.find((each) => each.view === view) ?? swings[0];
  if (!golfer) throw new Error('The library is empty');
  const { file, marks, body } = golfer;
  const video = await probeClip(TOOLS, file);
  return { file, video, side: { clip: video.clip, annotations: marks, body } };
}

/** The golfer's place on the canvas: as labelled by hand, else as detected. */
function feetAndHead(plan: ComparisonPlan, side: Side, { clip, annotations, body }: AnnotatedClip, label?: BoxLabel) {
  const seen = sidePicture(clip, annotations, body?.track ?? null, AS_FILMED.user).body;
  const head = label ? label.headTopFraction * clip.heightPx : (seen?.headTopPx ?? Number.NaN);
  const soles = label ? label.solesFraction * clip.heightPx : (seen?.solesPx ?? Number.NaN);
  const place = placeOf(plan, side, clip);
  const [top, bottom] = [place({ xPx: 0, yPx: head }).y, place({ xPx: 0, yPx: soles }).y];
  return { heightPx: bottom - top, solesPx: bottom };
}

/** How many points of the hands' path lie outside of the panel, and not already outside of the picture. */
function handsOutside(plan: ComparisonPlan, { body }: AnnotatedClip): number {
  if (!body) return 0;
  const { track } = body;
  const place = placeOf(plan, 'user', track);
  const { rect } = plan.panes.user;
  return handsLines(track)
    .flat()
    .filter(({ xPx, yPx }) => xPx >= 0 && xPx <= track.widthPx && yPx >= 0 && yPx <= track.heightPx)
    .map(place)
    .filter(({ x, y }) => x < rect.xPx || x > rect.xPx + rect.widthPx || y < rect.yPx || y > rect.yPx + rect.heightPx)
    .length;
}

async function writeSheet(
  plan: ComparisonPlan,
  video: ProbedVideo,
  golfer: LibraryGolfer,
  file: string,
  marks: SwingAnnotations,
  sheet: string,
): Promise<void> {
  mkdirSync(path.dirname(sheet), { recursive: true });
  const outputPath = path.join(workFolder, 'merged.mp4');
  await mergeVideos(TOOLS, {
    plan,
    user: { path: file, video },
    pro: { path: golfer.file, video: golfer.video },
    outputPath,
  });
  const at = (time: number | null): number => toPlanTime(plan, 'user', sourceTime(time ?? 0));
  const [rest, top, strike] = [at(marks.restTime), at(marks.topTime), at(marks.strikeTime)];
  const after = [0.35, 0.9].map((seconds) => Math.min(strike + seconds, plan.duration - 0.1));
  const times = [rest, (rest + top) / 2, top, strike, ...after];
  const inputs = times.flatMap((time) => ['-ss', String(Math.max(0, time)), '-i', outputPath]);
  const scaled = times.map((_, index) => `[${index}]trim=end_frame=1,scale=-2:240[s${index}]`).join(';');
  const tiles = times.map((_, index) => `[s${index}]`).join('');
  const filter = ['-filter_complex', `${scaled};${tiles}hstack=${times.length}`];
  execaSync('ffmpeg', ['-v', 'error', '-y', ...inputs, ...filter, '-frames:v', '1', sheet], { stdin: 'ignore' });
}
