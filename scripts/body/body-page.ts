// Opens the workbench's body page, as it is built for a visitor, in headless Chromium.
import { chromium } from 'playwright-core';
import { startWorkbench } from '#tests/browser/workbench.ts';
import { LAUNCH_OPTIONS } from '#tests/e2e/browser.ts';
import type { BodyRequest } from '#web/body/body-request.ts';
import type { BodyWorkbench, WorkbenchLook } from '../../workbench/body.ts';

/** A page that looks at files. */
export interface BodyPage {
  readonly lookAt: (file: string, request: BodyRequest) => Promise<StoredLook>;
  readonly close: () => Promise<void>;
}

/** A look without its masks, which are too large to be handed over. */
export type StoredLook = Exclude<WorkbenchLook, 'answer'> & {
  readonly answer: Exclude<WorkbenchLook['answer'], 'stopped'>;
};

/** Builds the page, serves it and opens it. */
export async function openBodyPage(): Promise<BodyPage> {
  const { address, stop } = await startWorkbench();
  const browser = await chromium.launch(LAUNCH_OPTIONS);
  const page = await browser.newPage();
  await page.goto(new URL('body.html', address).href);
  return {
    lookAt: async (file, request) => {
      await page.getByLabel('video files').setInputFiles(file);
      return page.evaluate(async (wanted) => {
        const { bodyWorkbench } = globalThis as unknown as { readonly bodyWorkbench: BodyWorkbench };
        const look = await bodyWorkbench.lookAt(0, wanted);
        return (
          look.answer !== 'stopped' && look.answer.kind === 'seen'
            ? { ...look, answer: { ...look.answer, silhouettes: [] } }
            : look
        ) as StoredLook;
      }, request);
    },
    close: async () => {
      await browser.close();
      await stop();
    },
  };
}
