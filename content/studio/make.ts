// Makes the clips, thumbnails, hero loop and how-to pictures:  npm run content [-- --only <slug,...>] [--stills]
// [--draft]
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openStudio, type Studio } from './browser.ts';
import { type ClipPlan, DEMO, FRAME_RATE, frameCount, GOLFERS, momentOf } from './clips.ts';
import { encodeWithin } from './encode.ts';
import { makeHero } from './hero.ts';
import { makeHowTo } from './how-to.ts';
import { impactSound } from './impact-sound.ts';
import { writeLibrary } from './library.ts';
import { CONTENT, saveJpeg } from './still.ts';

/** Maximum size of the sixteen clips, the hero loop, the bodies and the pictures together: 20 MB. */
const CLIP_LIMIT_BYTES = 960_000;
/** Seconds after the strike when the finish is reached. */
const HELD_AFTER = 0.8;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    stills: { type: 'boolean', default: false },
    draft: { type: 'boolean', default: false },
  },
});

async function makeClip(studio: Studio, plan: ClipPlan): Promise<void> {
  const started = Date.now();
  const file = path.join(CONTENT, 'swings', `${plan.slug}.mp4`);
  const frames = frameCount(plan);
  const folder = mkdtempSync(path.join(tmpdir(), 'swingmark-sound-'));
  const sound = path.join(folder, 'impact.wav');
  writeFileSync(sound, impactSound(plan.club, plan.times.strike * plan.slowMotionFactor, frames / FRAME_RATE));
  const pictures: Buffer[] = [];
  for (let frame = 0; frame < frames; frame++) {
    // In the held finish only breathing moves: every third frame is enough.
    const moment = momentOf(plan, frame);
    const held = moment > plan.times.strike + HELD_AFTER && frame % 3 !== 0;
    const last = pictures.at(-1);
    pictures.push(held && last ? last : await studio.frame(moment));
  }
  await encodeWithin(pictures, { file, frameRate: FRAME_RATE, sound, quality: 24.5, size: plan }, CLIP_LIMIT_BYTES);
  rmSync(folder, { recursive: true });
  const seconds = (Date.now() - started) / 1000;
  process.stdout.write(
    `${plan.slug}: ${frames} frames, ${(statSync(file).size / 1e6).toFixed(2)} MB, ${seconds.toFixed(0)} s\n`,
  );
}

/** Uses the stage that is open already. */
async function makeThumbnail(studio: Studio, plan: ClipPlan): Promise<void> {
  const { top, strike } = plan.times;
  // The demo shows an unremarkable moment; the golfers show their finish or their top.
  const moment = plan.slug === DEMO.slug ? top : plan.view === 'face-on' ? strike + 0.19 : top;
  await saveJpeg([await studio.frame(moment)], path.join(CONTENT, 'swings', `${plan.slug}.jpg`), 400);
}

for (const folder of ['swings', 'hero', 'how-to']) mkdirSync(path.join(CONTENT, folder), { recursive: true });
const wanted = options.only?.split(',');
const chosen = (name: string) => !wanted || wanted.includes(name);
const studio = await openStudio();
for (const plan of [DEMO, ...GOLFERS].filter(({ slug }) => chosen(slug))) {
  const scale = options.draft ? 0.5 : 1;
  await studio.open(plan, {
    widthPx: plan.widthPx * scale,
    heightPx: plan.heightPx * scale,
    step: options.draft ? 0.018 : 0.014,
  });
  if (!options.stills) await makeClip(studio, plan);
  await makeThumbnail(studio, plan);
}
if (chosen('how-to')) await makeHowTo(studio);
if (chosen('hero')) await makeHero(studio, { draft: options.draft, stills: options.stills });
writeLibrary();
await studio.close();
