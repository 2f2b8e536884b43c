// Opens headless Chromium with the studio's page in it. The page is bundled and injected, without a server.
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import type { ClipPlan } from './clips.ts';
import type { Outline, OutlineOptions } from './outline.ts';
import type { Crossfade, StageOptions } from './stage.ts';

export interface Studio {
  open(plan: ClipPlan, options: StageOptions): Promise<void>;
  /** A JPEG; `crossfade` blends a share of another moment into it. */
  frame(time: number, crossfade?: Crossfade): Promise<Buffer>;
  /** Opens a plan's golfer alone, instead of its stage. */
  openOutlines(plan: ClipPlan, options: OutlineOptions): Promise<void>;
  outline(time: number): Promise<Outline>;
  close(): Promise<void>;
}

async function bundlePage(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    cacheDir: path.join(tmpdir(), 'swingmark-studio-cache'),
    build: {
      write: false,
      lib: {
        entry: path.join(import.meta.dirname, 'render-page.ts'),
        formats: ['iife'],
        name: 'studio',
        fileName: 'studio',
      },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && 'output' in output ? output.output[0] : null;
  if (chunk?.type !== 'chunk') throw new Error('the page was not bundled');
  return chunk.code;
}

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell';
const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

export async function openStudio(): Promise<Studio> {
  const [code, browser]: [string, Browser] = await Promise.all([
    bundlePage(),
    chromium.launch({ executablePath: CHROMIUM, args: FLAGS }),
  ]);
  let page: Page | null = null;
  const openPage = async () => {
    await page?.close();
    page = await browser.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') process.stderr.write(`page: ${message.text()}\n`);
    });
    page.on('pageerror', (error) => process.stderr.write(`page: ${error.stack ?? error.message}\n`));
    await page.addScriptTag({ content: code });
    return page;
  };
  return {
    async open(plan, options) {
      const opened = await openPage();
      await opened.evaluate(([p, o]) => window.openStage(p, o), [plan, options] as const);
    },
    async frame(time, crossfade) {
      if (!page) throw new Error('open a plan first');
      const base64 = await page.evaluate(([t, m]) => window.drawFrame(t, m), [time, crossfade] as const);
      return Buffer.from(base64, 'base64');
    },
    async openOutlines(plan, options) {
      const opened = await openPage();
      await opened.evaluate(([p, o]) => window.openOutlines(p, o), [plan, options] as const);
    },
    async outline(time) {
      if (!page) throw new Error('open a plan first');
      const outline = await page.evaluate((t) => window.drawOutline(t), time);
      return { ...outline, cells: Uint8Array.from(outline.cells) };
    },
    close: () => browser.close(),
  };
}
