// Renders the library's animated golfers for the evaluations of measures and of their repeatability: from another distance, as
// large in the picture as before, or each swing twice, by two cameras whose tripods stand elsewhere than the library's.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { openStudio } from '#content/studio/browser.ts';
import { type ClipPlan, DEMO, FRAME_RATE, frameCount, GOLFERS, momentOf } from '#content/studio/clips.ts';
import { encode } from '#content/studio/encode.ts';
import { evenFrames, swingStretch } from '#domain/body/sampled-frames.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import type { FrameTimes } from '#domain/video/frame-times.ts';
import { writeEncodedCopy } from './evaluated-swings.ts';
import { plannedGolfer, type StudioGolfer } from './studio-joints.ts';

/** Height of the picture, and the figure's fineness in meters: half a shipped clip's, which the measures hardly notice. */
const HEIGHT_PX = 960;
const STEP_M = 0.018;

/** A golfer as seen from a distance, and the clip that shows it. */
interface DistantClip {
  readonly golfer: StudioGolfer;
  readonly file: string;
}

interface ClipToRender {
  readonly plan: ClipPlan;
  readonly name: string;
  /** The delay of each frame compared with a clip of the library, in seconds of the clip. */
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
function trackedFrames(frameTimes: FrameTimes, { marks, slowMotionFactor }: StudioGolfer): readonly number[] {
  const stretch = swingStretch(marks, slowMotionFactor);
  return stretch ? evenFrames(frameTimes, stretch, slowMotionFactor) : [];
}

/**
 * The two recordings. Between them the camera is turned by 3.5° around the golfer, stands 5 cm further aside, 8 cm lower and 5 %
 * nearer with the same lens, leans by 1° more, and sees each moment half a frame earlier or later; the second clip is darker.
 */
const RECORDINGS = {
  first: { tripod: { turnDegrees: 1.5, asideM: 0.02, upM: 0.05, leanDegrees: 0.4 }, nearer: 1, late: 0, look: 'null' },
  second: {
    ...{
      tripod: { turnDegrees: -2, asideM: -0.03, upM: -0.03, leanDegrees: -0.6 },
      nearer: 0.95,
      late: 0.5 / FRAME_RATE,
    },
    look: 'eq=gamma=0.8:saturation=0.8:contrast=0.9',
  },
} as const;

/** Labeled clips that show one swing: other people's files, cut, sized, slowed down and labeled apart. */
export const SAME_SWINGS: readonly (readonly [string, string])[] = [
  ['kz-videoplayback.mp4', 'n-wayne-golfswing.mp4'],
  ['sv-ludvig-aberg-driver.mp4', 'n-wayne-swing2.mp4'],
  ['sv-max-homa-iron.mp4', 'n-wayne-newswing.mp4'],
  ['joni-golf10.mp4', 'bs-tiger-a.mp4'],
];

type Recording = keyof typeof RECORDINGS;

/** A swing in one recording, marked in whole frames as a visitor marks it. */
interface FilmedSwing {
  /** The golfer's name, the same in both recordings. */
  readonly slug: string;
  readonly file: string;
  readonly marks: SwingAnnotations;
  readonly slowMotionFactor: number;
}

/** Usual distance from the camera to the golfer (content/studio/course/camera.ts). */
const USUAL_DISTANCE_M = 6.2;

/** The golfers without the slow-motion clip, whose swing is in another one, and the sample amateur from both sides. */
const PLANS: readonly ClipPlan[] = [
  ...GOLFERS.filter(({ slowMotionFactor }) => slowMotionFactor === 1),
  { ...DEMO, times: { rest: 0.5, top: 1.7, strike: 2.1, end: 4.15 } },
  {
    ...DEMO,
    slug: 'demo-amateur-down-the-line',
    view: 'down-the-line',
    times: { rest: 0.5, top: 1.7, strike: 2.1, end: 4.15 },
  },
];

/** All swings in a recording; their clips are rendered into the folder where they are missing. */
export async function filmedSwings(recording: Recording, folder: string): Promise<readonly FilmedSwing[]> {
  const { tripod, nearer, late, look } = RECORDINGS[recording];
  const clips = PLANS.map(
    ({ pictureM, ...plan }): ClipToRender => ({
      plan: { ...plan, pictureM: nearer * pictureM, distanceM: nearer * USUAL_DISTANCE_M, tripod },
      name: `${plan.slug}-${recording}`,
      late,
      shown: measuredFrames,
    }),
  );
  const rendered = await renderedClips(clips, folder);
  return rendered.map(({ golfer: { slug, marks, slowMotionFactor }, file }) => {
    const onFrame = (time: number) => Math.round((time - late) * FRAME_RATE) / FRAME_RATE;
    const { restTime, topTime, strikeTime } = marks;
    return {
      slug,
      slowMotionFactor,
      file: lit(file, look),
      marks: { restTime: onFrame(restTime), topTime: onFrame(topTime), strikeTime: onFrame(strikeTime) },
    };
  });
}

function lit(file: string, filter: string): string {
  const copy = file.replace(/\.mp4$/, '-lit.mp4');
  if (!existsSync(copy)) writeEncodedCopy(file, copy, { filter, crf: 20 });
  return copy;
}

/** The frames that the tracking samples, plus every frame around the top and in the downswing, for the club's shaft. */
function measuredFrames(frameTimes: FrameTimes, golfer: StudioGolfer): readonly number[] {
  const { restTime, topTime, strikeTime } = golfer.marks;
  const near = (time: number) =>
    Math.abs(time - restTime) < 2 / FRAME_RATE ||
    (time > topTime - 3 / FRAME_RATE && time < strikeTime + 3 / FRAME_RATE);
  const closely = [...frameTimes.keys()].filter((frame) => near(frameTimes[frame] ?? 0));
  return [...new Set([...closely, ...trackedFrames(frameTimes, golfer)])].toSorted((a, b) => a - b);
}
