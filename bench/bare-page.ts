// A page of a Chromium that records no network traffic. Playwright turns that on for every page, and Chromium then keeps the bytes
// of everything a page has fetched or played, up to 200 MB, and every address: memory that no visitor's browser uses.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LAUNCH_OPTIONS } from '#tests/e2e/browser.ts';

/** The page, in a browser of its own. */
export interface BarePage {
  /** The browser's process. */
  readonly pid: number;
  /** The value of an expression as soon as it is not undefined; `asVisitor` lets it do what needs a press. */
  readonly evaluate: <Value>(expression: string, options?: { readonly asVisitor?: boolean }) => Promise<Value>;
  /** Collects garbage in the page and its workers. */
  readonly collectGarbage: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface BarePageOptions {
  readonly address: string;
  /** Runs in the page before its own scripts. */
  readonly script: string;
  readonly viewport: { readonly width: number; readonly height: number };
}

/** Opens the page on a phone's screen, without its content security policy. */
export async function openBarePage({ address, script, viewport }: BarePageOptions): Promise<BarePage> {
  const profile = await mkdtemp(join(tmpdir(), 'swingmark-bench-'));
  const flags = ['--headless=old', '--js-flags=--expose-gc', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const browser = spawn(LAUNCH_OPTIONS.executablePath, [...LAUNCH_OPTIONS.args, ...flags, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const tools = await connect(await addressOf(browser));
  const { targetInfos } = await tools.send<{ targetInfos: readonly { targetId: string; type: string }[] }>(
    'Target.getTargets',
  );
  const targetId = targetInfos.find(({ type }) => type === 'page')?.targetId;
  const { sessionId: page } = await tools.send<{ sessionId: string }>('Target.attachToTarget', {
    targetId,
    flatten: true,
  });
  const workers = new Set<string>();
  tools.on('Target.attachedToTarget', ({ sessionId }) => workers.add(String(sessionId)));
  tools.on('Target.detachedFromTarget', ({ sessionId }) => workers.delete(String(sessionId)));
  const inPage = (method: string, params: object = {}) => tools.send(method, params, page);
  await inPage('Page.enable');
  await inPage('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
  await inPage('Page.setBypassCSP', { enabled: true });
  await inPage('Page.addScriptToEvaluateOnNewDocument', { source: script });
  await inPage('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor: 1, mobile: false });
  await inPage('Page.navigate', { url: address });

  async function evaluate<Value>(expression: string, { asVisitor = false } = {}): Promise<Value> {
    for (;;) {
      const { result } = await tools.send<{ result: { value?: Value } }>(
        'Runtime.evaluate',
        { expression, userGesture: asVisitor, awaitPromise: true, returnByValue: true },
        page,
      );
      if (result.value !== undefined) return result.value;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  return {
    pid: browser.pid ?? 0,
    evaluate,
    async collectGarbage() {
      const collect = (session: string) => tools.send('Runtime.evaluate', { expression: 'gc()' }, session);
      // A worker that has ended meanwhile has nothing left to collect.
      await Promise.allSettled([page, ...workers].map(collect));
    },
    async close() {
      const ended = new Promise((resolve) => browser.once('exit', resolve));
      await tools.send('Browser.close').catch(() => undefined);
      await ended;
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** The address of the browser's developer tools, from its output. */
function addressOf(browser: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    browser.stderr?.on('data', (piece: Buffer) => {
      output += piece.toString();
      const [, address] = /DevTools listening on (ws:\S+)/.exec(output) ?? [];
      if (address) resolve(address);
    });
    browser.once('exit', () => reject(new Error(`The browser ended: ${output}`)));
  });
}

type Params = Readonly<Record<string, unknown>>;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Params;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

async function connect(address: string) {
  const socket = new WebSocket(address);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners = new Map<string, (params: Params) => void>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params = {}, result, error } = JSON.parse(String(data)) as Message;
    if (method) listeners.get(method)?.(params);
    if (id === undefined) return;
    if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser has ended'));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  return {
    on: (method: string, listener: (params: Params) => void) => void listeners.set(method, listener),
    send<Result>(method: string, params: object = {}, sessionId?: string): Promise<Result> {
      const id = ++last;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(id, answer);
      socket.send(JSON.stringify({ id, method, params, sessionId }));
      return answer.promise as Promise<Result>;
    },
  };
}
