// The workbench page that searches for key positions, in a browser: the product's own code, for the evaluations.
import { existsSync } from 'node:fs';
import { startWorkbench } from '#tests/browser/workbench.ts';
import { startBrowser } from '#tests/e2e/browser.ts';
import type { ClipAnswer } from './moments-scores.ts';

const MAX_CLIP_MS = 300_000;

export interface SearchPage {
  /** The page's result for a file. A file that is missing or takes too long counts as unreadable. */
  readonly search: (file: string) => Promise<ClipAnswer>;
  /** Everything seen and heard in the last file (stored-evidence.ts); null where no body was seen. */
  readonly evidence: () => Promise<string | null>;
  readonly close: () => Promise<void>;
}

/** Opens it. `mode`: whether to keep the evidence, or to leave the body out (workbench/moments.tsx). */
export async function openSearchPage(mode: '' | 'evidence' | 'motion-only'): Promise<SearchPage> {
  const workbench = await startWorkbench();
  const browser = await startBrowser();
  const page = await browser.newPage();
  const address = new URL('moments.html', workbench.address);
  address.search = mode;
  await page.goto(address.href);
  return {
    search: async (file) => {
      if (!existsSync(file)) return { kind: 'cannot-read' };
      await page.reload();
      await page.getByLabel('video file').setInputFiles(file);
      const answer = page.locator('output[data-done=true]');
      try {
        return JSON.parse(await answer.innerText({ timeout: MAX_CLIP_MS }));
      } catch {
        return { kind: 'cannot-read' };
      }
    },
    evidence: () => page.evaluate('globalThis.seenClip ?? null'),
    close: async () => {
      await browser.close();
      await workbench.stop();
    },
  };
}
