import { describe, expect, it } from 'vitest';
import { spansToEncode } from './drawing-geometry.ts';

const line = { from: { x: 0, y: 0 }, to: { x: 5, y: 5 }, width: 2, color: '#ff0000', order: 0 };
const staysFrom = (frame: number) => ({ frame, strokes: [line] });
const onlyOn = (frame: number) => ({ frame, strokes: [{ ...line, onlyThisFrame: true }] });
const KEYS = [0, 15, 30, 45, 60, 75];

describe('the frames to encode again', () => {
  it('are those from the key frame at or before a drawing that stays to the end', () => {
    expect(spansToEncode([staysFrom(45)], KEYS, 90)).toEqual([{ from: 45, to: 90 }]);
    expect(spansToEncode([staysFrom(44), staysFrom(70)], KEYS, 90)).toEqual([{ from: 30, to: 90 }]);
  });

  it('end with the next key frame after a drawing that is shown on one frame', () => {
    expect(spansToEncode([onlyOn(0), onlyOn(50)], KEYS, 90)).toEqual([
      { from: 0, to: 15 },
      { from: 45, to: 60 },
    ]);
    expect(spansToEncode([onlyOn(89)], KEYS, 90)).toEqual([{ from: 75, to: 90 }]);
  });

  it('are joined where they meet', () => {
    expect(spansToEncode([onlyOn(14), onlyOn(15), staysFrom(31)], KEYS, 90)).toEqual([{ from: 0, to: 90 }]);
  });

  it('are at most eight spans: those with the fewest frames between them are joined', () => {
    const keys = Array.from({ length: 100 }, (_, index) => index * 15);
    const apart = [0, 60, 120, 150, 240, 300, 360, 420, 480, 540].map(onlyOn);
    const spans = spansToEncode(apart, keys, 1500);
    expect(spans).toHaveLength(8);
    expect(spans.slice(0, 3)).toEqual([
      { from: 0, to: 75 },
      { from: 120, to: 165 },
      { from: 240, to: 255 },
    ]);
  });
});
