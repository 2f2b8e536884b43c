// How often, and how exactly, the labeled swings show the ball's start after the strike, by view: `node
// tools/evaluate/range/evaluate-ball-start.ts`. The labels were placed by eye (ball-start-labels.json).
import { readFileSync } from 'node:fs';
import path from 'node:path';

type Place = readonly [x: number, y: number];
type LabeledStart = readonly [
  view: string,
  kind: 'full swing' | 'short stroke' | 'slow motion',
  rate: number,
  seen: number,
  rest: Place | null,
  sights: readonly (readonly [frame: number, x: number, y: number])[],
];

/** The error of a label, in pixels. */
const LABEL_ERROR_PX = 2;

const text = readFileSync(path.join(import.meta.dirname, 'ball-start-labels.json'), 'utf8');
const { swings } = JSON.parse(text) as { readonly swings: Readonly<Record<string, LabeledStart>> };
const groups = Map.groupBy(Object.values(swings), ([view, kind, rate]) =>
  [kind, view, kind === 'slow motion' ? '' : rate > 45 ? '60' : '30'].join(' ').trim(),
);
console.table(
  Object.fromEntries([...groups].toSorted(([a], [b]) => a.localeCompare(b)).map(([of, all]) => [of, rowOf(all)])),
);

function rowOf(all: readonly LabeledStart[]) {
  const errors = all.flatMap(lineError).toSorted((a, b) => a - b);
  return {
    shots: all.length,
    'ball seen': all.filter(([, , , seen]) => seen > 0).length,
    'in two frames or more': all.filter(([, , , seen]) => seen > 1).length,
    '± of its line, median °': errors[errors.length >> 1]?.toFixed(1),
    'greatest °': errors.at(-1)?.toFixed(1),
  };
}

/** The error of the angle of the line from the ball at rest to its last sight, in degrees; none without both. */
function lineError([, , , , rest, sights]: LabeledStart): number | readonly never[] {
  const last = sights.at(-1);
  if (!rest || !last) return [];
  const lengthPx = Math.hypot(last[1] - rest[0], last[2] - rest[1]);
  return (Math.atan2(Math.SQRT2 * LABEL_ERROR_PX, lengthPx) * 180) / Math.PI;
}
