// Everything at once in the merged file: names, framing and the strip at all rates, in every alignment and layout, with turned,
// mirrored, swapped, nudged and slow clips. Every merged frame shows the planned frame, and every strip its play position.
import { expect, test } from 'vitest';
import {
  ALIGNMENTS,
  AS_FILMED,
  type ComparisonChoices,
  LAYOUTS,
  laysOver,
  sideAlone,
} from '#domain/comparison/comparison-choices.ts';
import type { Side } from '#domain/side.ts';
import { type ClipOrientation, jitteredTimes, type NumberedClipOptions } from '#tests/fixtures/numbered-clip.ts';
import { type MarkedClip, mergeAndCompare } from './merge-case.ts';
import { standing } from './standing-golfer.ts';

const RATES: readonly (readonly [NumberedClipOptions, number])[] = [
  [{ fps: [24_000, 1001] }, 23.976],
  [{ fps: [25, 1], bFrames: 2 }, 25],
  [{ fps: [30_000, 1001] }, 29.97],
  [{ fps: [30, 1], bFrames: 2, gop: 48 }, 30],
  [{ fps: [50, 1] }, 50],
  [{ fps: [60_000, 1001], bFrames: 2 }, 59.94],
  [{ fps: [60, 1] }, 60],
  [{ fps: [120, 1] }, 120],
  [{ fps: [240, 1], gop: 60 }, 240],
  [{ frameTimes: jitteredTimes(108, 30, 0.9, 7) }, 30],
];
const ORIENTATIONS: readonly ClipOrientation[] = [
  ...(['upright', 'turned-90', 'turned-180', 'turned-270'] as const),
  ...(['mirrored', 'mirrored-turned-90', 'mirrored-turned-180', 'mirrored-turned-270'] as const),
];
const SECONDS = 3.6;

/** Rest, top and strike at 1.0, 1.7 and 1.95 s, a few frames later in each variant. */
function marked(
  rate: number,
  orientation: ClipOrientation,
  variant: number,
  isPortrait = isUpended(orientation),
): MarkedClip {
  const [make, perSecond] = RATES[rate % RATES.length] ?? [{}, 30];
  const frame = (seconds: number) => Math.round(seconds * perSecond) + (variant % 3);
  const size = isPortrait ? { widthPx: 180, heightPx: 320 } : { widthPx: 320, heightPx: 180 };
  const frames = Math.round(SECONDS * perSecond);
  return { make: { ...make, ...size, frames, orientation }, rest: frame(1), top: frame(1.7), strike: frame(1.95) };
}

function isUpended(orientation: ClipOrientation): boolean {
  return orientation.includes('90') || orientation.includes('270');
}

/** The choices that vary beside rate, alignment and layout. */
function chosen(layout: ComparisonChoices['layout'], variant: number): ComparisonChoices {
  return {
    ...AS_FILMED,
    layout,
    framing: 'golfers',
    names: { ...AS_FILMED.names, isShown: true },
    hasStrip: true,
    tempo: variant % 2 === 0 ? 'user' : 'pro',
    ghost: { ...AS_FILMED.ghost, strengthPercent: variant % 2 === 0 ? 100 : 0 },
    wipePercent: variant % 2 === 0 ? 20 : 80,
    isSwapped: variant % 5 > 2,
    user: {
      ...AS_FILMED.user,
      isMirrored: variant % 3 === 0,
      nudgeFrames: (variant % 7) - 3,
      slowMotionFactor: variant % 4 === 0 ? 2 : 1,
    },
    pro: { ...AS_FILMED.pro, isMirrored: variant % 3 === 1, slowMotionFactor: variant % 4 === 2 ? 1.5 : 1 },
  };
}

/** The sides whose number is visible: only one when the pictures overlap. */
function readable(choices: ComparisonChoices): readonly Side[] {
  const { layout, ghost, wipePercent, isSwapped } = choices;
  const alone = sideAlone(choices);
  if (alone) return [alone];
  if (layout === 'ghost') return [ghost.strengthPercent === 100 ? 'pro' : 'user'];
  if (layout === 'wipe') return [wipePercent > 50 !== isSwapped ? 'user' : 'pro'];
  return ['user', 'pro'];
}

test.each(RATES.map(([{ fps }], index) => [fps?.join('/') ?? 'a rate that varies', index] as const))(
  '%s, in every alignment and layout',
  async (_title, rate) => {
    let [variant, compared, strips] = [rate * 5, 0, 0];
    for (const alignment of ALIGNMENTS) {
      for (const layout of LAYOUTS) {
        variant += 1;
        const choices = chosen(layout, variant);
        const orientation = ORIENTATIONS[(rate + variant) % ORIENTATIONS.length] ?? 'upright';
        const user = marked(rate, orientation, variant);
        // Over a picture of another shape, too little of the number would be visible.
        const isPortrait = laysOver(layout) && isUpended(orientation);
        const pro = marked(rate + 1 + (variant % 8), 'upright', variant + 1, isPortrait);
        const outcome = await mergeAndCompare(user, pro, alignment, choices, standing);
        const about = `${alignment}, ${layout}, ${orientation}, variant ${variant}`;
        const sides = readable(choices);
        expect(outcome.plan.isFramed, about).toBe(true);
        expect(
          outcome.mismatches.filter(({ side }) => sides.includes(side)),
          about,
        ).toEqual([]);
        const { tickErrors = [], playErrors = [] } = outcome.strip ?? {};
        expect(playErrors, about).toHaveLength(outcome.plan.frameCount);
        for (const error of [...tickErrors, ...playErrors]) expect(Math.abs(error), about).toBeLessThan(1.5);
        for (const side of SIDES_OF_EVENT.filter((each) => sides.includes(each))) {
          if (alignment !== 'all') expect(outcome.shownAtEvent[side], about).toBe(outcome.markedAtEvent[side]);
        }
        compared += outcome.plan.frameCount * sides.length;
        strips += playErrors.length;
      }
    }
    console.info(
      `${RATES[rate]?.[1]} fps: ${ALIGNMENTS.length * LAYOUTS.length} merges, ${compared} frames, ${strips} strips`,
    );
  },
  1_800_000,
);

const SIDES_OF_EVENT: readonly Side[] = ['user', 'pro'];
