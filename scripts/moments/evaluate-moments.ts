// Evaluates "Find my key positions" on a folder of labelled clips: the same code as the page's, in real Chromium, through the
// built workbench page. A clip that the browser cannot decode is searched as the server's preview would show it.
// `--motion-only` leaves the golfer's body out, `--set NAME` takes one set of the folder, `--json FILE` writes every clip's
// proposals and `--from FILE` scores such a file instead of searching; `--weights` prints weights fitted to all swings.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { execaSync } from 'execa';
import type { Page } from 'playwright-core';
import { POSITIONS, type Position } from '#domain/swing/swing.ts';
import { startWorkbench } from '#tests/browser/workbench.ts';
import { startBrowser } from '#tests/e2e/browser.ts';
import {
  type ClipAnswer,
  fittedWeights,
  judgedScores,
  kindTable,
  type LabelledClip,
  type Outcome,
  otherScores,
  outcomesOf,
  positionTable,
  proposedScore,
  reliabilityTable,
  type ScoredPosition,
} from './moments-scores.ts';

const MAX_CLIP_MS = 300_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    from: { type: 'string' },
    only: { type: 'string' },
    set: { type: 'string' },
    'motion-only': { type: 'boolean', default: false },
    weights: { type: 'boolean', default: false },
  },
});
const folder = positionals[0];
if (!folder || !existsSync(path.join(folder, 'manifest.json'))) {
  console.error('Please name a folder with a manifest.json: npm run evaluate:moments -- FOLDER [--json FILE]');
  process.exit(2);
}
const manifest: LabelledClip[] = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
const clips = manifest.filter(
  ({ slug, set }) => (!values.only || slug.includes(values.only)) && (!values.set || set === values.set),
);

const answers: Record<string, ClipAnswer> = values.from
  ? JSON.parse(readFileSync(values.from, 'utf8'))
  : await searchAll(folder, clips);
if (values.json) writeFileSync(values.json, `${JSON.stringify(answers)}\n`);
report(clips.flatMap((clip) => outcomesOf(clip, answers[clip.slug] ?? { kind: 'cannot-read' })));

async function searchAll(from: string, wanted: readonly LabelledClip[]): Promise<Record<string, ClipAnswer>> {
  const workFolder = mkdtempSync(path.join(tmpdir(), 'swingmark-moments-'));
  const workbench = await startWorkbench();
  const browser = await startBrowser();
  const found: Record<string, ClipAnswer> = {};
  try {
    const page = await browser.newPage();
    const address = new URL('moments.html', workbench.address);
    if (values['motion-only']) address.search = 'motion-only';
    await page.goto(address.href);
    for (const clip of wanted) {
      const file = path.join(from, clip.slug);
      const first = await ask(page, file);
      const copy = first.kind === 'cannot-read' ? previewOf(file, workFolder) : null;
      const answer = copy ? await ask(page, copy) : first;
      found[clip.slug] = answer;
      console.log(lineOf(clip, answer, copy !== null));
    }
  } finally {
    await browser.close();
    await workbench.stop();
    rmSync(workFolder, { recursive: true, force: true });
  }
  return found;
}

/** The page's result for a file. A file that is missing or takes too long counts as unreadable. */
async function ask(page: Page, file: string): Promise<ClipAnswer> {
  if (!existsSync(file)) return { kind: 'cannot-read' };
  await page.reload();
  await page.getByLabel('video file').setInputFiles(file);
  const answer = page.locator('output[data-done=true]');
  try {
    return JSON.parse(await answer.innerText({ timeout: MAX_CLIP_MS }));
  } catch {
    return { kind: 'cannot-read' };
  }
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

function lineOf(clip: LabelledClip, answer: ClipAnswer, isPreview: boolean): string {
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

function report(outcomes: readonly Outcome[]): void {
  const swings = outcomes.filter(({ labels }) => labels);
  const scoresBy = (score: (position: Position) => readonly (ScoredPosition | null)[]) => ({
    rest: score('rest'),
    top: score('top'),
    strike: score('strike'),
  });
  const proposed = scoresBy((position) => swings.map((outcome) => proposedScore(outcome, position)));
  const judged = scoresBy((position) => judgedScores(swings, position));
  console.log('\nAs proposed (weights fitted to some of these clips), in frames of 30 fps at life\u2019s pace:');
  console.table(positionTable(swings, proposed));
  console.log('Judged: weights fitted to clips of other sources:');
  console.table(positionTable(swings, judged));
  console.table(kindTable(swings, judged));
  console.log('Judged: of the positions said to be so likely, how many were right:');
  console.table(reliabilityTable(judged));
  for (const line of otherScores(outcomes)) console.log(line);
  if (!values.weights) return;
  for (const position of POSITIONS) {
    console.log(
      `${position}: [${fittedWeights(swings, position)
        .map((weight) => weight.toFixed(2))
        .join(', ')}]`,
    );
  }
}
