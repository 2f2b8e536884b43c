import { describe, expect, it } from 'vitest';
import { comparisonFileName, demoFileName } from './file-name.ts';

describe('names of downloads', () => {
  const day = '2026-11-21';
  it.each([
    [{ golferName: null, speed: 1, day }, 'golf_swing_comparison_2026-11-21.mp4'],
    [{ golferName: 'Ann Example', speed: 0.5, day }, 'golf_swing_Ann_Example_0.5x_2026-11-21.mp4'],
    [{ golferName: '../a\\b:"c\n', speed: 1, day }, 'golf_swing_a_b_c_2026-11-21.mp4'],
    [
      { golferName: 'Model swing: 7 iron, down the line', speed: 1, day },
      'golf_swing_Model_swing_7_iron_down_the_line_2026-11-21.mp4',
    ],
    [{ golferName: '   ', speed: 1, day }, 'golf_swing_comparison_2026-11-21.mp4'],
  ])('%o gives %s', (facts, name) => expect(comparisonFileName(facts)).toBe(name));

  it('names a demo with its speed, also at 1x [S7.12]', () => {
    expect(demoFileName({ golferName: null, speed: 1, day })).toBe('demo_swing_comparison_1x_2026-11-21.mp4');
  });
});
