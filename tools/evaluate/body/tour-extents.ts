// Measures what tour players do, as the product measures it: the library's full swings with driver and iron, which move like the tour's
// average, seen by the cameras that people set up. Writes domain/comparison/tour-extents.json:  node tools/evaluate/body/tour-extents.ts
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { frameCount, GOLFERS } from '#content/studio/clips.ts';
import { bodyAngles } from '#domain/body/body-angles.ts';
import { BODY_MEASURES, MEASURES } from '#domain/body/body-measures.ts';
import { NORMAL_VARIATION, type TourRange } from '#domain/comparison/normal-variation.ts';
import { plannedGolfer } from './studio-joints.ts';
import { studioTrack } from './studio-track.ts';

const FILE = path.join(import.meta.dirname, '../../../domain/comparison/tour-extents.json');

/** Cameras off the line by up to eight degrees, from knee to head height, near and far. */
const CAMERAS = [-8, 0, 8].flatMap((turnDegrees) =>
  [-0.3, 0, 0.5].flatMap((upM) =>
    [4, 6.2].map((distanceM) => ({ distanceM, tripod: { turnDegrees, asideM: 0, upM, leanDegrees: 0 } })),
  ),
);

/** The extent of each measure, in whole degrees or per cent of body height. */
export function measuredTourExtents(): readonly TourRange[] {
  const swings = GOLFERS.filter(
    ({ club, style, slowMotionFactor }) =>
      club !== 'Pitching wedge' && style.followThrough === null && slowMotionFactor === 1,
  );
  const seen = swings.flatMap((plan) =>
    CAMERAS.map((camera) => {
      const golfer = plannedGolfer({ ...plan, ...camera });
      return bodyAngles(studioTrack(golfer, frameCount(plan)), golfer.marks, 1, golfer);
    }),
  );
  return (['face-on', 'down-the-line'] as const).flatMap((view) =>
    BODY_MEASURES.filter((measure) => measure in NORMAL_VARIATION).flatMap((measure) =>
      MEASURES[measure].at.flatMap((at) => {
        const scale = MEASURES[measure].unit === 'degrees' ? 1 : 100;
        const values = seen
          .filter((angles) => angles.view === view)
          .flatMap(({ measures }) => measures[measure][at]?.value ?? [])
          .map((value) => scale * value);
        if (values.length === 0) return [];
        // Adding 0 turns -0 into 0.
        const [from, to] = [Math.floor(Math.min(...values)) + 0, Math.ceil(Math.max(...values)) + 0];
        return [{ view, measure, at, from, to }];
      }),
    ),
  );
}

if (process.argv[1] === import.meta.filename) {
  const extents = measuredTourExtents();
  writeFileSync(FILE, `[\n${extents.map((range) => `  ${JSON.stringify(range)}`).join(',\n')}\n]\n`);
  console.log(`${extents.length} extents`);
}
