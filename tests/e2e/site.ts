// The real server and Debian's Chromium for the tests of one file. Chromium is the one that all files share, and so is
// the server unless a file needs settings, an administrator or restarts of its own.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { openCleanPage } from '#tests/browser/clean-page.ts';
import { reportWhenStuck } from '#tests/browser/page-report.ts';
import { connectToBrowser, sharedPart } from '#tests/browser/shared-part.ts';
import { startedForTests } from '#tests/server/started-for-tests.ts';
import { complaintsOf, DESK, NO_SERVICE_WORKERS } from './browser.ts';
import { type RunningServer, startServer } from './running-server.ts';

/** What the tests of a file use. */
export interface Site<Server = Pick<RunningServer, 'origin'>> {
  readonly server: Server;
  readonly browser: Browser;
  /** A page of a new visitor, who comes from an address of their own. It is closed after the test. */
  readonly newVisitor: (options?: BrowserContextOptions) => Promise<{ page: Page; complaints: string[] }>;
}

/** Called once at the top of a file; the shared site is there from the file's first test on. */
export function siteForTests(): Site {
  return site(async () => ({ origin: await sharedPart('site'), stop: async () => undefined }));
}

/** The same with a server of the file's own. `settings` are asked for when it is started. */
export function ownSiteForTests(settings: () => Readonly<Record<string, string>> = () => ({})): Site<RunningServer> {
  return site(() => startServer(settings()));
}

function site<Server extends Pick<RunningServer, 'origin' | 'stop'>>(start: () => Promise<Server>): Site<Server> {
  const started = startedForTests(
    async () => {
      const [server, browser] = await Promise.all([start(), connectToBrowser()]);
      return { server, browser };
    },
    async ({ server, browser }) => {
      await browser.close();
      await server.stop();
    },
  );
  return {
    get server() {
      return started().server;
    },
    get browser() {
      return started().browser;
    },
    newVisitor: async (options = DESK) => {
      const { browser, server } = started();
      // A video that plays in the background costs as much as all the rest; a test that is about motion asks for it.
      const all: BrowserContextOptions = { ...NO_SERVICE_WORKERS, reducedMotion: 'reduce', ...options };
      const page =
        all.serviceWorkers === 'allow'
          ? await (await browser.newContext(all)).newPage()
          : await openCleanPage(browser, all, server.origin);
      const context = page.context();
      await context.setExtraHTTPHeaders({ 'x-forwarded-for': newAddress() });
      onTestFinished(async () => {
        if (all.serviceWorkers === 'allow') await context.close();
        else await Promise.all(context.pages().map((open) => open.close()));
      });
      const visitor = { page, complaints: complaintsOf(page) };
      reportWhenStuck(visitor.page);
      return visitor;
    },
  };
}

/** An address of an unassigned network (RFC 2544 reserves 198.18.0.0/15 for benchmarks). */
function newAddress(): string {
  const part = () => Math.floor(Math.random() * 254) + 1;
  return `198.18.${part()}.${part()}`;
}
