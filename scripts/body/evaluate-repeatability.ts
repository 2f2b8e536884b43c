// Evaluates whether the same swing gives the same differences in another copy of its clip: encoded again, cropped, in a mirror,
// or cropped, smaller and encoded again at once. Every labelled swing of the folders beside the library's golfers of its view:
// node scripts/body/evaluate-repeatability.ts FOLDER… --tracks FOLDER [--changes encoded,…] [--every 2] [--half even|odd] [--lost] [--search]
// `--tracks` keeps the tracked bodies, so that a second run needs no browser. `--half` takes every second clip, to choose a limit
// on one half and judge it on the other; `--every` takes only a part of both halves. `--lost` prints each sentence that did not recur.
// `--search` uses the bodies that the search for positions tracked, as the range mode does.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bodyAngles } from '#domain/body/body-angles.ts';
import { type BodyTrack, makeBodyTrack, type SeenShaft } from '#domain/body/body-track.ts';
import { type DifferingSwing, findDifferences, type SwingDifference } from '#domain/comparison/differences.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { type BodyPage, withBodyPage } from '#tests/browser/body-page.ts';
import { slowMotionOf } from './body-scores.ts';
import { searchedFrames } from './clip-shafts.ts';
import { writeEncodedCopy } from './encoded-copy.ts';
import { labelledSwings, librarySwings } from './evaluated-swings.ts';

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    tracks: { type: 'string' },
    changes: { type: 'string' },
    every: { type: 'string', default: '1' },
    half: { type: 'string' },
    lost: { type: 'boolean', default: false },
    search: { type: 'boolean', default: false },
  },
});
if (!values.tracks || folders.length === 0) {
  console.error('Please name folders with a manifest.json, and a folder for the tracks: FOLDER… --tracks FOLDER');
  process.exit(2);
}
const tracksFolder = values.tracks;
mkdirSync(tracksFolder, { recursive: true });

/** How a clip is changed before it is encoded again. */
const CHANGES = {
  original: null,
  encoded: { filter: 'null', crf: 30 },
  cropped: { filter: 'crop=iw*0.95:ih*0.97', crf: 20 },
  smaller: { filter: 'crop=iw*0.94:ih*0.96,scale=2*trunc(iw*0.4):2*trunc(ih*0.4)', crf: 30 },
  mirrored: { filter: 'hflip', crf: 20 },
} as const;
type Change = keyof typeof CHANGES;
const changes = (Object.keys(CHANGES) as Change[]).filter(
  (change) => change === 'original' || !values.changes || values.changes.split(',').includes(change),
);

const swings = labelledSwings(folders).filter((_, index) => Math.floor(index / 2) % Number(values.every) === 0);
const golfers = librarySwings().map(({ body, marks, slowMotionFactor }) =>
  differing(body.track, marks, slowMotionFactor),
);
await trackAll();
findShafts();
for (const change of changes) if (change !== 'original') judge(change);

/** Compares what is said of the original clips with what is said of the changed ones. */
function judge(change: Change): void {
  const counts = { pairs: 0, unseen: 0, sentences: 0, again: 0, elsewhere: 0, new: 0, reversed: 0, samePairs: 0 };
  for (const [index, { file, marks }] of swings.entries()) {
    if (values.half && (index % 2 === 0) !== (values.half === 'even')) continue;
    const [original, changed] = [swingOf(file, 'original', marks), swingOf(file, change, marks)];
    const view = original?.body?.angles.view;
    if (!original || !changed || !view) {
      counts.unseen += 1;
      continue;
    }
    for (const golfer of golfers.filter((each) => each.body?.angles.view === view)) {
      const [before, after] = [original, changed].map((user) => sentences(user, golfer)) as [string[], string[]];
      const lost = before.filter((sentence) => !after.includes(sentence));
      const places = after.map(withoutPlace);
      const moved = lost.filter((sentence) => places.includes(withoutPlace(sentence)));
      const reversed = before.filter((sentence) => after.includes(opposite(sentence)));
      counts.pairs += 1;
      counts.sentences += before.length;
      counts.again += before.length - lost.length;
      counts.elsewhere += moved.length;
      counts.new += after.filter((sentence) => !before.includes(sentence)).length;
      counts.reversed += reversed.length;
      if (lost.length === 0 && after.length === before.length) counts.samePairs += 1;
      if (values.lost) for (const sentence of lost) console.log(`${path.basename(file)} ${change}: ${sentence}`);
    }
  }
  const share = (part: number, all: number) => `${part} of ${all} (${Math.round((100 * part) / all)} %)`;
  console.log(
    `${change}: ${share(counts.again, counts.sentences)} sentences again, ${counts.elsewhere} more at another position, ${counts.new} new, ${counts.reversed} reversed; the same sentences in ${share(counts.samePairs, counts.pairs)} pairs; ${counts.unseen} clips without a view`,
  );
}

