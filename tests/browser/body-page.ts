// The workbench's body page in a browser: tracks the golfer in files with the product's own code. For tests, the
// evaluation and the bench.
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '#tests/e2e/browser.ts';
import type { BodyProgress, BodyRequest } from '#web/body/body-request.ts';
import type { ModelAccess } from '#web/body/model/model-access.ts';
import type { SeeBodyAnswer } from '#web/body/see-body.ts';
import { startWorkbench } from './workbench.ts';

/** The outcome of one search. */
export interface BodyLook {
  /** As the product answers. */
  readonly answer: SeeBodyAnswer | { readonly kind: 'stopped' };
  readonly tookMs: number;
  readonly progress: readonly TimedProgress[];
}

/** A step of progress, and when it was said. */
export type TimedProgress = BodyProgress & { readonly afterMs: number };

/** What the page offers to those who drive it (tools/workbench/body.ts). */
export interface BodyWorkbench {
  /** Looks at the chosen file. */
  readonly lookAt: (request: BodyRequest, mayDownload?: boolean) => Promise<BodyLook>;
  readonly stop: () => void;
  readonly modelAccess: () => Promise<ModelAccess>;
}

/** The page, opened. */
export interface BodyPage {
  readonly page: Page;
  readonly lookAt: (file: string, request: BodyRequest, mayDownload?: boolean) => Promise<BodyLook>;
}

/** Opens the page of a workbench in a browser. */
export async function openBodyPage(browser: Browser, workbenchAddress: string): Promise<BodyPage> {
  const page = await browser.newPage();
  await page.goto(new URL('body.html', workbenchAddress).href);
  return {
    page,
    lookAt: async (file, request, mayDownload = false) => {
      await page.getByLabel('video files').setInputFiles(file);
      return page.evaluate(
        async ([wanted, isAllowed]) => {
          const { bodyWorkbench } = globalThis as unknown as { readonly bodyWorkbench: BodyWorkbench };
          return bodyWorkbench.lookAt(wanted, isAllowed);
        },
        [request, mayDownload] as const,
      );
    },
  };
}

/** Opens the page in a browser of its own for some work, and closes everything. */
export async function withBodyPage<Result>(work: (bodyPage: BodyPage) => Promise<Result>): Promise<Result> {
  const workbench = await startWorkbench();
  const browser = await startBrowser();
  try {
    return await work(await openBodyPage(browser, workbench.address));
  } finally {
    await browser.close();
    await workbench.stop();
  }
}
