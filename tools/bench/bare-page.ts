// A page in a Chromium that records no network traffic. Playwright records it for every page: Chromium then keeps up to
// 200 MB of everything that the page fetched or played, memory that no visitor's browser uses.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { announcedAddress, connectTo } from '#tests/browsers/json-socket.ts';
import { LAUNCH_OPTIONS } from '#tests/e2e/browser.ts';

/** A page in a separate browser. */
export interface BarePage {
  /** The browser's process. */
  readonly pid: number;
  /**
   * Returns an expression's value once it is not undefined. `asVisitor` allows what the browser only allows after a
   * press.
   */
  readonly evaluate: <Value>(expression: string, options?: { readonly asVisitor?: boolean }) => Promise<Value>;
  /**
   * Collects garbage in the page and its workers, and gives back the room that the engine keeps for new garbage: up to 67 MB each.
   * A worker with little memory would not do so for many minutes.
   */
  readonly collectGarbage: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface BarePageOptions {
  readonly address: string;
  /** Runs in the page before its own scripts. */
  readonly script: string;
  readonly viewport: { readonly width: number; readonly height: number };
}

const COLLECTED_WITHIN_MS = 10_000;

/** Opens the page on a phone's screen, without its content security policy. */
export async function openBarePage({ address, script, viewport }: BarePageOptions): Promise<BarePage> {
  const profile = await mkdtemp(join(tmpdir(), 'swingmark-bench-'));
  const flags = ['--headless=old', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const browser = spawn(LAUNCH_OPTIONS.executablePath, [...LAUNCH_OPTIONS.args, ...flags, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const tools = await connectTo(await announcedAddress(browser, /DevTools listening on (ws:\S+)/));
  const { targetInfos } = await tools.send<{ targetInfos: readonly { targetId: string; type: string }[] }>(
    'Target.getTargets',
  );
  const targetId = targetInfos.find(({ type }) => type === 'page')?.targetId;
  const { sessionId: page } = await tools.send<{ sessionId: string }>('Target.attachToTarget', {
    targetId,
    flatten: true,
  });
  const workers = new Set<string>();
  tools.onEvent((method, { sessionId }: { readonly sessionId: string }) => {
    if (method === 'Target.attachedToTarget') workers.add(sessionId);
    if (method === 'Target.detachedFromTarget') workers.delete(sessionId);
  });
  const inPage = (method: string, params: object = {}) => tools.send(method, params, page);
  await inPage('Page.enable');
  await inPage('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
  await inPage('Page.setBypassCSP', { enabled: true });
  await inPage('Page.addScriptToEvaluateOnNewDocument', { source: script });
  await inPage('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor: 1, mobile: false });
  await inPage('Page.navigate', { url: address });

  async function evaluate<Value>(expression: string, { asVisitor = false } = {}): Promise<Value> {
    for (;;) {
      const { result, exceptionDetails } = await tools.send<{
        result: { value?: Value };
        exceptionDetails?: { text: string };
      }>('Runtime.evaluate', { expression, userGesture: asVisitor, awaitPromise: true, returnByValue: true }, page);
      if (exceptionDetails) throw new Error(`${exceptionDetails.text}: ${expression}`);
      if (result.value !== undefined) return result.value;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  return {
    pid: browser.pid ?? 0,
    evaluate,
    async collectGarbage() {
      const collect = (session: string) => tools.send('HeapProfiler.collectGarbage', {}, session);
      // A worker that ends meanwhile never answers, and has nothing left to collect.
      const all = Promise.allSettled([page, ...workers].map(collect));
      await Promise.race([all, new Promise((resolve) => setTimeout(resolve, COLLECTED_WITHIN_MS))]);
    },
    async close() {
      const ended = new Promise((resolve) => browser.once('exit', resolve));
      await tools.send('Browser.close').catch(() => undefined);
      await ended;
      await rm(profile, { recursive: true, force: true });
    },
  };
}
