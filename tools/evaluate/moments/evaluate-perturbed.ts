// Evaluates whether small changes of a clip move its key positions: smaller, cropped, compressed more, a frame shorter, darker or
// brighter. Some labeled swings, drawn by a seed:
// node tools/evaluate/moments/evaluate-perturbed.ts FOLDER… --evidence FOLDER [--clips N] [--seed N] [--moved] [--offline]
// `--evidence` keeps everything seen and heard in each copy, so that a second run needs no browser; with `--offline` it leaves out
// what is not there. `--moved` prints each position that moved.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '#content/studio/course/seeded-random.ts';
import { type SeenClip, swingsInBody } from '#domain/moments/swings-in-body.ts';
import { POSITIONS, type Position } from '#domain/swing/swing.ts';
import { type ClipChange, writeEncodedCopy } from '#tools/evaluate/body/evaluated-swings.ts';
import { isShortStroke, type LabeledClip, type Outcome, outcomesOf, paceOf, RIGHT_WITHIN } from './moments-scores.ts';
import { type ClipOnDisk, labeledClips, openSearchPage, readEvidence } from './search-page.ts';

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    evidence: { type: 'string' },
    clips: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    moved: { type: 'boolean', default: false },
    offline: { type: 'boolean', default: false },
  },
});
if (!values.evidence || folders.length === 0) {
  console.error('Please name folders with a manifest.json, and a folder for the evidence: FOLDER… --evidence FOLDER');
  process.exit(2);
}
const evidenceFolder = values.evidence;
mkdirSync(evidenceFolder, { recursive: true });

/** x264's quality where only something else is changed. */
const FINE = 18;
/** Times of frames are rounded. */
const ROUNDING = 0.05;
const CHANGES: Readonly<Record<string, ClipChange | null>> = {
  original: null,
  'three quarters': { filter: 'scale=2*trunc(iw*0.375):2*trunc(ih*0.375)', crf: FINE },
  half: { filter: 'scale=2*trunc(iw*0.25):2*trunc(ih*0.25)', crf: FINE },
  cropped: { filter: 'crop=2*trunc(iw*0.49):2*trunc(ih*0.49)', crf: FINE },
  compressed: { filter: 'null', crf: 28 },
  'first frame cut': { filter: 'trim=start_frame=1', crf: FINE },
  darker: { filter: "lutyuv=y='val*0.9'", crf: FINE },
  brighter: { filter: "lutyuv=y='val*1.1'", crf: FINE },
};

const outcomes = new Map<string, Outcome | null>();
const clips = drawn();
await searchAll();
report();

/** The swings that the seed draws, by name. */
function drawn(): readonly ClipOnDisk[] {
  const next = seededRandom(Number(values.seed));
  return labeledClips(folders)
    .filter((clip) => outcomesOf(clip, { kind: 'no-swing' }).length === 1 && clip.ground_truth && !isShortStroke(clip))
    .filter((clip) => (clip.ground_truth?.swings ?? []).length === 1)
    .map((clip) => ({ clip, drawnAs: next() }))
    .sort((a, b) => a.drawnAs - b.drawnAs)
    .slice(0, Number(values.clips))
    .map(({ clip }) => clip)
    .sort((a, b) => a.slug.localeCompare(b.slug));
}

function evidenceFile({ slug }: LabeledClip, change: string): string {
  return path.join(
    evidenceFolder,
    change === 'original' ? `${slug}.json` : `${slug}.${change.replaceAll(' ', '-')}.json`,
  );
}

async function searchAll(): Promise<void> {
  const missing = clips.flatMap((clip) =>
    Object.entries(CHANGES)
      .filter(([name]) => !existsSync(evidenceFile(clip, name)))
      .map(([name, change]) => ({ clip, name, change })),
  );
  if (missing.length === 0 || values.offline) return;
  const page = await openSearchPage('evidence');
  try {
    for (const { clip, name, change } of missing) {
      const copy = path.join(evidenceFolder, 'copy.mp4');
      let answer = change ? null : await page.search(clip.file);
      if (!answer || answer.kind === 'cannot-read') {
        writeEncodedCopy(clip.file, copy, { filter: 'null', crf: FINE, ...change, hasSound: true });
        answer = await page.search(copy);
      }
      writeFileSync(evidenceFile(clip, name), (await page.evidence()) ?? 'null');
      rmSync(copy, { force: true });
      console.log(`${clip.slug}, ${name}: ${answer.kind}`);
    }
  } finally {
    await page.close();
  }
}

