// Sets up a visitor for the step under test: swings stored and marked, a pro chosen. The clips are small and numbered, so
// that a merge takes a fraction of a second. main-job.test.ts covers all steps through the user interface.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { Alignment } from '#domain/comparison/comparison-choices.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { type NumberedClipOptions, numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { sharedResource } from '#tests/shared/shared-resource.ts';
import type { SeedOrder } from './seed-page.ts';

/** A numbered clip and the frames of its rest, top and strike. */
export interface SeedSwing {
  readonly clip: NumberedClipOptions & { readonly fps: readonly [number, number] };
  readonly frames: readonly [rest: number, top: number, strike: number];
}

/** Two seconds of a visitor's swing. */
export const USER_SWING: SeedSwing = { clip: { fps: [30, 1], frames: 60 }, frames: [10, 30, 40] };
/** Two seconds of another person's swing. */
export const PRO_SWING: SeedSwing = { clip: { fps: [60, 1], frames: 120 }, frames: [24, 66, 84] };

/** A swing that ships with the product, with its marks in seconds. */
export interface ShippedSwing {
  readonly path: string;
  readonly marks: SwingAnnotations;
}

/** The state to set up. */
export interface Seed {
  readonly user?: SeedSwing | ShippedSwing | null;
  /** A video of the visitor's own, the first golfer of the library, or none. */
  readonly pro?: SeedSwing | ShippedSwing | 'golfer' | null;
  readonly alignment?: Alignment;
}

/**
 * Stores the swings as if the visitor had chosen and marked them in this tab, and opens a page; by default the analysis
 * page with all steps done. Returns the golfer's name, or null.
 */
export async function openSeeded(
  page: Page,
  origin: string,
  { user = USER_SWING, pro = PRO_SWING, alignment = 'strike' }: Seed = {},
  path = '/',
): Promise<string | null> {
  // A page of the site that does not load the app.
  await page.goto(`${origin}/healthz`);
  await page.evaluate(() => {
    for (const id of ['seed-user', 'seed-pro']) {
      document.body.append(Object.assign(document.createElement('input'), { type: 'file', id }));
    }
  });
  if (user) await page.locator('#seed-user').setInputFiles(await fileOf(user));
  if (pro && pro !== 'golfer') await page.locator('#seed-pro').setInputFiles(await fileOf(pro));
  const order: SeedOrder = {
    user: user && marksOf(user),
    pro: pro && pro !== 'golfer' ? marksOf(pro) : pro,
    alignment,
  };
  await page.evaluate(await readFile(await sharedResource('seed-script'), 'utf8'));
  const golferName = await page.evaluate(
    (wanted) => (window as unknown as { seed: (order: SeedOrder) => Promise<string | null> }).seed(wanted),
    order,
  );
  await page.goto(origin + path);
  return golferName;
}

async function fileOf(swing: SeedSwing | ShippedSwing): Promise<string> {
  return 'path' in swing ? swing.path : (await numberedClip(swing.clip)).path;
}

/** The marks of a swing in seconds of its clip. */
export function marksOf(swing: SeedSwing | ShippedSwing): SwingAnnotations {
  if ('path' in swing) return swing.marks;
  const {
    clip: { fps },
    frames,
  } = swing;
  const [restTime = 0, topTime = 0, strikeTime = 0] = frames.map((frame) => (frame * fps[1]) / fps[0]);
  return { restTime, topTime, strikeTime };
}
