// Layout shifts of a page, as Chromium reports them (CLS).
import type { Page } from 'playwright-core';

/** One shift. Chromium buffers the first 150 of a document. */
export interface LayoutShift {
  readonly score: number;
  /** The element that moved most, and from where to where: left, top, width and height in pixels. */
  readonly what: string;
  /** Within half a second of an input; CLS does not count it. */
  readonly hasRecentInput: boolean;
  /** When it happened, in milliseconds since the page began. */
  readonly atMs: number;
}

/**
 * How long after an act of the visitor the page may answer by moving. Twice as long as in CLS: on a machine that runs other
 * tests, too, an answer of a worker comes late.
 */
const ANSWER_MS = 1000;

/** Every shift since the document was loaded. */
export function layoutShifts(page: Page): Promise<LayoutShift[]> {
  return page.evaluate(
    () =>
      new Promise<LayoutShift[]>((resolve) => {
        const shifts: LayoutShift[] = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
              value: number;
              hadRecentInput: boolean;
              sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
            };
            const [source] = sources;
            const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
            const name =
              source?.node instanceof Element ? `${source.node.tagName} ${source.node.className}`.slice(0, 60) : 'text';
            const what = source ? `${name}: ${place(source.previousRect)} → ${place(source.currentRect)}` : name;
            shifts.push({ score: value, what, hasRecentInput: hadRecentInput, atMs: entry.startTime });
          }
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(shifts), 300);
      }),
  );
}

/** Notes the moments of taps, keys and chosen files, which {@link unexplainedShift} needs. Call before the page is opened. */
export async function noteActs(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const type of ['pointerdown', 'click', 'keydown', 'change']) {
      addEventListener(type, () => performance.mark('act'), true);
    }
  });
}

/** The moments of {@link noteActs}, and the stretches in which the page was busy, in milliseconds since it began. */
function actsAndTasks(page: Page) {
  return page.evaluate(
    () =>
      new Promise<{ acts: number[]; tasks: { from: number; to: number }[] }>((resolve) => {
        const tasks: { from: number; to: number }[] = [];
        new PerformanceObserver((list) => {
          for (const { startTime, duration } of list.getEntries()) {
            tasks.push({ from: startTime, to: startTime + duration });
          }
        }).observe({ type: 'longtask', buffered: true });
        const acts = performance.getEntriesByName('act').map(({ startTime }) => startTime);
        setTimeout(() => resolve({ acts, tasks }), 100);
      }),
  );
}

/**
 * The sum of the shifts that no act of the visitor explains, with a description of the largest. An act explains what moves
 * soon after it; the time in which a slow machine was busy does not count, and choosing a file is an act.
 */
export async function unexplainedShift(page: Page): Promise<{ readonly score: number; readonly what: string }> {
  const { acts, tasks } = await actsAndTasks(page);
  const isExplained = ({ hasRecentInput, atMs }: LayoutShift) => {
    const act = acts.findLast((time) => time <= atMs);
    if (hasRecentInput || act === undefined) return hasRecentInput;
    const busyMs = tasks.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, atMs) - Math.max(from, act)), 0);
    return atMs - act - busyMs <= ANSWER_MS;
  };
  const shifts = (await layoutShifts(page)).filter((shift) => !isExplained(shift));
  const [largest] = shifts.toSorted((one, other) => other.score - one.score);
  return { score: shifts.reduce((sum, { score }) => sum + score, 0), what: largest?.what ?? 'nothing' };
}

/** A fifth of the threshold for a good CLS (0.1). */
export const MAX_SHIFT = 0.02;
