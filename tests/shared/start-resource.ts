// How each resource that tests share is started and ended.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { startWorkbench } from '#tests/browser/workbench.ts';
import { LAUNCH_OPTIONS } from '#tests/e2e/browser.ts';
import { startServer } from '#tests/e2e/running-server.ts';
import { startS3Server } from '#tests/stores/s3-server.ts';
import { startTestPostgres } from '#tests/stores/test-postgres.ts';

/** A running resource. */
export interface Resource {
  /** An address on this machine, or a path. */
  readonly address: string;
  readonly stop: () => Promise<void>;
}

/** The resources by name. */
export const START_RESOURCE = {
  chromium: startChromium,
  /** The real server with the built pages and the library. */
  site: () => startSite(),
  /** The same, except that merged videos are made on the device if it is able to. */
  'device-site': () => startSite({ MAKE_VIDEOS_ON: 'both' }),
  /** Single components on bare pages. */
  workbench: startWorkbench,
  /** The folder with the built page of the format tests. */
  'formats-page': buildFormatsPage,
  /** The script that stores a visitor's swings: see tests/e2e/seed.ts. */
  'seed-script': buildSeedScript,
  /** The maintenance database of a cluster whose template every test's own is a copy of. */
  postgres: startTestPostgres,
  s3: async () => {
    const { endpoint, stop } = await startS3Server();
    return { address: endpoint, stop };
  },
} satisfies Readonly<Record<string, () => Promise<Resource>>>;

export type ResourceName = keyof typeof START_RESOURCE;

export function isResourceName(name: string): name is ResourceName {
  return Object.hasOwn(START_RESOURCE, name);
}

async function startChromium(): Promise<Resource> {
  const server = await chromium.launchServer(LAUNCH_OPTIONS);
  return { address: server.wsEndpoint(), stop: () => server.close() };
}

async function startSite(settings: Readonly<Record<string, string>> = {}): Promise<Resource> {
  const { origin, stop } = await startServer(settings);
  return { address: origin, stop };
}

async function buildFormatsPage(): Promise<Resource> {
  const folder = await mkdtemp(join(tmpdir(), 'formats-page-'));
  const root = join(import.meta.dirname, '..', 'formats/page');
  await build({ configFile: false, root, logLevel: 'error', build: { outDir: folder, target: 'es2022' } });
  return { address: folder, stop: () => rm(folder, { recursive: true, force: true }) };
}

async function buildSeedScript(): Promise<Resource> {
  const folder = await mkdtemp(join(tmpdir(), 'seed-script-'));
  const entry = join(import.meta.dirname, '..', 'e2e/seed-page.ts');
  const lib = { entry, formats: ['iife' as const], name: 'seedPage', fileName: () => 'seed.js' };
  await build({ configFile: false, logLevel: 'error', build: { outDir: folder, target: 'es2022', lib } });
  return { address: join(folder, 'seed.js'), stop: () => rm(folder, { recursive: true, force: true }) };
}
