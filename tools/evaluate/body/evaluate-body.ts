// Evaluates body tracking: view, hand and box on a folder of labeled clips, and the joints of the library's animated
// golfers against the studio that made them. The product's own code in real Chromium, through the workbench page.
// `--mirrored` turns the folder's pictures left to right, `--swings` also tests whether every clip shows a swing,
// `--json FILE` writes all results.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bodiesAt, framesBetween } from '#domain/body/bodies-at.ts';
import { bodyAngles } from '#domain/body/body-angles.ts';
import { bodyBox } from '#domain/body/body-box.ts';
import { distancePx, medianOf } from '#domain/body/body-geometry.ts';
import { type BodyTrack, type Joint, seenFrames } from '#domain/body/body-track.ts';
import { cameraView, golferHand } from '#domain/body/filmed.ts';
import { handsSwings } from '#domain/moments/hands-swings.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { type BodyPage, withBodyPage } from '#tests/browser/body-page.ts';
import labels from './body-labels.json' with { type: 'json' };
import {
  BOX_TOLERANCE,
  type BoxLabel,
  boxErrors,
  countsOf,
  type LabeledClip,
  labeledHand,
  labeledMarks,
  labeledView,
  type Outcome,
  outcomeOf,
  type SaidOfClip,
  slowMotionOf,
} from './body-scores.ts';
import { readManifest, writeEncodedCopy } from './evaluated-swings.ts';
import { knownTrack, mirroredGolfer, studioGolfer } from './studio-joints.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    mirrored: { type: 'boolean', default: false },
    swings: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const folder = positionals[0];
if (!folder || !existsSync(path.join(folder, 'manifest.json'))) {
  console.error('Please name a folder with a manifest.json: npm run evaluate:body -- FOLDER [--json FILE]');
  process.exit(2);
}
const manifest = readManifest(folder);
const workFolder = mkdtempSync(path.join(tmpdir(), 'swingmark-body-'));
const written: object[] = [];
try {
  await withBodyPage(async (bodyPage) => {
    const wanted = manifest.filter(({ slug }) => !values.only || slug.includes(values.only));
    await scoreFolder(bodyPage, folder, wanted);
    if (values.swings) await scoreSwings(bodyPage, folder, manifest);
    if (!values.only) await scoreStudio(bodyPage);
  });
  if (values.json) writeFileSync(values.json, `${JSON.stringify(written, null, 2)}\n`);
} finally {
  rmSync(workFolder, { recursive: true, force: true });
}

async function scoreFolder(bodyPage: BodyPage, from: string, clips: readonly LabeledClip[]): Promise<void> {
  const views: (Outcome | null)[] = [];
  const hands: (Outcome | null)[] = [];
  const boxes: (Outcome | null)[] = [];
  for (const clip of clips) {
    const marks = labeledMarks(clip);
    if (!marks || marks.restTime === null) continue;
    const file = path.join(from, clip.slug);
    const { answer, tookMs } = await bodyPage.lookAt(values.mirrored ? mirroredCopy(file) : file, {
      wanted: { around: marks },
      slowMotionFactor: slowMotionOf(marks),
    });
    if (answer.kind !== 'seen') {
      console.log(`${clip.slug}: ${answer.kind}${answer.kind === 'cannot-see' ? ` (${answer.reason})` : ''}`);
      written.push({ clip: clip.slug, answer });
      continue;
    }
    const said = saidOf(clip.slug, answer.track, marks);
    const view = outcomeOf(said.view, labeledView(clip));
    const hand = outcomeOf(said.hand, labeledHand(clip, values.mirrored));
    const label = (labels as Readonly<Record<string, BoxLabel>>)[clip.slug];
    const errors = label ? boxErrors(said, label) : null;
    const worst = errors && Math.max(Math.abs(errors.head), Math.abs(errors.soles));
    const box = label ? (worst === null ? 'not-sure' : worst <= BOX_TOLERANCE ? 'right' : 'wrong') : null;
    views.push(view);
    hands.push(hand);
    boxes.push(box);
    written.push({ ...said, viewOutcome: view, handOutcome: hand, errors, marks, track: answer.track });
    const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
    const off = errors ? `, head off by ${percent(errors.head)}, soles by ${percent(errors.soles)}` : '';
    console.log(
      `${clip.slug}: view ${said.view ?? 'not sure'} (${view ?? 'no label'}), hand ${said.hand ?? 'not sure'} (${hand ?? 'no label'})${off}, ${Math.round(tookMs)} ms`,
    );
  }
  console.log(`\nview: ${countsOf(views)}\nhand: ${countsOf(hands)}`);
  console.log(`head and soles within ${100 * BOX_TOLERANCE} % of body height: ${countsOf(boxes)}\n`);
}

function saidOf(clip: string, track: BodyTrack, marks: SwingAnnotations): SaidOfClip {
  const atRest = bodiesAt(track, marks, 'rest', slowMotionOf(marks));
  const backswing = framesBetween(track, marks, ['rest', 'top']).map(({ body }) => body);
  return {
    clip,
    view: cameraView(atRest),
    hand: golferHand(atRest, backswing),
    box: bodyBox(atRest),
    heightPx: track.heightPx,
  };
}

