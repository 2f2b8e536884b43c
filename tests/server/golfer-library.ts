// A server and its administrator for all tests of one file about the library: sends golfer forms and lists golfers.
import { expect, vi } from 'vitest';
import { type FormChange, golferForm, makeClip, sendGolfer } from './golfer-upload.ts';
import { type RunningServer, startServer } from './running-server.ts';
import { startedForTests } from './started-for-tests.ts';
import type { TestBrowser } from './test-browser.ts';

/** A library and its administrator. */
interface GolferLibrary {
  readonly server: RunningServer;
  /** The browser in which the administrator is logged in. */
  readonly admin: TestBrowser;
  /** Gives the administrator a new browser, for when the session has ended. */
  readonly logInAgain: () => Promise<void>;
  /** A valid form with a change; `order` is the order of its fields. */
  readonly form: (change?: FormChange, order?: readonly string[]) => FormData;
  /** Sends a form, as the administrator when no browser is given. */
  readonly upload: (body: FormData, browser?: TestBrowser) => Promise<Response>;
  /** The golfers, as the administrator sees them when no browser is given. */
  readonly list: (browser?: TestBrowser) => Promise<Record<string, unknown>[]>;
  /** Waits until no file is without a row, no row without a file, and no work folder is left. */
  readonly expectNoStrays: () => Promise<void>;
}

/** Call once at the top of a file; the empty library is available from the first test on. */
export function golferLibraryForTests(): GolferLibrary {
  const library = startedForTests(
    async () => {
      const clip = await makeClip();
      const server = await startServer();
      return { clip, server, admin: await server.newAdmin() };
    },
    ({ server }) => server.stop(),
  );
  const admin = () => library().admin;
  return {
    get server() {
      return library().server;
    },
    get admin() {
      return admin();
    },
    logInAgain: async () => {
      library().admin = await library().server.newAdmin();
    },
    form: (change, order) => golferForm(library().clip, change, order),
    upload: (body, browser = admin()) => sendGolfer(browser, body),
    list: async (browser = admin()) => (await browser.json('/api/pro/list')) as Record<string, unknown>[],
    expectNoStrays: () => vi.waitFor(async () => expect(await library().server.strays()).toEqual([]), 10_000),
  };
}
