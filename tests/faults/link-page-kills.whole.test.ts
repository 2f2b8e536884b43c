// The browser is killed while its page sends, resumes, opens and withdraws a link, every third time with the server: each link is whole,
// absent or resumable, and nothing of a half-opened one stays on the device.
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorkbench } from '#tests/browser/workbench.ts';
import { scaled } from '#tests/campaign-scale.ts';
import { LAUNCH_OPTIONS } from '#tests/e2e/browser.ts';
import { RandomNumbers, seedOfRun } from '#tests/faults/chaos/random-numbers.ts';
import { type ServerProcess, startServerProcess } from '#tests/server/server-process.ts';

const KILLS = scaled(8, 50);
const STEPS = ['sending', 'resuming', 'opening', 'withdrawing'] as const;
type Step = (typeof STEPS)[number];
/** The size of both clips. An opened link is larger than what stays in memory. */
const CLIP_BYTES: Readonly<Record<Step, number>> = {
  sending: 4_000_000,
  resuming: 4_000_000,
  opening: 18_000_000,
  withdrawing: 100_000,
};

const folder = mkdtempSync(join(tmpdir(), 'swingmark-page-kills-'));
const [profile, dataDir] = [join(folder, 'profile'), join(folder, 'data')];
const seed = seedOfRun();
const random = new RandomNumbers(seed);
let workbench: Awaited<ReturnType<typeof startWorkbench>>;
let server: ServerProcess;
let context: BrowserContext;
let page: Page;

const startServer = (port = '0') =>
  startServerProcess(dataDir, { settings: { PORT: port, TRUSTED_PROXIES: 'loopback' } });

/** A page of the browser with the same profile. `number`: of its network, since one makes forty links a day. */
async function startBrowser(number: number): Promise<void> {
  context = await chromium.launchPersistentContext(profile, {
    ...LAUNCH_OPTIONS,
    bypassCSP: true,
    serviceWorkers: 'block',
  });
  page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(0);
  // Of every request the header would also go to the workbench, which refuses it.
  await page.addInitScript((network) => {
    const usual = window.fetch;
    window.fetch = (asked, options) =>
      usual(asked, { ...options, headers: { ...options?.headers, 'x-forwarded-for': network } });
  }, `198.51.100.${number}`);
  await page.goto(`${server.url}/s/`);
}

/** As when the system ends the browser. */
async function killBrowser(): Promise<void> {
  const ended = new Promise((resolve) => context.once('close', resolve));
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const command = commandOf(pid);
    if (command.includes(`--user-data-dir=${profile}`) && !command.includes('--type='))
      process.kill(Number(pid), 'SIGKILL');
  }
  await ended;
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}

/** Calls a function of tests/fixtures/large-link.ts in the page. */
function inPage<Result>(name: string, ...given: readonly (string | number)[]): Promise<Result> {
  const module = new URL('/tests/fixtures/large-link.ts', workbench.address).href;
  return page.evaluate<Result>(
    `import(${JSON.stringify(module)}).then((links) => links.${name}(...${JSON.stringify(given)}))`,
  );
}

/** Gets a step ready, and returns what begins it. */
async function prepared(step: Step): Promise<() => Promise<unknown>> {
  if (step === 'sending') return () => inPage('sendRandomClips', CLIP_BYTES[step]);
  if (step === 'resuming') {
    await inPage('keepUnsent', CLIP_BYTES[step]);
    return () => inPage('sendRest');
  }
  const path = await inPage<string>('sendRandomClips', CLIP_BYTES[step]);
  return step === 'opening' ? () => inPage('openedBytes', path) : () => inPage('withdrawAll');
}

interface Swept {
  readonly paths: readonly string[];
  readonly states: readonly ('resumable' | 'whole' | 'absent')[];
  readonly files: number;
}

/** Checks the links after a new start of the browser, and ends them. Returns what became of the link. */
async function check(step: Step): Promise<string> {
  const { paths, states, files } = await inPage<Swept>('swept');
  const state = states[0] ?? 'absent';
  expect(states.length).toBeLessThanOrEqual(1);
  expect(files).toBe(states.filter((each) => each === 'resumable').length);
  if (step === 'opening') expect(state).toBe('whole');
  if (step === 'resuming') expect(state).not.toBe('absent');
  if (state === 'resumable') await inPage('sendRest');
  if (state !== 'absent') expect(await inPage('openedBytes', paths[0] ?? '')).toBe(2 * CLIP_BYTES[step]);
  await inPage('withdrawAll');
  return state;
}

beforeAll(async () => {
  [workbench, server] = await Promise.all([startWorkbench(), startServer()]);
});
afterAll(async () => {
  await context?.close();
  await server?.end('SIGKILL');
  await workbench?.stop();
  await rm(folder, { recursive: true });
});

test(
  'killed with its page at random moments, a link is whole, absent or resumable',
  async () => {
    const lastsMs = new Map<Step, number>();
    const counts = new Map<string, number>();
    await startBrowser(0);
    for (const step of STEPS) {
      const begin = await prepared(step);
      const begunAt = performance.now();
      await begin();
      lastsMs.set(step, performance.now() - begunAt);
      await inPage('withdrawAll');
    }
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const step = STEPS[kill % STEPS.length] ?? 'sending';
      const begin = await prepared(step);
      const ended = begin().catch(() => undefined);
      await sleep(random.next() * (lastsMs.get(step) ?? 0));
      const isWithServer = kill % 3 === 0;
      await Promise.all([killBrowser(), isWithServer && server.end('SIGKILL')]);
      await ended;
      if (isWithServer) server = await startServer(new URL(server.url).port);
      await startBrowser(kill);
      const key = `${step}: ${await check(step)}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const found = [...counts].toSorted().map(([key, count]) => `${key} ${count}`);
    console.log(`${KILLS} kills (seed ${seed}): ${found.join(', ')}`);
  },
  scaled(300_000, 1_200_000),
);
