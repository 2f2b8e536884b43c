// Evaluates "Find the key positions" on folders of labeled clips: the same code as the page's, in real Chromium, through the
// built workbench page. A clip that the browser cannot decode is searched as the server's preview would show it.
// `--motion-only` leaves the golfer's body out, `--set NAME` takes one set of the folders, `--json FILE` writes every clip's
// proposals and `--from FILE` scores such a file instead of searching; `--evidence FOLDER` keeps everything seen and heard in each clip
// (search-page.ts), and `--from FOLDER` chooses the positions again from that folder, also in copies that begin later
// (late-beginnings.ts); `--weights` prints weights fitted to all swings, those of the rest also to the copies. Without evidence there
// are no copies: the rest is then judged by weights that were fitted to the clips alone, unlike the product's.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { execaSync } from 'execa';
import { type SeenClip, swingsInBody } from '#domain/moments/swings-in-body.ts';
import { POSITIONS, type Position } from '#domain/swing/swing.ts';
import { lateBeginnings } from './late-beginnings.ts';
import {
  type ClipAnswer,
  copiesTable,
  fittedWeights,
  isShortStroke,
  judgedScores,
  kindTable,
  type LabeledClip,
  type Outcome,
  otherScores,
  outcomesOf,
  positionTable,
  proposedScore,
  reliabilityTable,
  type ScoredPosition,
} from './moments-scores.ts';
import { type ClipOnDisk, labeledClips, openSearchPage, readEvidence } from './search-page.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    from: { type: 'string' },
    only: { type: 'string' },
    set: { type: 'string' },
    evidence: { type: 'string' },
    'motion-only': { type: 'boolean', default: false },
    weights: { type: 'boolean', default: false },
  },
});
const folders = positionals;
if (folders.length === 0 || !folders.every((folder) => existsSync(path.join(folder, 'manifest.json')))) {
  console.error('Please name folders with a manifest.json: npm run evaluate:moments -- FOLDER… [--json FILE]');
  process.exit(2);
}
const clips = labeledClips(folders).filter(
  ({ slug, set }) => (!values.only || slug.includes(values.only)) && (!values.set || set === values.set),
);

/** Of the evidence in a folder, the copies of each labeled swing that begin later. */
const copies: Outcome[] = [];
const answers: Record<string, ClipAnswer> = values.from ? answersFrom(values.from) : await searchAll(clips);
if (values.json) writeFileSync(values.json, `${JSON.stringify(answers)}\n`);
report(clips.flatMap((clip) => outcomesOf(clip, answers[clip.slug] ?? { kind: 'cannot-read' })));

/** The answers in a file, or those chosen from a folder of evidence. */
function answersFrom(from: string): Record<string, ClipAnswer> {
  if (!statSync(from).isDirectory()) return JSON.parse(readFileSync(from, 'utf8'));
  const entries = clips.map((clip) => {
    const { slug } = clip;
    const file = path.join(from, `${slug}.json`);
    if (!existsSync(file)) return [slug, { kind: 'cannot-read' }];
    const evidence = readEvidence(readFileSync(file, 'utf8'));
    keepCopies(clip, evidence);
    const swings = swingsInBody(evidence);
    return [slug, { kind: swings.length > 0 ? 'found' : 'no-swing', swings }];
  });
  return Object.fromEntries(entries);
}

function keepCopies(clip: ClipOnDisk, evidence: SeenClip): void {
  if (!isShortStroke(clip)) copies.push(...lateBeginnings(clip, evidence));
}

async function searchAll(wanted: readonly ClipOnDisk[]) {
  const workFolder = mkdtempSync(path.join(tmpdir(), 'swingmark-moments-'));
  const page = await openSearchPage(values.evidence ? 'evidence' : values['motion-only'] ? 'motion-only' : '');
  const found: Record<string, ClipAnswer> = {};
  if (values.evidence) mkdirSync(values.evidence, { recursive: true });
  try {
    for (const clip of wanted) {
      const first = await page.search(clip.file);
      const copy = first.kind === 'cannot-read' ? previewOf(clip.file, workFolder) : null;
      const answer = copy ? await page.search(copy) : first;
      found[clip.slug] = answer;
      const evidence = values.evidence ? await page.evidence() : null;
      if (values.evidence && evidence) {
        writeFileSync(path.join(values.evidence, `${clip.slug}.json`), evidence);
        keepCopies(clip, readEvidence(evidence));
      }
      console.log(lineOf(clip, answer, copy !== null));
    }
  } finally {
    await page.close();
    rmSync(workFolder, { recursive: true, force: true });
  }
  return found;
}

