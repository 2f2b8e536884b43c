// The golfers of the library that kept comparisons and lessons show, with their videos: they play offline, and after the
// administrator has deleted them from the library. One copy of each, however many comparisons show it.
import type { GolferDetail } from '#contract/golfers.ts';
import { getByKey } from '#web/api/query.tsx';
import { fetchContent } from '#web/lib/fetch-content.ts';
import { type GolferCopy, golfersOf, inOneChange, keptDatabase } from './kept-database.ts';

/** The copy; null where there is none. Rejects when the browser stores nothing. */
export async function keptGolfer(id: number): Promise<GolferCopy | null> {
  return (await (await keptDatabase()).get('golfers', id)) ?? null;
}

/** The size of all copies, in bytes. */
export async function golferBytes(): Promise<number> {
  const copies = await (await keptDatabase()).getAll('golfers');
  return copies.reduce((sum, { video, body }) => sum + video.size + (body?.size ?? 0), 0);
}

/**
 * Keeps a copy of a golfer that a kept comparison or lesson shows, unless there is one of this video. Never rejects: without
 * a connection or space the comparison is kept without it, and the next one tries again.
 */
export async function keepGolfer(id: number, videoUrl: string): Promise<void> {
  try {
    if ((await keptGolfer(id))?.detail.videoUrl === videoUrl) return;
    if (!navigator.onLine) return;
    const detail = await getByKey<GolferDetail>(['/api', 'pro', id], { on401: 'throw' });
    if (!detail) return;
    const video = await fetchContent(detail.videoUrl);
    const body = detail.bodyUrl === null ? null : await fetchContent(detail.bodyUrl);
    await inOneChange(async (stores) => {
      if ((await golfersOf(stores)).has(id)) await stores.golfers.put({ detail, video, body }, id);
    });
  } catch {
    // As above.
  }
}
