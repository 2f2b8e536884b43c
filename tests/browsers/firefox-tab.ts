// Firefox ESR through WebDriver BiDi, which it speaks itself: no driver program, no package. One process; each tab has
// its own container, with its own cookies and storage.
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIREFOX } from '#scripts/find-engines.mjs';
import { announcedAddress, connectTo, type JsonSocket } from './json-socket.ts';
import { dragPath, type Engine, keyActions, pointerActions, sourceOf, TAB_SIZE, type Tab } from './tab.ts';

/** No first-run pages, no background traffic. */
const PREFERENCES = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.disable_beforeunload': true,
  'extensions.update.enabled': false,
  'media.gmp-manager.updateEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.reportingpolicy.firstRun': false,
} as const;

/** A harmless message in Firefox's console: a page was left while it was loading. */
const NO_FAULT = /ServiceWorker intercepted the request|Loading failed for the <script>/;

/** Firefox and its first process. */
export interface Firefox extends Engine {
  readonly pid: number;
}

/** Starts Firefox with an empty profile. */
export async function startFirefox(): Promise<Firefox> {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'];
  const child = spawn(FIREFOX, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } });
  const bidi = await connectTo(`${await announcedAddress(child, /WebDriver BiDi listening on (\S+)/)}/session`);
  await bidi.send('session.new', { capabilities: {} });
  await bidi.send('session.subscribe', { events: ['log.entryAdded', 'browsingContext.userPromptOpened'] });
  return {
    newTab: () => openTab(bidi),
    pid: child.pid ?? 0,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface LogEntry {
  readonly level: string;
  readonly text: string | null;
  readonly source: { readonly context?: string };
}

type ScriptAnswer =
  | { readonly type: 'success'; readonly result: { readonly type: string; readonly value?: string } }
  | { readonly type: 'exception'; readonly exceptionDetails: { readonly text: string } };

async function openTab(bidi: JsonSocket): Promise<Tab> {
  const { userContext } = await bidi.send<{ userContext: string }>('browser.createUserContext', {});
  const { context } = await bidi.send<{ context: string }>('browsingContext.create', { type: 'tab', userContext });
  await bidi.send('browsingContext.setViewport', { context, viewport: TAB_SIZE });
  const errors: string[] = [];
  const stopListening = bidi.onEvent((method, entry: LogEntry) => {
    const text = entry.text ?? '';
    if (method === 'log.entryAdded' && entry.level === 'error' && entry.source.context === context) {
      if (!NO_FAULT.test(text)) errors.push(text);
    }
  });
  const perform = (actions: readonly object[]) => bidi.send<void>('input.performActions', { context, actions });

  async function call(work: string, args: readonly object[], resultOwnership = 'none') {
    const answer = await bidi.send<ScriptAnswer>('script.callFunction', {
      functionDeclaration: work,
      arguments: args,
      awaitPromise: true,
      target: { context },
      userActivation: false,
      resultOwnership,
    });
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    return answer.result;
  }

  return {
    engine: 'firefox',
    open: async (url) => void (await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })),
    reload: async () => void (await bidi.send('browsingContext.reload', { context, wait: 'complete' })),
    async run(work, ...args) {
      const asText = `async (args) => JSON.stringify([await (${sourceOf(work)})(...JSON.parse(args))])`;
      const { value } = await call(asText, [{ type: 'string', value: JSON.stringify(args) }]);
      return JSON.parse(value ?? '[]')[0];
    },
    press: (place) => perform(pointerActions([place])),
    drag: (from, to) => perform(pointerActions([from, ...dragPath(from, to)])),
    key: (name) => perform(keyActions(name)),
    async chooseFile(selector, path) {
      const element = await call('(selector) => document.querySelector(selector)', [
        { type: 'string', value: selector },
      ]);
      await bidi.send('input.setFiles', { context, element, files: [path] });
    },
    async screenshot() {
      const { data } = await bidi.send<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    errors: async () => errors,
    async close() {
      stopListening();
      await bidi.send('browsingContext.close', { context });
      await bidi.send('browser.removeUserContext', { userContext });
    },
  };
}