/** The outcome of one changed copy, on the original's timeline. */
function outcomeOf(clip: ClipOnDisk, change: string): Outcome | null {
  const file = evidenceFile(clip, change);
  const known = outcomes.get(file);
  const outcome = known === undefined ? searched(clip, change) : known;
  outcomes.set(file, outcome);
  return outcome;
}

function searched(clip: ClipOnDisk, change: string): Outcome | null {
  const [original, copy] = ['original', change].map((name) => evidenceOf(clip, name));
  if (!original) return null;
  const left = change === 'first frame cut' ? 1 : 0;
  const swings = (copy ? swingsInBody(copy) : []).map((swing) => {
    const moment = (position: Position) => {
      const index = nearestFrame(copy?.frameTimes ?? [], swing.moments[position].time) + left;
      return { ...swing.moments[position], time: original.frameTimes[index] ?? swing.moments[position].time };
    };
    return { ...swing, moments: { rest: moment('rest'), top: moment('top'), strike: moment('strike') } };
  });
  return outcomesOf(clip, { kind: swings.length > 0 ? 'found' : 'no-swing', swings })[0] ?? null;
}

function evidenceOf(clip: ClipOnDisk, change: string): SeenClip | null {
  const file = evidenceFile(clip, change);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : 'null';
  return text === 'null' ? null : readEvidence(text);
}

function nearestFrame(times: readonly number[], time: number): number {
  return times.reduce((best, one, at) => (Math.abs(one - time) < Math.abs((times[best] ?? 0) - time) ? at : best), 0);
}

function report(): void {
  const table = Object.keys(CHANGES).map((change) => [change, lineOf(change)] as const);
  console.log(`${clips.length} clips of the seed ${values.seed}: ${clips.map(({ slug }) => slug).join(', ')}`);
  console.table(Object.fromEntries(table));
  const changed = Object.keys(CHANGES).filter((change) => change !== 'original');
  const sums = POSITIONS.map((position) => {
    const moves = changed.flatMap((change) => clips.flatMap((clip) => moved(clip, change, position) ?? []));
    return `${position} ${moves.filter(Boolean).length} of ${moves.length}`;
  });
  console.log(
    `Lost, or moved by more than the tolerance (strike 1, top 2, rest 4 frames at 30 fps in real time): ${sums.join(', ')}`,
  );
}

function lineOf(change: string): Record<string, string> {
  const line = POSITIONS.flatMap((position) => {
    const moves = clips.flatMap((clip) => moved(clip, change, position) ?? []);
    const tried = clips.filter((clip) => existsSync(evidenceFile(clip, change)));
    const right = tried.filter((clip) => isRight(clip, change, position)).length;
    return [
      [`${position} moved`, `${moves.filter(Boolean).length} of ${moves.length}`],
      [`${position} right`, `${right} of ${tried.length}`],
    ];
  });
  return Object.fromEntries(line);
}

function isRight(clip: ClipOnDisk, change: string, position: Position): boolean {
  const away = framesOff(outcomeOf(clip, change), position, labelOf(clip, position));
  return away !== null && away <= RIGHT_WITHIN[position] + ROUNDING;
}

/** Whether a change moves a position, or finds or loses the swing; null where neither has one, or it was not tried. */
function moved(clip: ClipOnDisk, change: string, position: Position): boolean | null {
  if (!existsSync(evidenceFile(clip, change))) return null;
  const [before, after] = [outcomeOf(clip, 'original'), outcomeOf(clip, change)];
  if (!before?.proposal && !after?.proposal) return null;
  const away = framesOff(after, position, before?.proposal?.moments[position].time ?? null);
  const hasMoved = away === null || away > RIGHT_WITHIN[position] + ROUNDING;
  if (hasMoved && values.moved)
    console.log(`${clip.slug}, ${change}: ${position} ${away?.toFixed(1) ?? 'lost or found'}`);
  return hasMoved;
}

function labelOf(clip: ClipOnDisk, position: Position): number | null {
  return clip.ground_truth?.swings?.[0]?.[position]?.t ?? null;
}

function framesOff(outcome: Outcome | null, position: Position, time: number | null): number | null {
  if (!outcome?.proposal || !outcome.labels || time === null) return null;
  return (30 * Math.abs(outcome.proposal.moments[position].time - time)) / paceOf(outcome.clip, outcome.labels);
}
