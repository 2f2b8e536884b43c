// The real server and Debian's Chromium for the tests of one file. All files share Chromium, and also the server unless a
// file needs its own settings, administrator or restarts.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { openCleanPage } from '#tests/browser/clean-page.ts';
import { connectToBrowser } from '#tests/browser/connect-to-browser.ts';
import { reportOnFailure } from '#tests/browser/page-report.ts';
import { startedForTests } from '#tests/server/started-for-tests.ts';
import { sharedResource } from '#tests/shared/shared-resource.ts';
import { collectPageErrors, DESKTOP, NO_SERVICE_WORKERS } from './browser.ts';
import { type RunningServer, startServer } from './running-server.ts';

/** A visitor's device. */
export interface VisitorOptions extends BrowserContextOptions {
  /**
   * Whether the connection is unmetered: the page then loads the body model automatically and searches each chosen
   * clip, which costs seconds of CPU.
   */
  readonly isUnmetered?: boolean;
}

const METERED = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })";

/** Shared by the tests of a file. */
export interface Site<Server = Pick<RunningServer, 'origin'>> {
  readonly server: Server;
  readonly browser: Browser;
  /** A page of a new visitor with a unique IP address. It is closed after the test. */
  readonly newVisitor: (options?: VisitorOptions) => Promise<{ page: Page; pageErrors: string[] }>;
}

/** Call once at the top of a file; the shared site is available from the first test on. */
export function siteForTests(): Site {
  return site(async () => ({ origin: await sharedResource('site'), stop: async () => undefined }));
}

/** The same with a separate server. `settings` is called when it starts. */
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
    newVisitor: async ({ isUnmetered = false, ...options }: VisitorOptions = DESKTOP) => {
      const { browser, server } = started();
      // A background video uses as much CPU as everything else; tests of motion override this.
      const all: BrowserContextOptions = { ...NO_SERVICE_WORKERS, reducedMotion: 'reduce', ...options };
      // A service worker cannot be cleared from a context.
      const isReusable = all.serviceWorkers !== 'allow';
      const page = isReusable
        ? await openCleanPage(browser, all, server.origin)
        : await (await browser.newContext(all)).newPage();
      if (!isUnmetered) await page.addInitScript(METERED);
      const context = page.context();
      await context.setExtraHTTPHeaders({ 'x-forwarded-for': newAddress() });
      onTestFinished(async () => {
        await (isReusable ? Promise.all(context.pages().map((open) => open.close())) : context.close());
      });
      const visitor = { page, pageErrors: collectPageErrors(page) };
      reportOnFailure(visitor.page);
      return visitor;
    },
  };
}

/** An address of an unassigned network (RFC 2544 reserves 198.18.0.0/15 for benchmarks). */
function newAddress(): string {
  const part = () => Math.floor(Math.random() * 254) + 1;
  return `198.18.${part()}.${part()}`;
}
