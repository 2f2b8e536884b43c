// Looks at a swing: stills of its phases side by side in one PNG.  node content/studio/contact-sheet.ts <slug|all> <folder>
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openStudio } from './browser.ts';
import { DEMO, GOLFERS } from './clips.ts';
import type { ClipPlan } from './clips.ts';

const PHASES = [0, 0.38, 0.62, 1, 1.45, 1.75, 2, 2.2, 2.5, 3.2, 5];

function phaseTime(plan: ClipPlan, phase: number): number {
  const { rest, top, strike } = plan.times;
  if (phase <= 1) return rest + phase * (top - rest);
  return top + (phase - 1) * Math.min(strike - top, phase > 2 ? 0.29 : 9) + (phase > 2 ? Math.max(0, strike - top - 0.29) : 0);
}

const [wanted = 'all', folder = '/tmp/swing-sheets', tall = '640'] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const plans = [DEMO, ...GOLFERS].filter((plan) => wanted === 'all' || wanted.split(',').includes(plan.slug));
const studio = await openStudio();
for (const plan of plans) {
  const heightPx = Number(tall);
  const widthPx = Math.round((plan.widthPx / plan.heightPx) * heightPx / 2) * 2;
  await studio.open(plan, { widthPx, heightPx, step: 0.014 });
  const files: string[] = [];
  for (const [i, phase] of PHASES.entries()) {
    const file = path.join(folder, `${plan.slug}-${i}.jpg`);
    writeFileSync(file, await studio.frame(phaseTime(plan, phase), 0));
    files.push(file);
  }
  const inputs = files.flatMap((file) => ['-i', file]);
  const sheet = path.join(folder, `${plan.slug}.png`);
  const half = Math.ceil(files.length / 2);
  const row = (from: number, to: number, name: string) => `${files.slice(from, to).map((_, i) => `[${from + i}]`).join('')}hstack=${to - from}${name}`;
  const pad = files.length % 2 ? `;[b0]pad=iw+${widthPx}:ih[b]` : '';
  const graph = `${row(0, half, '[a]')};${row(half, files.length, files.length % 2 ? '[b0]' : '[b]')}${pad};[a][b]vstack`;
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...inputs, '-filter_complex', graph, sheet]);
  process.stdout.write(`${sheet}\n`);
}
await studio.close();
