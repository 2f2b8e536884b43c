// Renders the library's animated golfers from another distance, as large in the picture as before, for the evaluation of measures.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { openStudio } from '#content/studio/browser.ts';
import { FRAME_RATE, frameCount, golferClip, momentOf } from '#content/studio/clips.ts';
import { encode } from '#content/studio/encode.ts';
import { evenFrames, swingStretch } from '#domain/body/looked-at-frames.ts';
import { plannedGolfer, type StudioGolfer } from './studio-joints.ts';

/** Height of the picture, and the figure's fineness in metres: half a shipped clip's, which the measures hardly notice. */
const HEIGHT_PX = 960;
const STEP_M = 0.018;

/** A golfer as seen from a distance, and the clip that shows it. */
export interface DistantClip {
  readonly golfer: StudioGolfer;
  readonly file: string;
}

/** The clips of some golfers, rendered into the folder where they are missing. */
export async function distantClips(
  slugs: readonly string[],
  distanceM: number,
  folder: string,
): Promise<readonly DistantClip[]> {
  const studio = await openStudio();
  try {
    const clips: DistantClip[] = [];
    for (const slug of slugs) {
      const full = golferClip(slug);
      const size = { widthPx: (full.widthPx * HEIGHT_PX) / full.heightPx, heightPx: HEIGHT_PX };
      const plan = { ...full, ...size, distanceM };
      const golfer = plannedGolfer(plan);
      const file = path.join(folder, `${slug}-${distanceM}-m.mp4`);
      clips.push({ golfer, file });
      if (existsSync(file)) continue;
      const frameTimes = Array.from({ length: frameCount(plan) }, (_, frame) => frame / FRAME_RATE);
      const stretch = swingStretch(golfer.marks, golfer.slowMotionFactor);
      const shown = new Set(stretch ? evenFrames(frameTimes, stretch, golfer.slowMotionFactor) : []);
      await studio.open(plan, { ...size, step: STEP_M });
      const pictures: Buffer[] = [];
      for (const frame of frameTimes.keys()) {
        // The tracking samples only these frames; the others repeat the picture before them.
        const last = pictures.at(-1);
        pictures.push(last && !shown.has(frame) ? last : await studio.frame(momentOf(plan, frame)));
      }
      await encode(pictures, { file, frameRate: FRAME_RATE, sound: null, quality: 20 });
    }
    return clips;
  } finally {
    await studio.close();
  }
}