/** A copy that every browser plays, with the same frames at the same times; null where ffmpeg cannot read it either. */
function previewOf(file: string, workFolder: string): string | null {
  const copy = path.join(workFolder, `${path.parse(file).name}.mp4`);
  const video = [
    '-map',
    '0:v:0',
    '-fps_mode',
    'passthrough',
    '-preset',
    'veryfast',
    '-crf',
    '18',
    '-pix_fmt',
    'yuv420p',
  ];
  const made = execaSync('ffmpeg', ['-v', 'error', '-y', '-i', file, ...video, '-map', '0:a:0?', '-c:a', 'aac', copy], {
    reject: false,
  });
  return made.exitCode === 0 ? copy : null;
}

function lineOf(clip: LabeledClip, answer: ClipAnswer, isPreview: boolean): string {
  const offsets = outcomesOf(clip, answer).map((outcome) =>
    POSITIONS.flatMap((position) => {
      const score = proposedScore(outcome, position);
      return score
        ? `${position} ${score.offset > 0 ? '+' : ''}${score.offset.toFixed(1)}${score.isSure ? '' : '?'}`
        : [];
    }).join(' '),
  );
  const confidence = (answer.swings ?? []).map((swing) => `${Math.round(100 * swing.confidence)} %`).join(', ');
  const seconds = ((answer.tookMs ?? 0) / 1000).toFixed(1);
  return `${clip.slug}${isPreview ? ' (its preview)' : ''}: ${answer.kind} ${confidence} | ${offsets.join(' | ')} | ${seconds} s`;
}

function report(all: readonly Outcome[]): void {
  const outcomes = all.filter(({ clip }) => !isShortStroke(clip));
  const strokes = all.filter(({ clip }) => isShortStroke(clip));
  const swings = outcomes.filter(({ labels }) => labels);
  const scoresBy = (score: (position: Position) => readonly (ScoredPosition | null)[]) => ({
    rest: score('rest'),
    top: score('top'),
    strike: score('strike'),
  });
  const proposedBy = (list: readonly Outcome[]) =>
    scoresBy((position) => list.map((outcome) => proposedScore(outcome, position)));
  const fittedTo = (position: Position) => (position === 'rest' ? [...swings, ...copies] : swings);
  const judged = scoresBy((position) => judgedScores(swings, position, fittedTo(position)));
  console.log('\nAs proposed (weights fitted to some of these clips), in frames of 30 fps at life\u2019s pace:');
  console.table(positionTable(swings, proposedBy(swings)));
  console.log('Judged: weights fitted to clips of other sources:');
  console.table(positionTable(swings, judged));
  console.table(kindTable(swings, judged));
  console.log('Judged: of the positions said to be so likely, how many were right:');
  console.table(reliabilityTable(judged));
  if (copies.length > 0) {
    console.log('Judged: rests in copies that begin so many frames after the labeled rest:');
    console.table(copiesTable(copies, judgedScores(copies, 'rest', fittedTo('rest'))));
  }
  for (const line of otherScores(outcomes)) console.log(line);
  if (strokes.length > 0) {
    const asFull = strokes.filter(({ proposal }) => proposal?.isShort === false).length;
    console.log(`Short strokes, as proposed; ${asFull} taken for a full swing:`);
    console.table(positionTable(strokes, proposedBy(strokes)));
  }
  if (!values.weights) return;
  for (const position of POSITIONS) {
    console.log(
      `${position}: [${fittedWeights(fittedTo(position), position)
        .map((weight) => weight.toFixed(2))
        .join(', ')}]`,
    );
  }
}