/** What is said of the two bodies, as measure, position and direction. */
function sentences(user: DifferingSwing, pro: DifferingSwing): string[] {
  return findDifferences({ user, pro }, { isPaceKnown: false })
    .differences.filter(({ kind }: SwingDifference) => kind !== 'duration' && kind !== 'tempo')
    .map(({ kind, position, direction }) => `${kind} ${position} ${direction}`);
}

function withoutPlace(sentence: string): string {
  return sentence.replace(/ .* /, ' ');
}

function opposite(sentence: string): string {
  return sentence.replace(/more$|less$/, (direction) => (direction === 'more' ? 'less' : 'more'));
}

function swingOf(file: string, change: Change, marks: SwingAnnotations): DifferingSwing | null {
  const stored: BodyTrack | null = existsSync(trackFile(file, change))
    ? JSON.parse(readFileSync(trackFile(file, change), 'utf8'))
    : null;
  return stored && differing(makeBodyTrack({ ...stored, shafts: shaftsIn(file, change) }), marks, slowMotionOf(marks));
}

function shaftsIn(file: string, change: Change): readonly SeenShaft[] {
  return JSON.parse(readFileSync(shaftFile(file, change), 'utf8'));
}

/** Searches for the shaft in every copy with a tracked body, where that has not been done. */
function findShafts(): void {
  for (const { file, marks } of swings) {
    for (const change of changes) {
      if (existsSync(shaftFile(file, change))) continue;
      const track: BodyTrack | null = JSON.parse(readFileSync(trackFile(file, change), 'utf8'));
      const copy = changedCopy(file, change);
      const slowMotionFactor = slowMotionOf(marks);
      const frames = track ? searchedFrames({ file: copy, track, marks, slowMotionFactor }) : [];
      writeFileSync(shaftFile(file, change), JSON.stringify(frames.flatMap(({ shaft }) => shaft ?? [])));
      if (copy !== file) rmSync(copy);
    }
  }
}

function shaftFile(file: string, change: Change): string {
  return trackFile(file, change).replace(/json$/, 'shafts.json');
}

function differing(track: BodyTrack, annotations: SwingAnnotations, slowMotionFactor: number): DifferingSwing {
  const body = { angles: bodyAngles(track, annotations, slowMotionFactor), annotations };
  return { annotations, footage: { pictureInterval: 1 / 60, slowMotionFactor: 1 }, body };
}

async function trackAll(): Promise<void> {
  const missing = changes.flatMap((change) =>
    swings.filter(({ file }) => !existsSync(trackFile(file, change))).map((swing) => ({ ...swing, change })),
  );
  if (missing.length === 0) return;
  await withBodyPage(async (bodyPage) => {
    for (const { file, marks, change } of missing) {
      const copy = changedCopy(file, change);
      const track = await tracked(bodyPage, copy, marks);
      console.log(`${path.basename(file)} ${change}: ${track ? `${track.frames.length} frames` : 'no golfer found'}`);
      writeFileSync(trackFile(file, change), JSON.stringify(track));
      if (copy !== file) rmSync(copy);
    }
  });
}

/** The body in a clip, at its known positions or as the search for positions sees it. */
async function tracked({ lookAt }: BodyPage, file: string, marks: SwingAnnotations): Promise<BodyTrack | null> {
  const atMarks = { wanted: { over: marks }, slowMotionFactor: slowMotionOf(marks) };
  const { answer } = await lookAt(file, values.search ? { wanted: { forSwings: true } } : atMarks);
  return answer.kind === 'seen' ? answer.track : null;
}

function trackFile(file: string, change: Change): string {
  return path.join(tracksFolder, `${path.basename(file)}.${change}.json`);
}

function changedCopy(file: string, change: Change): string {
  const changed = CHANGES[change];
  if (!changed) return file;
  const copy = path.join(tracksFolder, `${path.parse(file).name}-${change}.mp4`);
  writeEncodedCopy(file, copy, changed);
  return copy;
}
