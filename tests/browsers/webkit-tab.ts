// WebKitGTK's MiniBrowser through WebKitWebDriver (classic WebDriver over HTTP) on a virtual display. Each tab is
// a separate browser in private mode.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { findMiniBrowser, WEBKIT_DRIVER, XVFB } from '#scripts/find-engines.mjs';
import { freePort } from '#tests/server/local-port.ts';
import { until } from '#tests/until.ts';
import { dragPath, type Engine, keyActions, pointerActions, sourceOf, TAB_SIZE, type Tab } from './tab.ts';

/** Without a sound card GStreamer's sinks of these kinds crash the page. */
const NO_SOUND = 'openalsink:NONE,alsasink:NONE';
/** The key of an element's id in WebDriver's answers. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Starts a display; without the decoders that GStreamer calls by these names. A driver has one browser, so each tab has its own. */
export async function startWebKit(withoutDecoders: readonly string[] = []): Promise<Engine> {
  const xvfb = spawn(XVFB, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await firstLine(xvfb);
  const drivers = new Set<ChildProcess>();
  return {
    async newTab() {
      const port = await freePort();
      const driver = startDriver(port, display, withoutDecoders);
      drivers.add(driver);
      const call = caller(`http://127.0.0.1:${port}`);
      await until('WebKitWebDriver answers', () =>
        call<{ ready: boolean }>('GET', '/status').then(
          ({ ready }) => ready,
          () => false,
        ),
      );
      const tab = await openTab(call);
      return {
        ...tab,
        async close() {
          drivers.delete(driver);
          try {
            await tab.close();
          } finally {
            // Also where the page has ended, and with it the session that was to be closed.
            await end(driver);
          }
        },
      };
    },
    async stop() {
      for (const child of [...drivers, xvfb]) await end(child);
    },
  };
}

function startDriver(port: number, display: string, withoutDecoders: readonly string[]): ChildProcess {
  return spawn(WEBKIT_DRIVER, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${display}`,
      GST_PLUGIN_FEATURE_RANK: [NO_SOUND, ...withoutDecoders.map((name) => `${name}:NONE`)].join(','),
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Not WEBKIT_DISABLE_COMPOSITING_MODE, although pages take half the CPU then: without composed layers WebKitGTK 2.50 locks up
      // now and then when a video is removed. It waits for the video's sink, and the sink for the page to draw.
      NO_AT_BRIDGE: '1',
      GDK_BACKEND: 'x11',
    },
  });
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null && child.kill()) await ended;
}

/** Xvfb writes the number of its display to the descriptor that it was given. */
async function firstLine(child: ChildProcess): Promise<string> {
  const [, , , pipe] = child.stdio;
  return new Promise((resolve, reject) => {
    if (pipe && 'readable' in pipe) createInterface({ input: pipe as NodeJS.ReadableStream }).once('line', resolve);
    child.once('error', reject);
    child.once('exit', () => reject(new Error('Xvfb ended')));
  });
}

type Call = <Answer>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Answer>;

function caller(address: string): Call {
  return async (method, path, body) => {
    const response = await fetch(address + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await response.json()) as { value: { error?: string; message?: string } };
    if (!response.ok) throw new Error(`WebKit: ${value.error}: ${value.message}`);
    return value as never;
  };
}

/** Runs in the page: keeps what goes wrong in it. WebDriver has no log of the console. */
const KEEP_ERRORS = `() => {
  if (window.keptErrors) return;
  window.keptErrors = [];
  window.addEventListener('error', ({ message }) => window.keptErrors.push(String(message)));
  window.addEventListener('unhandledrejection', ({ reason }) => window.keptErrors.push(String(reason)));
  const { error } = console;
  console.error = (...words) => { window.keptErrors.push(words.join(' ')); error.apply(console, words); };
}`;

async function openTab(call: Call): Promise<Tab> {
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: findMiniBrowser(), args: ['--automation'] },
        timeouts: { script: 300_000, pageLoad: 300_000, implicit: 0 },
      },
    },
  });
  const inSession: Call = (method, path, body) => call(method, `/session/${sessionId}${path}`, body);
  const perform = (actions: readonly object[]) => inSession<void>('POST', '/actions', { actions });
  const errors: string[] = [];

  async function run<Result>(source: string, args: readonly unknown[]): Promise<Result> {
    const script = `const done = arguments[arguments.length - 1];
      (async () => JSON.stringify([await (${source})(...JSON.parse(arguments[0]))]))()
        .then((value) => done({ value }), (error) => done({ error: String(error && error.stack || error) }))`;
    const body = { script, args: [JSON.stringify(args)] };
    const { value, error } = await inSession<{ value?: string; error?: string }>('POST', '/execute/async', body);
    if (error) throw new Error(error);
    return JSON.parse(value ?? '[]')[0];
  }

  async function collectErrors(): Promise<void> {
    errors.push(...(await run<string[]>('() => (window.keptErrors ?? []).splice(0)', [])));
  }

  await inSession('POST', '/window/rect', { width: TAB_SIZE.width, height: TAB_SIZE.height + 60 });
  return {
    engine: 'webkit',
    async open(url) {
      await inSession('POST', '/url', { url });
      await run(KEEP_ERRORS, []);
    },
    async reload() {
      await collectErrors();
      await inSession('POST', '/refresh', {});
      await run(KEEP_ERRORS, []);
    },
    run: (work, ...args) => run(sourceOf(work), args),
    press: (place) => perform(pointerActions([place])),
    drag: (from, to) => perform(pointerActions([from, ...dragPath(from, to)])),
    key: (name) => perform(keyActions(name)),
    async chooseFile(selector, path) {
      const found = await inSession<Record<string, string>>('POST', '/element', {
        using: 'css selector',
        value: selector,
      });
      await inSession('POST', `/element/${found[ELEMENT]}/value`, { text: path });
    },
    async screenshot() {
      return Buffer.from(await inSession<string>('GET', '/screenshot'), 'base64');
    },
    async errors() {
      await collectErrors();
      return errors;
    },
    close: () => inSession('DELETE', ''),
  };
}
