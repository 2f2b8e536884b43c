// A test server with browsers, including a logged-in administrator's.

import { TestBrowser } from './test-browser.ts';
import { findStrays, startTestServer, type TestServerOptions } from './test-server.ts';

/** The administrator's password of these servers. */
export const TEST_ADMIN_PASSWORD = 'the greens are fast today';

/** A running server. */
export interface RunningServer {
  readonly origin: string;
  readonly dataDir: string;
  newBrowser(): TestBrowser;
  /** A browser in which the administrator has logged in. */
  newAdmin(): Promise<TestBrowser>;
  /** Files that no row owns and rows whose file is missing. */
  strays(): Promise<string[]>;
  /** Stops it and starts another one on the same data folder, with these settings instead. */
  restart(settings?: Record<string, string>): Promise<RunningServer>;
  /** Stops it and deletes its data folder. */
  stop(): Promise<void>;
}

/** Starts a server. */
export async function startServer(
  settings: Record<string, string> = {},
  options: TestServerOptions = {},
): Promise<RunningServer> {
  const environment = { ADMIN_PASSWORD: TEST_ADMIN_PASSWORD, ...settings };
  const server = await startTestServer({ ...options, settings: environment });
  const origin = server.url;
  const newBrowser = () => new TestBrowser(origin);
  return {
    origin,
    dataDir: server.dataDir,
    newBrowser,
    newAdmin: async () => {
      const browser = newBrowser();
      await browser.post('/api/admin/login', { password: environment.ADMIN_PASSWORD });
      return browser;
    },
    strays: () => findStrays(server.dataDir),
    restart: async (next = settings) => {
      await server.app.server.close();
      return startServer(next, { ...options, dataDir: server.dataDir });
    },
    stop: () => server.close(),
  };
}
