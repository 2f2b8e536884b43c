// The real server on a port of its own with an empty data folder, for tests.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { TestBrowser } from './test-browser.ts';

/** The administrator's password of test servers. */
export const TEST_ADMIN_PASSWORD = 'the greens are fast today';

/** A server that runs. */
export interface RunningServer {
  readonly origin: string;
  readonly dataDir: string;
  newBrowser(): TestBrowser;
  /** A browser in which the administrator has logged in. */
  newAdmin(): Promise<TestBrowser>;
  /** The files of every part of the data folder that a request could leave something in. */
  leftovers(): Promise<string[]>;
  /** Stops it; `keepData` leaves the data folder for the next one. */
  stop(options?: { keepData?: boolean }): Promise<void>;
}

/** Starts a server. `contentRoot` gives it golfers and demos; without it there are none. */
export async function startServer(
  settings: Record<string, string> = {},
  options: { contentRoot?: string; dataDir?: string } = {},
): Promise<RunningServer> {
  const root = await mkdtemp(join(tmpdir(), 'swingmark-test-'));
  const dataDir = options.dataDir ?? join(root, 'data');
  const environment = { ADMIN_PASSWORD: TEST_ADMIN_PASSWORD, DISK_RESERVE_MB: '0', LOG_LEVEL: 'silent', ...settings };
  const app = await createApp({
    config: readConfig({ PORT: '0', DATA_DIR: dataDir, ...environment }),
    contentRoot: options.contentRoot ?? join(root, 'content'),
    webRoot: join(root, 'web'),
  });
  const origin = (await app.server.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost');
  const newBrowser = () => new TestBrowser(origin);
  return {
    ...{ origin, dataDir, newBrowser },
    newAdmin: async () => {
      const browser = newBrowser();
      await browser.post('/api/admin/login', { password: environment.ADMIN_PASSWORD });
      return browser;
    },
    leftovers: async () => {
      const folders = ['work', 'chunks', 'media/uploads', 'media/results', 'media/golfers', 'media/thumbnails'];
      const lists = folders.map(async (folder) => {
        const names = await readdir(join(dataDir, folder));
        return names.map((name) => `${folder}/${name}`);
      });
      return (await Promise.all(lists)).flat();
    },
    stop: async ({ keepData = false } = {}) => {
      await app.server.close();
      await rm(root, { recursive: true, force: true });
      if (!keepData) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
