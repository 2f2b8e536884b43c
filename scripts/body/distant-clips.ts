// Renders the library's animated golfers from another distance, as large in the picture as before, or from a tripod that stands
// elsewhere, for the evaluations of measures and of their repeatability.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { openStudio } from '#content/studio/browser.ts';
import { type ClipPlan, FRAME_RATE, frameCount, momentOf } from '#content/studio/clips.ts';
import { encode } from '#content/studio/encode.ts';
import { evenFrames, swingStretch } from '#domain/body/looked-at-frames.ts';
import type { FrameTimes } from '#domain/video/frame-times.ts';
import { plannedGolfer, type StudioGolfer } from './studio-joints.ts';

/** Height of the picture, and the figure's fineness in metres: half a shipped clip's, which the measures hardly notice. */
const HEIGHT_PX = 960;
const STEP_M = 0.018;

/** A golfer as seen from a distance, and the clip that shows it. */
export interface DistantClip {
  readonly golfer: StudioGolfer;
  readonly file: string;
}

export interface ClipToRender {
  readonly plan: ClipPlan;
  /** The name of its file. */
  readonly name: string;
  /** By how much each frame is later than in a clip of the library, in seconds of the clip. */
  readonly late?: number;
  /** The frames that are needed, ascending; those of a tracked swing when not given. The others repeat the one before. */
  readonly shown?: (frameTimes: FrameTimes, golfer: StudioGolfer) => readonly number[];
}

/** The clips, rendered into the folder where they are missing. */
export async function renderedClips(clips: readonly ClipToRender[], folder: string): Promise<readonly DistantClip[]> {
  const studio = await openStudio();
  try {
    const rendered: DistantClip[] = [];
    for (const { plan: full, name, late = 0, shown = trackedFrames } of clips) {
      const size = { widthPx: (full.widthPx * HEIGHT_PX) / full.heightPx, heightPx: HEIGHT_PX };
      const plan = { ...full, ...size };
      const golfer = plannedGolfer(plan);
      const file = path.join(folder, `${name}.mp4`);
      rendered.push({ golfer, file });
      if (existsSync(file)) continue;
      const frameTimes = Array.from({ length: frameCount(plan) }, (_, frame) => frame / FRAME_RATE);
      const needed = new Set(shown(frameTimes, golfer));
      await studio.open(plan, { ...size, step: STEP_M });
      const pictures: Buffer[] = [];
      for (const frame of frameTimes.keys()) {
        const last = pictures.at(-1);
        const moment = momentOf(plan, frame) + late / plan.slowMotionFactor;
        pictures.push(last && !needed.has(frame) ? last : await studio.frame(moment));
      }
      await encode(pictures, { file, frameRate: FRAME_RATE, sound: null, quality: 20 });
    }
    return rendered;
  } finally {
    await studio.close();
  }
}

/** The frames of a swing that the tracking samples. */
export function trackedFrames(frameTimes: FrameTimes, { marks, slowMotionFactor }: StudioGolfer): readonly number[] {
  const stretch = swingStretch(marks, slowMotionFactor);
  return stretch ? evenFrames(frameTimes, stretch, slowMotionFactor) : [];
}
