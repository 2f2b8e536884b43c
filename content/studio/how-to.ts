// The four pictures of the how-to page, put together from stills of the clips.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Studio } from './browser.ts';
import { DEMO, GOLFERS } from './clips.ts';
import type { ClipPlan } from './clips.ts';
import { CONTENT } from './still.ts';

export const HOW_TO = ['how-to/1.jpg', 'how-to/2.jpg', 'how-to/3.jpg', 'how-to/4.jpg'];

interface Panel {
  plan: ClipPlan;
  moment: 'rest' | 'top' | 'strike';
}

const golfer = (slug: string) => GOLFERS.find((plan) => plan.slug === slug)!;
const triptych = (plan: ClipPlan): Panel[] => [{ plan, moment: 'rest' }, { plan, moment: 'top' }, { plan, moment: 'strike' }];

const PICTURES: Panel[][] = [
  triptych(DEMO),
  [{ plan: golfer('driver-face-on-24-8'), moment: 'top' }, { plan: golfer('driver-down-the-line-21-7'), moment: 'top' }],
  triptych(golfer('iron-face-on-24-8')),
  [{ plan: DEMO, moment: 'strike' }, { plan: golfer('driver-face-on-24-8'), moment: 'strike' }],
];

export async function makeHowTo(studio: Studio): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'swingmark-how-to-'));
  for (const [n, panels] of PICTURES.entries()) {
    const files: string[] = [];
    const widthPx = panels.length === 3 ? 424 : 636;
    for (const [i, { plan, moment }] of panels.entries()) {
      const pictureM = panels.length === 3 ? 3.1 : plan.view === 'face-on' ? 2.75 : 2.7;
      await studio.open({ ...plan, pictureM }, { widthPx, heightPx: 720, step: 0.011 });
      const file = path.join(folder, `${n}-${i}.jpg`);
      writeFileSync(file, await studio.frame(plan.times[moment], 0));
      files.push(file);
    }
    join(files, path.join(CONTENT, HOW_TO[n]!));
  }
  rmSync(folder, { recursive: true });
}

/** Panels side by side with a paper-white gap between them. */
function join(files: string[], file: string): void {
  const padded = files.map((_, i) => (i === 0 ? `[0]null[p0]` : `[${i}]pad=iw+4:ih:4:0:0xF6F3EA[p${i}]`)).join(';');
  const graph = `${padded};${files.map((_, i) => `[p${i}]`).join('')}hstack=${files.length}`;
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...files.flatMap((one) => ['-i', one]), '-filter_complex', graph, '-q:v', '3', file]);
}
