// The four pictures of the how-to page, put together from stills of the clips.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Studio } from './browser.ts';
import { type ClipPlan, DEMO, golferClip } from './clips.ts';
import { CONTENT } from './still.ts';

interface Panel {
  plan: ClipPlan;
  moment: 'rest' | 'top' | 'strike';
}

const triptych = (plan: ClipPlan): Panel[] => [
  { plan, moment: 'rest' },
  { plan, moment: 'top' },
  { plan, moment: 'strike' },
];

const PICTURES: { file: string; panels: Panel[] }[] = [
  { file: 'how-to/1.jpg', panels: triptych(DEMO) },
  {
    file: 'how-to/2.jpg',
    panels: [
      { plan: golferClip('driver-face-on-24-8'), moment: 'top' },
      { plan: golferClip('driver-down-the-line-one-plane-21-7'), moment: 'top' },
    ],
  },
  { file: 'how-to/3.jpg', panels: triptych(golferClip('wedge-down-the-line-24-8')) },
  {
    file: 'how-to/4.jpg',
    panels: [
      { plan: DEMO, moment: 'strike' },
      { plan: golferClip('driver-face-on-24-8'), moment: 'strike' },
    ],
  },
];

export const HOW_TO = PICTURES.map(({ file }) => file);

export async function makeHowTo(studio: Studio): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'swingmark-how-to-'));
  for (const { file: target, panels } of PICTURES) {
    const files: string[] = [];
    const widthPx = panels.length === 3 ? 424 : 636;
    for (const [i, { plan, moment }] of panels.entries()) {
      await studio.open(plan, { widthPx, heightPx: 720, step: 0.013 });
      const file = path.join(folder, `${path.parse(target).name}-${i}.jpg`);
      writeFileSync(file, await studio.frame(plan.times[moment]));
      files.push(file);
    }
    join(files, path.join(CONTENT, target));
  }
  rmSync(folder, { recursive: true });
}

/** Panels side by side with a paper-white gap between them. */
function join(files: string[], file: string): void {
  const padded = files.map((_, i) => (i === 0 ? `[0]null[p0]` : `[${i}]pad=iw+4:ih:4:0:0xF6F3EA[p${i}]`)).join(';');
  const graph = `${padded};${files.map((_, i) => `[p${i}]`).join('')}hstack=${files.length}`;
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-y',
    ...files.flatMap((one) => ['-i', one]),
    '-filter_complex',
    graph,
    '-q:v',
    '3',
    file,
  ]);
}
