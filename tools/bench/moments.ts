// How long "Find the key positions" takes in Chromium for a phone's clip once the model is loaded, and how soon the
// first proposal appears. Run alone: node tools/bench/run.ts moments
import { chromium, type Page } from 'playwright-core';
import { startWorkbench } from '#tests/browser/workbench.ts';
import { LAUNCH_OPTIONS } from '#tests/e2e/browser.ts';
import { golferClip } from './body.ts';
import { type BenchFigure, median } from './measured-run.ts';

const ROUNDS = 3;
const BARS = { searchMs: 6000, firstProposalMs: 3000, strikeOffMs: 50 };

interface Search {
  readonly tookMs: number;
  readonly firstProposalMs: number;
  readonly strikeTime: number;
}

/** Searches 10 s of 1080p60 again and again. */
export async function run(): Promise<BenchFigure[]> {
  const { path, marks } = await golferClip();
  const workbench = await startWorkbench();
  const browser = await chromium.launch(LAUNCH_OPTIONS);
  try {
    const page = await browser.newPage();
    await page.goto(new URL('moments.html', workbench.address).href);
    const first = await search(page, path);
    const searches: Search[] = [];
    for (let round = 0; round < ROUNDS; round += 1) searches.push(await search(page, path));
    return [
      {
        name: 'moments: search of 10 s, ms',
        figure: median(searches.map(({ tookMs }) => tookMs)),
        limit: BARS.searchMs,
        note: `1080p60, the model loaded; the very first search ${first.tookMs} ms with loading from this machine`,
      },
      {
        name: 'moments: first proposal, ms',
        figure: median(searches.map(({ firstProposalMs }) => firstProposalMs)),
        limit: BARS.firstProposalMs,
        note: 'the same searches',
      },
      {
        name: 'moments: strike off by, ms',
        figure: Math.max(...searches.map(({ strikeTime }) => 1000 * Math.abs(strikeTime - marks.strikeTime))),
        limit: BARS.strikeOffMs,
        note: 'of an animated golfer',
      },
    ];
  } finally {
    await browser.close();
    await workbench.stop();
  }
}

async function search(page: Page, path: string): Promise<Search> {
  const input = page.getByLabel('video file');
  await input.setInputFiles([]);
  await input.setInputFiles(path);
  const answer = JSON.parse(await page.locator('output[data-done=true]').innerText({ timeout: 300_000 }));
  const { tookMs, firstProposalMs } = answer;
  return {
    tookMs,
    firstProposalMs: firstProposalMs ?? Number.NaN,
    strikeTime: answer.swings?.[0]?.moments.strike.time ?? Number.NaN,
  };
}
