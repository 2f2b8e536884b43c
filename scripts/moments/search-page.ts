// The workbench page that searches for key positions, in a browser: the product's own code, for the evaluations. `ENGINE=firefox`
// or `webkit` searches there instead of in Chromium.
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startWorkbench } from '#tests/browser/workbench.ts';
import { chromiumEngine } from '#tests/browsers/chromium-tab.ts';
import { startFirefox } from '#tests/browsers/firefox-tab.ts';
import { ENGINES, type Engine, type EngineName } from '#tests/browsers/tab.ts';
import { startWebKit } from '#tests/browsers/webkit-tab.ts';
import { startBrowser } from '#tests/e2e/browser.ts';
import type { ClipAnswer } from './moments-scores.ts';

const MAX_CLIP_MS = 300_000;
const POLL_MS = 200;

export interface SearchPage {
  /** The page's result for a file. A file that is missing or takes too long counts as unreadable. */
  readonly search: (file: string) => Promise<ClipAnswer>;
  /** Everything seen and heard in the last file (labelled-clips.ts); null where no body was seen. */
  readonly evidence: () => Promise<string | null>;
  readonly close: () => Promise<void>;
}

const START: Readonly<Record<EngineName, () => Promise<Engine>>> = {
  chromium: async () => chromiumEngine(await startBrowser()),
  firefox: startFirefox,
  webkit: () => startWebKit(),
};

/** Opens it. `mode`: whether to keep the evidence, or to leave the body out (workbench/moments.tsx). */
export async function openSearchPage(mode: '' | 'evidence' | 'motion-only'): Promise<SearchPage> {
  const name = ENGINES.find((one) => one === (process.env.ENGINE || 'chromium'));
  if (!name) throw new Error(`ENGINE is one of ${ENGINES.join(', ')}`);
  const workbench = await startWorkbench();
  const engine = await START[name]();
  const address = new URL('moments.html', workbench.address);
  address.search = mode;
  // A tab for each file: a page that ends, as WebKit's does on some files, takes no other one with it.
  let tab = await engine.newTab();
  return {
    search: async (file) => {
      if (!existsSync(file)) return { kind: 'cannot-read' };
      await tab.close().catch(() => undefined);
      tab = await engine.newTab();
      const read = <Value>(expression: string) => tab.run<Value>(`() => ${expression}`);
      const until = performance.now() + MAX_CLIP_MS;
      try {
        await tab.open(address.href);
        while (!(await read<boolean>(`document.querySelector('input') !== null`))) await sleep(POLL_MS);
        await tab.chooseFile('input', file);
        while (performance.now() < until) {
          await sleep(POLL_MS);
          const answer = await read<string | null>(
            `document.querySelector('output[data-done=true]')?.innerText ?? null`,
          );
          if (answer !== null) return JSON.parse(answer);
        }
      } catch (error) {
        console.warn(`${file}: ${String(error)}`);
      }
      return { kind: 'cannot-read' };
    },
    evidence: () => tab.run<string | null>('() => globalThis.seenClip ?? null').catch(() => null),
    close: async () => {
      await engine.stop();
      await workbench.stop();
    },
  };
}
