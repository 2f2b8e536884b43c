// The rows of a batch, kept on this device for a day like their files (web/clip/clip-storage.ts), so that a reload loses nothing.
import { BrowserStore } from '#web/lib/browser-store.ts';
import { type BatchRow, type Rows, resumed } from './batch.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;

const rows = new BrowserStore<BatchRow>('swingmark-batch', 'rows');

/** The rows of the last visit in their order. Never rejects. */
export async function readBatch(nowMs: number): Promise<Rows> {
  const all = await rows.entries().catch(() => []);
  const isOld = (row: BatchRow) => nowMs - row.addedAtMs > KEPT_MS;
  for (const [id, row] of all) if (isOld(row)) forgetRow(id);
  const kept = all.map(([, row]) => row).filter((row) => !isOld(row));
  return kept.toSorted((a, b) => a.addedAtMs - b.addedAtMs).map(resumed);
}

// A browser that stores nothing loses the batch with the page; the batch says so when files are added.

export function keepRow(row: BatchRow): void {
  rows.set(row.id, row).catch(() => undefined);
}

export function forgetRow(id: string): void {
  rows.delete(id).catch(() => undefined);
}

/** Forgets everything. Rejects when the browser refuses. */
export async function clearBatch(): Promise<void> {
  await rows.clear();
}
