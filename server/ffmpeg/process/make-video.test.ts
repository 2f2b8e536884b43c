import { describe, expect, it } from 'vitest';
import { progressReader } from './make-video.ts';

describe('progressReader', () => {
  it('reports a growing fraction up to 1, even when a line arrives in two pieces', () => {
    const fractions: number[] = [];
    const read = progressReader(200, (fraction) => fractions.push(fraction));
    for (const piece of ['frame=50\nfps=25\nfra', 'me=100\n', 'frame=100\n', 'frame=90\n', 'frame=300\nprogress=end\n'])
      read(piece);
    expect(fractions).toEqual([0.25, 0.5, 1]);
  });
});
