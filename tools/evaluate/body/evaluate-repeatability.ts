// Evaluates whether the same swing gives the same differences in another copy of its clip: encoded again, cropped, in a mirror,
// or cropped, smaller and encoded again at once. Every labeled swing of the folders beside the library's golfers of its view:
// node tools/evaluate/body/evaluate-repeatability.ts FOLDER… --tracks FOLDER [--changes encoded,…] [--every 2] [--half even|odd] [--lost] [--search]
// `--tracks` keeps the tracked bodies, so that a second run needs no browser. `--half` takes every second clip, to choose a limit
// on one half and judge it on the other; `--every` takes only a part of both halves. `--lost` prints each sentence that did not recur.
// `--search` uses the bodies that the search for positions tracked, as the range mode does. `--filmed-twice FOLDER` takes animated
// golfers instead, each swing filmed by two cameras, and keeps their clips in that folder; `--same-swings` takes the swings
// of the folders that are in two files (distant-clips.ts). The ball is in no sentence: its numbers are compared below.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bodyAngles } from '#domain/body/body-angles.ts';
import { type BodyTrack, makeBodyTrack, type SeenBall, type SeenShaft } from '#domain/body/body-track.ts';
import { type DifferingSwing, findDifferences, type SwingDifference } from '#domain/comparison/differences.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { type BodyPage, withBodyPage } from '#tests/browser/body-page.ts';
import { slowMotionOf } from './body-scores.ts';
import { searchedBall, searchedFrames } from './clip-search.ts';
import { filmedSwings, SAME_SWINGS } from './distant-clips.ts';
import { labeledSwings, librarySwings, writeEncodedCopy } from './evaluated-swings.ts';

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    tracks: { type: 'string' },
    changes: { type: 'string' },
    every: { type: 'string', default: '1' },
    half: { type: 'string' },
    lost: { type: 'boolean', default: false },
    search: { type: 'boolean', default: false },
    'filmed-twice': { type: 'string' },
    'same-swings': { type: 'boolean', default: false },
  },
});
if (!values.tracks || (folders.length === 0 && !values['filmed-twice'])) {
  console.error('Please name folders with a manifest.json, and a folder for the tracks: FOLDER… --tracks FOLDER');
  process.exit(2);
}
const tracksFolder = values.tracks;
mkdirSync(tracksFolder, { recursive: true });

/** How a clip is changed before it is encoded again; null where it is another clip, or as it was. */
const CHANGES = {
  original: null,
  encoded: { filter: 'null', crf: 30 },
  cropped: { filter: 'crop=iw*0.95:ih*0.97', crf: 20 },
  smaller: { filter: 'crop=iw*0.94:ih*0.96,scale=2*trunc(iw*0.4):2*trunc(ih*0.4)', crf: 30 },
  mirrored: { filter: 'hflip', crf: 20 },
  'filmed again': null,
} as const;
type Change = keyof typeof CHANGES;
const changes =
  values['filmed-twice'] || values['same-swings']
    ? (['original', 'filmed again'] as const)
    : (Object.keys(CHANGES) as Change[]).filter(
        (change) =>
          change !== 'filmed again' &&
          (change === 'original' || !values.changes || values.changes.split(',').includes(change)),
      );

interface SwingClip {
  readonly file: string;
  readonly marks: SwingAnnotations;
  readonly slowMotionFactor: number;
}

/** A swing: the clip to change, and the one from another camera, if there is one. */
interface RepeatedSwing extends SwingClip {
  readonly again?: SwingClip;
  /** Whether a golfer of the library is this one. */
  readonly isGolfer?: (slug: string) => boolean;
}

const swings = values['filmed-twice'] ? await filmedTwice(values['filmed-twice']) : footageSwings();
const golfers = librarySwings().map(({ slug, body, marks, slowMotionFactor }) => ({
  slug,
  swing: differing(body.track, marks, slowMotionFactor),
}));
await trackAll();
findShafts();
for (const change of changes) if (change !== 'original') judge(change);

function footageSwings(): readonly RepeatedSwing[] {
  if (values['same-swings']) return sameSwings();
  return labeledSwings(folders)
    .filter((_, index) => Math.floor(index / 2) % Number(values.every) === 0)
    .map(({ file, marks }) => ({ file, marks, slowMotionFactor: slowMotionOf(marks) }));
}

function sameSwings(): readonly RepeatedSwing[] {
  const clips = labeledSwings(folders);
  return SAME_SWINGS.flatMap((slugs) => {
    const [first, again] = slugs.flatMap((wanted) => {
      const { file, marks } = clips.find(({ slug }) => slug === wanted) ?? {};
      return file && marks ? [{ file, marks, slowMotionFactor: slowMotionOf(marks) }] : [];
    });
    return first && again ? [{ ...first, again }] : [];
  });
}

async function filmedTwice(folder: string): Promise<readonly RepeatedSwing[]> {
  mkdirSync(folder, { recursive: true });
  const [first, second] = [await filmedSwings('first', folder), await filmedSwings('second', folder)];
  return first.flatMap((swing) => {
    const again = second.find(({ slug }) => slug === swing.slug);
    // The slow-motion clip shows the same swing as the one in real time.
    const isGolfer = (slug: string) => slug === swing.slug || slug === `${swing.slug}-slow-motion`;
    return again ? [{ ...swing, again, isGolfer }] : [];
  });
}