async function scoreSwings(bodyPage: BodyPage, from: string, clips: readonly LabeledClip[]): Promise<void> {
  const [kept, accepted]: [string[], string[]] = [[], []];
  let [swings, without] = [0, 0];
  const off: Record<'rest' | 'top' | 'strike', number[]> = { rest: [], top: [], strike: [] };
  for (const clip of clips) {
    const marks = labeledMarks(clip);
    const isSwing = clip.kind === 'golf' && marks?.strikeTime !== undefined && marks.strikeTime !== null;
    if (!isSwing && clip.kind !== 'no-swing') continue;
    const factor = marks ? slowMotionOf(marks) : 1;
    const { answer } = await bodyPage.lookAt(path.join(from, clip.slug), {
      wanted: { over: 'clip' },
      slowMotionFactor: factor,
    });
    const found = answer.kind === 'seen' ? (handsSwings(answer.track)[0] ?? null) : null;
    isSwing ? swings++ : without++;
    if (found) (isSwing ? kept : accepted).push(clip.slug);
    if (found && marks) {
      const frames = (time: number, labeled: number | null) => (30 * (time - (labeled ?? Number.NaN))) / factor;
      off.rest.push(frames(found.restTime, marks.restTime));
      off.top.push(frames(found.topTime, marks.topTime));
      off.strike.push(frames(found.strikeTime, marks.strikeTime));
    }
    written.push({ clip: clip.slug, isSwing, found, marks, answer: answer.kind });
    console.log(`${clip.slug}: ${found ? 'a swing' : `no swing (${answer.kind})`}`);
  }
  console.log(`\nswings found: ${kept.length} of ${swings}; in clips without one: ${accepted.length} of ${without}`);
  for (const [position, frames] of Object.entries(off)) {
    const within = (most: number) => frames.filter((frame) => Math.abs(frame) <= most + 0.05).length;
    console.log(
      `${position} by the hands, frames of 30 fps: ±1 ${within(1)}, ±2 ${within(2)}, ±4 ${within(4)} of ${swings}`,
    );
  }
  console.log('');
}

/** Both views and both hands; the last two are turned left to right. */
async function scoreStudio(bodyPage: BodyPage): Promise<void> {
  const slugs = [
    'driver-face-on-24-8',
    'driver-down-the-line-one-plane-21-7',
    'iron-face-on-left-21-7',
    'wedge-down-the-line-24-8',
  ];
  const errors = new Map<string, number[]>();
  for (const [slug, isMirrored] of [
    ...slugs.map((slug) => [slug, false] as const),
    ...slugs.slice(1, 3).map((slug) => [slug, true] as const),
  ]) {
    const golfer = isMirrored ? mirroredGolfer(studioGolfer(slug)) : studioGolfer(slug);
    const file = path.resolve('content/swings', `${slug}.mp4`);
    const { answer } = await bodyPage.lookAt(isMirrored ? mirroredCopy(file) : file, {
      wanted: { over: golfer.marks },
    });
    if (answer.kind !== 'seen') throw new Error(`${slug}: ${answer.kind}`);
    const said = saidOf(slug, answer.track, golfer.marks);
    const angles = bodyAngles(answer.track, golfer.marks);
    console.log(
      `${slug}${isMirrored ? ', mirrored' : ''}: view ${said.view}, hand ${said.hand} (truth ${golfer.view}, ${golfer.hand})`,
    );
    const short = (value: unknown) => (typeof value === 'number' ? Math.round(1000 * value) / 1000 : value);
    console.log(`  angles ${JSON.stringify(angles, (_, value) => short(value))}`);
    const truth = bodyAngles(knownTrack(answer.track, golfer), golfer.marks);
    const shown = JSON.stringify(truth, (key, value) => (key === 'plusMinus' ? undefined : short(value)));
    console.log(`  truth  ${shown}`);
    for (const { time, body } of seenFrames(answer.track)) {
      for (const [joint, place] of Object.entries(golfer.jointsAt(time))) {
        const part = `${golfer.view} ${joint.replace(/^(left|right)/, '').toLowerCase()}`;
        const list = errors.get(part) ?? [];
        list.push(distancePx(body.joints[joint as Joint], place) / golfer.bodyPx);
        errors.set(part, list);
      }
    }
  }
  console.log('\nMedian and 90th percentile of how far joints are off, in % of body height:');
  for (const [part, list] of [...errors].sort()) {
    const worse = list.toSorted((a, b) => a - b)[Math.floor(0.9 * list.length)] ?? Number.NaN;
    console.log(`${part}: ${(100 * medianOf(list)).toFixed(1)}, ${(100 * worse).toFixed(1)} (${list.length})`);
    written.push({ part, median: medianOf(list), worse });
  }
}

function mirroredCopy(file: string): string {
  const copy = path.join(workFolder, `${path.parse(file).name}.mp4`);
  writeEncodedCopy(file, copy, { filter: 'hflip', crf: 16 });
  return copy;
}
