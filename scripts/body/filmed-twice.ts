// The animated golfers of the library and the sample amateur, each swing filmed twice: by two cameras whose tripods stand
// elsewhere than the library's, in other light and between each other's frames.
import { existsSync } from 'node:fs';
import { type ClipPlan, DEMO, FRAME_RATE, GOLFERS } from '#content/studio/clips.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import type { FrameTimes } from '#domain/video/frame-times.ts';
import { type ClipToRender, renderedClips, trackedFrames } from './distant-clips.ts';
import { writeEncodedCopy } from './encoded-copy.ts';
import type { StudioGolfer } from './studio-joints.ts';

/**
 * The two recordings. Between them the camera is turned by 3.5° around the golfer, stands 5 cm further aside, 8 cm lower and 5 %
 * nearer with the same lens, leans by 1° more, and sees each moment half a frame earlier or later; the second clip is darker.
 */
const RECORDINGS = {
  first: {
    ...{ tripod: { turnDegrees: 1.5, asideM: 0.02, upM: 0.05, leanDegrees: 0.4 }, nearer: 1, late: 0 },
    look: 'null',
  },
  second: {
    ...{
      tripod: { turnDegrees: -2, asideM: -0.03, upM: -0.03, leanDegrees: -0.6 },
      nearer: 0.95,
      late: 0.5 / FRAME_RATE,
    },
    look: 'eq=gamma=0.8:saturation=0.8:contrast=0.9',
  },
} as const;

/** Labelled clips that show one swing: other people's files, cut, sized, slowed down and labelled apart. */
export const SAME_SWINGS: readonly (readonly [string, string])[] = [
  ['kz-videoplayback.mp4', 'n-wayne-golfswing.mp4'],
  ['sv-ludvig-aberg-driver.mp4', 'n-wayne-swing2.mp4'],
  ['sv-max-homa-iron.mp4', 'n-wayne-newswing.mp4'],
  ['joni-golf10.mp4', 'bs-tiger-a.mp4'],
];

/** One of the two recordings. */
export type Recording = keyof typeof RECORDINGS;

/** A swing in one recording, marked in whole frames as a visitor marks it. */
export interface FilmedSwing {
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
    ...{ ...DEMO, slug: 'demo-amateur-down-the-line', view: 'down-the-line' },
    times: { rest: 0.5, top: 1.7, strike: 2.1, end: 4.15 },
  },
];

/** All swings in a recording; their clips are rendered into the folder where they are missing. */
export async function filmedSwings(recording: Recording, folder: string): Promise<readonly FilmedSwing[]> {
  const { tripod, nearer, late, look } = RECORDINGS[recording];
  const clips = PLANS.map(
    ({ pictureM, ...plan }): ClipToRender => ({
      plan: { ...plan, pictureM: nearer * pictureM, distanceM: nearer * USUAL_DISTANCE_M, tripod },
      ...{ name: `${plan.slug}-${recording}`, late, shown: measuredFrames },
    }),
  );
  const rendered = await renderedClips(clips, folder);
  return rendered.map(({ golfer: { slug, marks, slowMotionFactor }, file }) => {
    const onFrame = (time: number) => Math.round((time - late) * FRAME_RATE) / FRAME_RATE;
    const { restTime, topTime, strikeTime } = marks;
    return {
      ...{ slug, slowMotionFactor, file: lit(file, look) },
      marks: { restTime: onFrame(restTime), topTime: onFrame(topTime), strikeTime: onFrame(strikeTime) },
    };
  });
}

function lit(file: string, filter: string): string {
  const copy = file.replace(/\.mp4$/, '-lit.mp4');
  if (!existsSync(copy)) writeEncodedCopy(file, copy, { filter, crf: 20 });
  return copy;
}

/** What the tracking samples, and every frame around the top and in the downswing, for the club's shaft. */
function measuredFrames(frameTimes: FrameTimes, golfer: StudioGolfer): readonly number[] {
  const { restTime, topTime, strikeTime } = golfer.marks;
  const near = (time: number) =>
    Math.abs(time - restTime) < 2 / FRAME_RATE ||
    (time > topTime - 3 / FRAME_RATE && time < strikeTime + 3 / FRAME_RATE);
  const closely = [...frameTimes.keys()].filter((frame) => near(frameTimes[frame] ?? 0));
  return [...new Set([...closely, ...trackedFrames(frameTimes, golfer)])].toSorted((a, b) => a - b);
}
