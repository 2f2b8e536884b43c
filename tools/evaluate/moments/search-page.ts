// The clips of labeled folders, and the workbench page that searches them for key positions in a browser with the product's own
// code. `ENGINE=firefox` or `webkit` searches there instead of in Chromium. What the search saw is stored, so that positions can
// be chosen again without a browser.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeBodyTrack } from '#domain/body/body-track.ts';
import type { CellMotion } from '#domain/moments/clip-motion.ts';
import type { SeenClip } from '#domain/moments/swings-in-body.ts';
import { startWorkbench } from '#tests/browser/workbench.ts';
import { chromiumEngine } from '#tests/browsers/chromium-tab.ts';
import { startFirefox } from '#tests/browsers/firefox-tab.ts';
import { ENGINES, type Engine, type EngineName } from '#tests/browsers/tab.ts';
import { startWebKit } from '#tests/browsers/webkit-tab.ts';
import { startBrowser } from '#tests/e2e/browser.ts';
import type { ClipAnswer, LabeledClip } from './moments-scores.ts';

const MAX_CLIP_MS = 300_000;
const POLL_MS = 200;

interface SearchPage {
  /** The page's result for a file. A file that is missing or takes too long counts as unreadable. */
  readonly search: (file: string) => Promise<ClipAnswer>;
  /** Everything seen and heard in the last file; null where no body was seen. */
  readonly evidence: () => Promise<string | null>;
  readonly close: () => Promise<void>;
}

const START: Readonly<Record<EngineName, () => Promise<Engine>>> = {
  chromium: async () => chromiumEngine(await startBrowser()),
  firefox: startFirefox,
  webkit: () => startWebKit(),
};

/** Opens it. `mode`: whether to keep the evidence, or to leave the body out (tools/workbench/moments.tsx). */
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

export interface ClipOnDisk extends LabeledClip {
  readonly file: string;
}

export function labeledClips(folders: readonly string[]): readonly ClipOnDisk[] {
  return folders.flatMap((folder) => {
    const manifest: LabeledClip[] = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
    return manifest.map((clip) => ({ ...clip, file: path.join(folder, clip.slug) }));
  });
}

/** As the workbench page keeps it: the cells of the motion are base64. */
type StoredEvidence = Omit<SeenClip, 'motions'> & {
  readonly motions: readonly (Omit<CellMotion, 'cells'> & { readonly cells: string })[];
};

export function readEvidence(text: string): SeenClip {
  const stored: StoredEvidence = JSON.parse(text);
  return {
    ...stored,
    track: makeBodyTrack(stored.track),
    motions: stored.motions.map((motion) => ({ ...motion, cells: floatsOf(motion.cells) })),
  };
}

function floatsOf(base64: string): Float32Array {
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'));
  return new Float32Array(bytes.buffer);
}
