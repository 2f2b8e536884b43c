// Shared by the format tests: the real server, and a Chromium page with the product's player.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Page } from 'playwright-core';
import type { PreviewResponse } from '#contract/uploads.ts';
import type { Clip } from '#domain/video/clip.ts';
import { connectToBrowser } from '#tests/browser/connect-to-browser.ts';
import type { Inspection, ShownFrame } from '#tests/formats/page/player-page.ts';
import { startTestServer } from '#tests/server/test-server.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';
import { sharedResource } from '#tests/shared/shared-resource.ts';

/** An uploaded file with its preview. */
export interface Previewed extends PreviewResponse {
  readonly visitor: TestVisitor;
  readonly filePath: string;
}

/** Server and page. */
export interface FormatsBench {
  /** Uploads a file as a new visitor and makes a preview. */
  preview(path: string): Promise<Previewed>;
  /** Merges an upload with itself and returns the file. */
  merge(upload: Previewed, marks: MergeMarks): Promise<Buffer>;
  /** The page's verdict on a file, and the requested frames of the file itself if it is shown. */
  inspect(
    path: string,
    framesIfShown: (clip: Clip) => readonly number[],
  ): Promise<Inspection & { shown: ShownFrame[] }>;
  /** Frames of a preview in the page. */
  show(preview: Previewed, frames: readonly number[]): Promise<ShownFrame[]>;
  stop(): Promise<void>;
}

/** The marks of both sides, in seconds. */
export interface MergeMarks {
  readonly user: { readonly top: number; readonly strike: number };
  readonly pro: { readonly top: number; readonly strike: number };
}

/** Starts both. */
export async function startFormatsBench(): Promise<FormatsBench> {
  const webRoot = await sharedResource('formats-page');
  const [server, browser] = await Promise.all([startTestServer({ webRoot }), connectToBrowser()]);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(server.url);
  const inTurn = oneAtATime();
  let uploads = 0;
  return {
    async preview(path) {
      const visitor = new TestVisitor(server.url);
      uploads += 1;
      const upload = await visitor.upload(`upload-${uploads}`, await readFile(path), basename(path));
      if (upload.status !== 200) throw new Error(`upload: ${JSON.stringify(upload.body)}`);
      const filePath = String(upload.body.filePath);
      const made = await visitor.call<PreviewResponse>('makePreview', { body: { filePath } });
      if (made.status !== 200) throw new Error(`preview: ${JSON.stringify(made.body)}`);
      return { visitor, filePath, ...made.body };
    },
    async merge({ visitor, filePath }, { user, pro }) {
      const times = {
        userTopTime: user.top,
        userStrikeTime: user.strike,
        proTopTime: pro.top,
        proStrikeTime: pro.strike,
      };
      const body = { userVideoPath: filePath, proVideoPath: filePath, ...times, alignmentType: 'strike' };
      const merged = await visitor.call<{ mergedVideoUrl: string }>('mergeVideos', { body });
      if (merged.status !== 200) throw new Error(`merge: ${JSON.stringify(merged.body)}`);
      return Buffer.from(await (await visitor.fetch(merged.body.mergedVideoUrl)).arrayBuffer());
    },
    inspect: (path, framesIfShown) =>
      inTurn(async () => {
        await page.locator('input').setInputFiles(path);
        const inspected = await page.evaluate(() => window.formats.inspect());
        const isShown = inspected.clip !== null && inspected.verdict === 'shows';
        const shown =
          isShown && inspected.clip ? await showIn(page, null, inspected.clip, framesIfShown(inspected.clip)) : [];
        return { ...inspected, shown };
      }),
    show: (preview, frames) =>
      inTurn(async () => {
        const [name = '', value = ''] = preview.visitor.cookie.split('=');
        await context.addCookies([{ name, value, url: server.url }]);
        return showIn(page, preview.previewUrl, preview.clip, frames);
      }),
    stop: async () => {
      await browser.close();
      await server.close();
    },
  };
}

function showIn(page: Page, src: string | null, clip: Clip, frames: readonly number[]): Promise<ShownFrame[]> {
  return page.evaluate((asked) => window.formats.show(asked.src, asked.clip, asked.frames), { src, clip, frames });
}

/** Serializes tasks, because the page shows one video at a time. */
function oneAtATime() {
  let turn: Promise<unknown> = Promise.resolve();
  return <Result>(task: () => Promise<Result>): Promise<Result> => {
    const result = turn.then(task);
    turn = result.catch(() => undefined);
    return result;
  };
}
