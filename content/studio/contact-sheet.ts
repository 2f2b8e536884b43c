// Renders stills of a swing's phases into one PNG.  node content/studio/contact-sheet.ts <slug,...|all> <folder>
// [<height>]
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { secondsOf } from '#studio/motion/phase-clock.ts';
import { openStudio } from './browser.ts';
import { DEMO, GOLFERS } from './clips.ts';

const PHASES = [0, 0.2, 0.42, 0.64, 1, 1.6, 1.82, 2, 2.17, 2.42, 3, 5];

const [wanted = 'all', folder = '/tmp/swing-sheets', height = '640'] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const heightPx = Number(height);
const studio = await openStudio();
for (const plan of [DEMO, ...GOLFERS].filter(({ slug }) => wanted === 'all' || wanted.split(',').includes(slug))) {
  const widthPx = Math.round(((plan.widthPx / plan.heightPx) * heightPx) / 2) * 2;
  await studio.open(plan, { widthPx, heightPx, step: 0.014 });
  for (const [i, phase] of PHASES.entries()) {
    const still = await studio.frame(Math.min(plan.times.end, secondsOf(phase, plan.times)));
    writeFileSync(path.join(folder, `${plan.slug}-${i}.jpg`), still);
  }
  const stills = path.join(folder, `${plan.slug}-%d.jpg`);
  const sheet = path.join(folder, `${plan.slug}.png`);
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-i',
    stills,
    '-vf',
    `tile=6x${PHASES.length / 6}`,
    '-frames:v',
    '1',
    sheet,
  ]);
  process.stdout.write(`${sheet}\n`);
}
await studio.close();
