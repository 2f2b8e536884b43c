// Finds the ball in the clips of labeled swings, as the product does, and circles it at rest, at the top and after the strike:
// node tools/evaluate/body/evaluate-ball.ts FOLDER… --tracks FOLDER --sheets FOLDER [--half even|odd] [--only face-on|down-the-line]
// node tools/evaluate/body/evaluate-ball.ts --library     compares with the studio's balls instead
// `--tracks` are those of evaluate-repeatability.ts. A person judges the circles (docs/measurements.md, 067: the ball).
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { bodyAngles, measuringOf } from '#domain/body/body-angles.ts';
import { distancePx } from '#domain/body/body-geometry.ts';
import { makeBodyTrack, type SeenBall } from '#domain/body/body-track.ts';
import { type SheetCell, searchedBall, searchedFrames, writeSheet } from './clip-search.ts';
import { type NamedSwing, swingsToSearch } from './evaluated-swings.ts';
import { studioGolfer } from './studio-joints.ts';

/** Rest, top and after the strike of ten clips, two a row. */
const PER_SHEET = 30;
const COLUMNS = 6;

const { values, swings } = swingsToSearch();
const cells = { found: [] as SheetCell[], none: [] as SheetCell[] };
const counts = new Map<string, { looked: number; found: number }>();
for (const swing of swings) {
  const { view } = measuringOf(swing.track, swing.marks, swing.slowMotionFactor);
  if (!view || (values.only && view !== values.only)) continue;
  const shafts = searchedFrames(swing).flatMap(({ shaft }) => shaft ?? []);
  const track = makeBodyTrack({ ...swing.track, shafts });
  const searched = searchedBall({ ...swing, track });
  const ball = searched?.ball ?? null;
  const count = counts.get(view) ?? { looked: 0, found: 0 };
  counts.set(view, { looked: count.looked + 1, found: count.found + (ball ? 1 : 0) });
  cells[ball ? 'found' : 'none'].push(...(searched?.cells ?? []));
  const { measures } = bodyAngles(makeBodyTrack({ ...track, ball }), swing.marks, swing.slowMotionFactor);
  const numbers = JSON.stringify([measures.ballPosition.rest, measures.ballDistance.rest]);
  console.log(
    `${swing.name} ${view}: ${ball ? `${said(swing, ball)} ${numbers}` : searched ? 'none' : 'not searched'}`,
  );
}
if (values.sheets) {
  mkdirSync(values.sheets, { recursive: true });
  for (const [key, drawn] of Object.entries(cells)) {
    for (let from = 0; from < drawn.length; from += PER_SHEET) {
      const file = path.join(values.sheets, `${key}-${from / PER_SHEET}.png`);
      writeSheet(drawn.slice(from, from + PER_SHEET), file, COLUMNS);
    }
  }
}
for (const [view, { looked, found }] of counts) console.log(`${view}: found in ${found} of ${looked} clips`);

/** Also how far a ball of the library is from its true place, in per cent of the golfer's height. */
function said({ name }: NamedSwing, found: SeenBall): string {
  const text = `${found.certainty.toFixed(2)}`;
  if (!values.library) return text;
  const { ball, bodyPx } = studioGolfer(name);
  return `${text}, off by ${((100 * distancePx(found, ball)) / bodyPx).toFixed(1)} %`;
}