/** Compares the sentences about the original clips with those about the changed ones. */
function judge(change: Change): void {
  const counts = { pairs: 0, unseen: 0, sentences: 0, again: 0, elsewhere: 0, new: 0, reversed: 0, samePairs: 0 };
  const balls: (readonly [before: number | null, after: number | null])[] = [];
  for (const [index, swing] of swings.entries()) {
    if (values.half && (index % 2 === 0) !== (values.half === 'even')) continue;
    const { file } = swing;
    const [original, changed] = [swingOf(swing, 'original'), swingOf(swing, change)];
    const view = original?.body?.angles.view;
    if (!original || !changed || !view) {
      counts.unseen += 1;
      continue;
    }
    balls.push([ballIn(original), ballIn(changed)]);
    const others = golfers.filter(({ slug }) => !swing.isGolfer?.(slug)).map(({ swing: golfer }) => golfer);
    for (const golfer of others.filter((each) => each.body?.angles.view === view)) {
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
  const both = balls.flatMap(([before, after]) =>
    before === null || after === null ? [] : [Math.abs(before - after)],
  );
  const [found, again] = [0, 1].map((copy) => balls.filter((pair) => pair[copy] !== null).length);
  const apart = both.toSorted((a, b) => a - b).map((each) => (100 * each).toFixed(1));
  console.log(
    `  ball found in ${found} and ${again} clips, in both ${both.length}; apart by % of height: ${apart.join(' ')}`,
  );
}

/** The ball's number in a clip, as a share of the golfer's height. */
function ballIn({ body }: DifferingSwing): number | null {
  const { ballPosition, ballDistance } = body?.angles.measures ?? {};
  return ballPosition?.rest?.value ?? ballDistance?.rest?.value ?? null;
}

/** The sentences about two bodies, as measure, position and direction. */
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

function swingOf(swing: RepeatedSwing, change: Change): DifferingSwing | null {
  const stored = storedTrack(swing, change);
  if (!stored) return null;
  const { marks, slowMotionFactor } = clipOf(swing, change);
  const shafts: readonly SeenShaft[] = JSON.parse(readFileSync(foundFile(swing, change, 'shafts'), 'utf8'));
  const ball: SeenBall | null = JSON.parse(readFileSync(foundFile(swing, change, 'ball'), 'utf8'));
  return differing(makeBodyTrack({ ...stored, shafts, ball }), marks, slowMotionFactor);
}

/** The clip before the change that an evaluation applies to it. */
function clipOf(swing: RepeatedSwing, change: Change): SwingClip {
  return change === 'filmed again' && swing.again ? swing.again : swing;
}

function storedTrack(swing: RepeatedSwing, change: Change): BodyTrack | null {
  const file = trackFile(swing, change);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** Searches for shaft and ball in every copy with a tracked body, where that has not been done. */
function findShafts(): void {
  for (const swing of swings) {
    for (const change of changes) {
      const [shaftFile, ballFile] = [foundFile(swing, change, 'shafts'), foundFile(swing, change, 'ball')];
      if (existsSync(shaftFile) && existsSync(ballFile)) continue;
      const track = storedTrack(swing, change);
      const copy = changedCopy(swing, change);
      const { file, ...marked } = clipOf(swing, change);
      const shafts = track ? searchedFrames({ ...marked, file: copy, track }).flatMap(({ shaft }) => shaft ?? []) : [];
      const ball = track && searchedBall({ ...marked, file: copy, track: makeBodyTrack({ ...track, shafts }) });
      writeFileSync(shaftFile, JSON.stringify(shafts));
      writeFileSync(ballFile, JSON.stringify(ball?.ball ?? null));
      if (copy !== file) rmSync(copy);
    }
  }
}

function foundFile(swing: RepeatedSwing, change: Change, what: 'shafts' | 'ball'): string {
  return trackFile(swing, change).replace(/json$/, `${what}.json`);
}

function differing(track: BodyTrack, annotations: SwingAnnotations, slowMotionFactor: number): DifferingSwing {
  const body = { angles: bodyAngles(track, annotations, slowMotionFactor), annotations };
  return { annotations, footage: { pictureInterval: 1 / 60, slowMotionFactor: 1 }, body };
}

async function trackAll(): Promise<void> {
  const missing = changes.flatMap((change) =>
    swings.filter((swing) => !existsSync(trackFile(swing, change))).map((swing) => ({ swing, change })),
  );
  if (missing.length === 0) return;
  await withBodyPage(async (bodyPage) => {
    for (const { swing, change } of missing) {
      const copy = changedCopy(swing, change);
      const { file, ...marked } = clipOf(swing, change);
      const track = await tracked(bodyPage, { ...marked, file: copy });
      console.log(`${path.basename(file)} ${change}: ${track ? `${track.frames.length} frames` : 'no golfer found'}`);
      writeFileSync(trackFile(swing, change), JSON.stringify(track));
      if (copy !== file) rmSync(copy);
    }
  });
}

/** The body in a clip, at its known positions or as the search for positions sees it. */
async function tracked({ lookAt }: BodyPage, { file, marks, slowMotionFactor }: SwingClip): Promise<BodyTrack | null> {
  const atMarks = { wanted: { over: marks }, slowMotionFactor };
  const { answer } = await lookAt(file, values.search ? { wanted: { forSwings: true } } : atMarks);
  return answer.kind === 'seen' ? answer.track : null;
}

function trackFile({ file }: SwingClip, change: Change): string {
  return path.join(tracksFolder, `${path.basename(file)}.${change.replace(' ', '-')}.json`);
}

function changedCopy(swing: RepeatedSwing, change: Change): string {
  const { file } = clipOf(swing, change);
  const changed = CHANGES[change];
  if (!changed) return file;
  const copy = path.join(tracksFolder, `${path.parse(file).name}-${change}.mp4`);
  writeEncodedCopy(file, copy, changed);
  return copy;
}
