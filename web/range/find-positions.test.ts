// The search of a session's clips, one after the other. The worker is the browser's: this browser opens none.
import { afterEach, expect, test, vi } from 'vitest';
import { createPositionSearch } from './find-positions.ts';

const CLIP = { live: { restTime: 0, topTime: 0.7, strikeTime: 1 }, isMeasuredFirst: false };

afterEach(() => vi.unstubAllGlobals());

test('goes on with the next clip after a search that failed [F36]', async () => {
  const opened: unknown[] = [];
  vi.stubGlobal(
    'Worker',
    class {
      constructor(address: unknown) {
        opened.push(address);
        throw new Error('No worker for you');
      }
    },
  );
  const search = createPositionSearch({ onMeasured: () => undefined, onEnd: () => undefined });
  search.add({ id: 'a', file: new File(['a'], 'a.mp4'), ...CLIP });
  await expect.poll(() => opened.length).toBe(1);
  search.add({ id: 'b', file: new File(['b'], 'b.mp4'), ...CLIP });
  search.add({ id: 'c', file: new File(['c'], 'c.mp4'), ...CLIP });
  await expect.poll(() => opened.length).toBeGreaterThanOrEqual(3);
  search.stop();
});
