// The real server and Debian's Chromium for the tests of one file: started before the first, ended after the last.
import type { Browser } from 'playwright-core';
import { startedForTests } from '#tests/server/started-for-tests.ts';
import { startBrowser } from './browser.ts';
import { type RunningServer, startServer } from './running-server.ts';

/** What the tests of a file share. */
export interface Site {
  readonly server: RunningServer;
  readonly browser: Browser;
}

/**
 * Called once at the top of a file; the site is there from its first test on. What the server is to find in its
 * environment is set by an earlier `beforeAll`.
 */
export function siteForTests(): Site {
  const site = startedForTests(
    async () => {
      const [server, browser] = await Promise.all([startServer(), startBrowser()]);
      return { server, browser };
    },
    async ({ server, browser }) => {
      await browser.close();
      await server.stop();
    },
  );
  return {
    get server() {
      return site().server;
    },
    get browser() {
      return site().browser;
    },
  };
}
