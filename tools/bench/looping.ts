// The sample pair playing in a loop: the growth of the browser's memory, and its CPU against that of two bare videos of the pro's clip
// in the same sizes. `SECONDS` sets the length. Run alone: node tools/bench/run.ts looping
import { setTimeout as sleep } from 'node:timers/promises';
import { PHONE } from '#tests/e2e/browser.ts';
import { startServer } from '#tests/e2e/running-server.ts';
import { type BarePage, openBarePage } from './bare-page.ts';
import { type BenchFigure, median } from './measured-run.ts';
import { costOf, memoryOfAll } from './process-cost.ts';

const LENGTH = Number(process.env.SECONDS ?? 1200);
const LOOK_EVERY_MS = 15_000;
/** In seconds; what is compared lasts this long, too, near the start and near the end. */
const SETTLED = Math.min(60, LENGTH / 4);
const MAX_GROWTH_MB = 20;
const MAX_COST = 1.3;
const SCREEN = { script: '', viewport: PHONE.viewport };

/** Presses the button with this text once it can be pressed; undefined until then. */
const press = (name: string) => `[...document.querySelectorAll('button:enabled:not([role=tab])')]
  .filter((button) => (button.getAttribute('aria-label') ?? button.innerText).trim() === '${name}')
  .map((button) => button.click() ?? true)[0]`;

const PLAYING = `(() => {
  const videos = [...document.querySelectorAll('video')].filter((video) => !video.paused && video.currentTime > 0);
  if (videos.length < 2) return undefined;
  return videos.map((video) => ({ src: video.currentSrc, width: video.clientWidth, height: video.clientHeight }));
})()`;

interface Playing {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

export async function run(): Promise<BenchFigure[]> {
  const site = await startServer();
  const pair = await openBarePage({ ...SCREEN, address: site.origin });
  try {
    await pair.evaluate(press('Play the sample'), { asVisitor: true });
    await pair.evaluate(press('Play'), { asVisitor: true });
    const playing = await pair.evaluate<readonly Playing[]>(PLAYING);
    const cost = await costBesideBareVideos(pair, playing, `${site.origin}/healthz`);
    const memory: number[] = [];
    for (const end = performance.now() + LENGTH * 1000; performance.now() < end; ) {
      await sleep(LOOK_EVERY_MS);
      await pair.collectGarbage();
      memory.push(memoryOfAll(pair.pid));
    }
    // It still plays.
    await pair.evaluate(PLAYING);
    const compared = Math.ceil((SETTLED * 1000) / LOOK_EVERY_MS);
    const [first, last] = [median(memory.slice(0, compared)), median(memory.slice(-compared))];
    const growth = {
      name: `growth of memory in ${Math.round(LENGTH / 60)} minutes of looping, MB`,
      figure: last - first,
      limit: MAX_GROWTH_MB,
      note: `from ${first.toFixed(0)} MB without garbage`,
    };
    return [growth, cost];
  } finally {
    await pair.close();
    await site.stop();
  }
}

/** Both play at the same time, so that other work on the machine slows both. */
async function costBesideBareVideos(
  pair: BarePage,
  playing: readonly Playing[],
  address: string,
): Promise<BenchFigure> {
  // The visitor's own clip is an address that other pages cannot read.
  const src = playing.find((video) => video.src.startsWith('http'))?.src ?? '';
  const videos = playing.map(
    ({ width, height }) =>
      `<video muted loop autoplay playsinline src="${src}" style="width:${width}px;height:${height}px;object-fit:cover"></video>`,
  );
  const bare = await openBarePage({ ...SCREEN, address });
  try {
    await bare.evaluate(
      `document.body ? ((document.body.innerHTML = ${JSON.stringify(videos.join(''))}), true) : undefined`,
    );
    await bare.evaluate(PLAYING);
    await sleep(SETTLED * 1000);
    const cpu = () => [pair, bare].map(({ pid }) => costOf(pid).cpuSeconds);
    const before = cpu();
    await sleep(SETTLED * 1000);
    const [pairCores = 0, bareCores = 0] = cpu().map((seconds, at) => (seconds - (before[at] ?? 0)) / SETTLED);
    return {
      name: 'CPU of the playing pair against two bare videos',
      figure: pairCores / bareCores,
      limit: MAX_COST,
      note: `${pairCores.toFixed(2)} against ${bareCores.toFixed(2)} cores`,
    };
  } finally {
    await bare.close();
  }
}
