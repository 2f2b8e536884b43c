// Layout shifts of a page, as Chromium reports them (CLS).
import type { Page } from 'playwright-core';

/** One shift. Chromium buffers the first 150 of a document. */
export interface LayoutShift {
  readonly score: number;
  /** The element that moved most, and from where to where: left, top, width and height in pixels. */
  readonly what: string;
  /** Within half a second of an input; CLS does not count it. */
  readonly hasRecentInput: boolean;
}

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
            shifts.push({ score: value, what, hasRecentInput: hadRecentInput });
          }
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(shifts), 300);
      }),
  );
}

/** The sum of the shifts that no input explains, as CLS counts them, with a description of the largest. */
export async function unexplainedShift(page: Page): Promise<{ readonly score: number; readonly what: string }> {
  const shifts = (await layoutShifts(page)).filter(({ hasRecentInput }) => !hasRecentInput);
  const [largest] = shifts.toSorted((one, other) => other.score - one.score);
  return { score: shifts.reduce((sum, { score }) => sum + score, 0), what: largest?.what ?? 'nothing' };
}

/** A fifth of the threshold for a good CLS (0.1). */
export const MAX_SHIFT = 0.02;
