// Evaluates "Find my key positions" on a folder of labelled clips: the same code as the page's, in real Chromium,
// through the workbench page. Prints accuracy in frames of 30 fps; `--json FILE` writes every clip's proposals.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '#scripts/find-chromium.mjs';
import { type ClipAnswer, type LabelledClip, otherScores, outcomeOf, positionScores } from './moments-scores.ts';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
const MAX_CLIP_MS = 300_000;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } });
const folder = positionals[0];
if (!folder || !existsSync(path.join(folder, 'manifest.json'))) {
  console.error('Please name a folder with a manifest.json: npm run evaluate:moments -- FOLDER [--json FILE]');
  process.exit(2);
}
const manifest: LabelledClip[] = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));

const workbench = execa('node', ['workbench/serve.ts', '0'], { reject: false });
const browser = await chromium.launch({ executablePath: findChromium() ?? 'chromium', args: FLAGS });
try {
  const home: string = await new Promise((resolve) =>
    workbench.stdout?.once('data', (line) => resolve(String(line).trim())),
  );
  const page = await browser.newPage();
  await page.goto(new URL('moments.html', home).href);
  const outcomes = [];
  for (const clip of manifest) {
    const outcome = outcomeOf(clip, await ask(page, path.join(folder, clip.slug)));
    outcomes.push(outcome);
    const { answer, offsets } = outcome;
    const errors = Object.entries(offsets).flatMap(([name, frames]) =>
      frames === null ? [] : [`${name} ${signed(frames)}`],
    );
    const confidence = answer.swings?.[0] ? ` ${Math.round(answer.swings[0].confidence * 100)} % confident` : '';
    console.log(`${clip.slug}: ${answer.kind}${confidence}${errors.length > 0 ? `, off by ${errors.join(', ')}` : ''}`);
  }
  console.log('\nClips within a number of frames (30 fps), of all clips with a labelled swing:');
  console.table(positionScores(outcomes));
  for (const line of otherScores(outcomes)) console.log(line);
  if (values.json) writeFileSync(values.json, `${JSON.stringify(outcomes, null, 2)}\n`);
} finally {
  await browser.close();
  workbench.kill();
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

function signed(frames: number): string {
  return `${frames > 0 ? '+' : ''}${frames.toFixed(1)}`;
}
