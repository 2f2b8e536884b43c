// Makes the icons of the installed app from web/public/favicon.svg:  node content/studio/icons.ts
// For systems that cut their own shape (maskable, Apple), the green extends to the edges and the mark keeps its
// distance from them.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';

const PUBLIC = path.join(import.meta.dirname, '../../web/public');
const GREEN = '#0b261b';

const ICONS = [
  { file: 'icon-192.png', sizePx: 192, mark: 1, background: 'transparent' },
  { file: 'icon-512.png', sizePx: 512, mark: 1, background: 'transparent' },
  { file: 'maskable-512.png', sizePx: 512, mark: 0.78, background: GREEN },
  { file: 'apple-touch-icon.png', sizePx: 180, mark: 0.9, background: GREEN },
] as const;

const svg = await readFile(path.join(PUBLIC, 'favicon.svg'), 'utf8');
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
for (const { file, sizePx, mark, background } of ICONS) {
  await page.setViewportSize({ width: sizePx, height: sizePx });
  await page.setContent(
    `<style>html{background:${background}}body{margin:0;height:100vh;display:grid;place-items:center}svg{width:${mark * 100}vw}</style>${svg}`,
  );
  await page.screenshot({ path: path.join(PUBLIC, 'icons', file), omitBackground: true });
}
await browser.close();
