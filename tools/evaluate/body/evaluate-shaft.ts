// Finds the club's shaft at the positions of labeled swings, as the product does, and draws each line on its frame:
// node tools/evaluate/body/evaluate-shaft.ts FOLDER… --tracks FOLDER --sheets FOLDER [--half even|odd] [--only face-on|down-the-line]
// node tools/evaluate/body/evaluate-shaft.ts --library     compares with the studio's clubs instead
// `--tracks` are those of evaluate-repeatability.ts. A person judges the lines (docs/measurements.md, 067: the shaft).
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { bodyAngles, measuringOf } from '#domain/body/body-angles.ts';
import { makeBodyTrack, type SeenShaft } from '#domain/body/body-track.ts';
import type { ShaftFrame } from '#domain/body/shaft-search.ts';
import { type SheetCell, searchedFrames, writeSheet } from './clip-search.ts';
import { type NamedSwing, swingsToSearch } from './evaluated-swings.ts';
import { studioGolfer } from './studio-joints.ts';

const PER_SHEET = 20;

const { values, swings } = swingsToSearch();
if (values.sheets) mkdirSync(values.sheets, { recursive: true });
const cells = new Map<string, readonly SheetCell[]>();
const counts = new Map<string, { looked: number; found: number }>();
for (const swing of swings) {
  const { view } = measuringOf(swing.track, swing.marks, swing.slowMotionFactor);
  if (values.only && view !== values.only) continue;
  const started = performance.now();
  const all = searchedFrames(swing);
  for (const { frame, shaft, cell } of all) {
    const key = `${view} ${frame.at}`;
    const count = counts.get(key) ?? { looked: 0, found: 0 };
    cells.set(key, [...(cells.get(key) ?? []), cell]);
    counts.set(key, { looked: count.looked + 1, found: count.found + (shaft ? 1 : 0) });
    console.log(
      `${swing.name} ${key} ${frame.time.toFixed(3)}: ${shaft ? said(shaft) : 'none'}${truthOf(swing, frame)}`,
    );
  }
  const shafts = all.flatMap(({ shaft }) => shaft ?? []);
  const { measures } = bodyAngles(makeBodyTrack({ ...swing.track, shafts }), swing.marks, swing.slowMotionFactor);
  console.log(
    `  ${Math.round(performance.now() - started)} ms ${JSON.stringify(Object.fromEntries(Object.entries(measures).filter(([name]) => name.startsWith('shaft'))))}`,
  );
}
for (const [key, drawn] of cells) {
  for (let from = 0; values.sheets && from < drawn.length; from += PER_SHEET) {
    const name = `${key.replace(' ', '-')}-${from / PER_SHEET}.png`;
    writeSheet(drawn.slice(from, from + PER_SHEET), path.join(values.sheets, name));
  }
}
for (const [key, { looked, found }] of counts) console.log(`${key}: found in ${found} of ${looked} frames`);

function said(shaft: SeenShaft): string {
  return `${directionOf(shaft.grip, shaft.end).toFixed(1)}° (${shaft.certainty.toFixed(2)})`;
}

/** Degrees from straight down, to the right. */
function directionOf(from: { xPx: number; yPx: number }, to: { xPx: number; yPx: number }): number {
  return (Math.atan2(to.xPx - from.xPx, to.yPx - from.yPx) * 180) / Math.PI;
}

function truthOf({ name }: NamedSwing, { time }: ShaftFrame): string {
  return values.library ? `, is ${directionOf(...studioGolfer(name).shaftAt(time)).toFixed(1)}°` : '';
}
