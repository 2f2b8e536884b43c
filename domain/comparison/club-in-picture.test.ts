// Every golfer of the library beside another of its view, in every shape of pane and in the file: ball, club head, hands and feet are
// inside, and both bodies are equally high.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import library from '#content/library.json' with { type: 'json' };
import { handsLines } from '#domain/body/body-over-time.ts';
import type { BodyTrack, PicturePoint } from '#domain/body/body-track.ts';
import { readStoredGolferBody } from '#domain/library/golfer-body.ts';
import { placeOf } from '#domain/rendering/body-strokes.ts';
import { SIDES, type Side } from '#domain/side.ts';
import { POSITIONS } from '#domain/swing/swing.ts';
import { makeClip } from '#domain/video/clip.ts';
import { AS_FILMED, withSideChoices } from './comparison-choices.ts';
import { type AnnotatedClip, type ComparisonPlan, planComparison } from './comparison-plan.ts';
import { type StandingBody, sidePicture } from './golfer-room.ts';
import { isLargerStacked } from './larger-stacked.ts';

interface LibraryGolfer extends AnnotatedClip {
  readonly slug: string;
  readonly view: string;
  readonly track: BodyTrack;
  readonly standing: StandingBody | null;
  readonly slowMotionFactor: number;
}

const GOLFERS: readonly LibraryGolfer[] = library.golfers.map(({ slug, view, body: file, ...golfer }) => {
  const body = readStoredGolferBody(JSON.parse(readFileSync(path.resolve('content', file), 'utf8')));
  if (!body) throw new Error(`The body of ${slug} cannot be read`);
  const { restTime, topTime, strikeTime } = golfer;
  const { widthPx, heightPx, frames } = body.track;
  const frameTimes = Array.from({ length: (frames.at(-1)?.frameIndex ?? 0) + 1 }, (_, frame) => frame / 30);
  const clip = makeClip({ widthPx, heightPx, frameTimes });
  const slowMotionFactor = 'slowMotionFactor' in golfer ? Number(golfer.slowMotionFactor) : 1;
  const annotations = { restTime, topTime, strikeTime };
  const { track } = body;
  const standing = sidePicture(clip, annotations, track, { ...AS_FILMED.user, slowMotionFactor }).body;
  return { slug, view, clip, annotations, body, track, standing, slowMotionFactor };
});

/** The pictures' place on a screen of 390×844. */
const PHONE_UPRIGHT = 0.77;
/** There, on a tablet and a laptop, on a phone held across and on wide screens; null for the file. */
const ASPECTS = [PHONE_UPRIGHT, 1.25, 1.7, null] as const;

test.each(['side-by-side', 'stacked'] as const)(
  'shows ball, club head, hands and feet of both golfers, %s',
  (layout) => {
    const missing: string[] = [];
    for (const user of GOLFERS) {
      const pro = GOLFERS.find((golfer) => golfer !== user && golfer.view === user.view) ?? user;
      const own = withSideChoices({ ...AS_FILMED, framing: 'golfers', layout }, 'user', factorOf(user));
      const choices = withSideChoices(own, 'pro', factorOf(pro));
      for (const aspect of ASPECTS) {
        const result = planComparison(user, pro, 'strike', choices, aspect);
        if (!result.ok || !result.plan.isFramed) throw new Error(`${user.slug} is not framed`);
        const sides = { user, pro };
        for (const side of SIDES) {
          const outside = outsideOf(result.plan, side, sides[side]);
          if (outside.length > 0) missing.push(`${sides[side].slug} in ${aspect}: ${outside.join(', ')}`);
        }
        const [you, they] = SIDES.map((side) => bodyPx(result.plan, side, sides[side]));
        expect(Math.abs((you ?? 0) / (they ?? 1) - 1)).toBeLessThan(0.05);
      }
    }
    expect(missing).toEqual([]);
  },
);

test('suggests the stacked layout on a phone held upright where it shows the golfers clearly larger, and only there', () => {
  const suggested = (aspect: number) =>
    GOLFERS.filter((user) => {
      const pro = GOLFERS.find((golfer) => golfer !== user && golfer.view === user.view) ?? user;
      const [beside, stacked] = (['side-by-side', 'stacked'] as const).map((layout) => {
        const result = planComparison(user, pro, 'strike', { ...AS_FILMED, framing: 'golfers', layout }, aspect);
        if (!result.ok) throw new Error(`${user.slug} cannot be planned`);
        return result.plan;
      });
      return beside && stacked && isLargerStacked(beside, stacked);
    }).map(({ slug }) => slug);
  expect(suggested(PHONE_UPRIGHT)).toEqual([
    'driver-down-the-line-24-8',
    'driver-down-the-line-woman-27-9',
    'driver-down-the-line-one-plane-21-7',
    'chip-face-on-18-9',
    'chip-down-the-line-18-9',
  ]);
  expect(suggested(1.7)).toEqual([]);
});

const factorOf = ({ slowMotionFactor }: LibraryGolfer) => ({ slowMotionFactor });

/** What lies outside of the side's pane, though inside of its picture. */
function outsideOf(plan: ComparisonPlan, side: Side, golfer: LibraryGolfer): string[] {
  const { track, annotations } = golfer;
  const place = placeOf(plan, side, track);
  const { rect } = plan.panes[side];
  const isOutside = (point: PicturePoint) => {
    if (point.xPx < 0 || point.xPx > track.widthPx || point.yPx < 0 || point.yPx > track.heightPx) return false;
    const { x, y } = place(point);
    return x < rect.xPx || x > rect.xPx + rect.widthPx || y < rect.yPx || y > rect.yPx + rect.heightPx;
  };
  const { restTime, strikeTime } = annotations;
  const hands = handsLines(track)
    .flat()
    .filter(({ time }) => time >= (restTime ?? 0) && time <= (strikeTime ?? 0));
  return [
    ...(track.ball && isOutside(track.ball) ? ['ball'] : []),
    ...(track.shafts ?? [])
      .filter(({ at, end }) => POSITIONS.some((position) => position === at) && isOutside(end))
      .map(({ at }) => `club at ${at}`),
    ...(hands.some(isOutside) ? ['hands'] : []),
    ...(solesY(plan, side, golfer) > rect.yPx + rect.heightPx ? ['feet'] : []),
  ];
}

function bodyPx(plan: ComparisonPlan, side: Side, golfer: LibraryGolfer): number {
  const headTopPx = golfer.standing?.headTopPx ?? Number.NaN;
  return solesY(plan, side, golfer) - placeOf(plan, side, golfer.clip)({ xPx: 0, yPx: headTopPx }).y;
}

/** Where the soles are on the canvas. */
function solesY(plan: ComparisonPlan, side: Side, { clip, standing }: LibraryGolfer): number {
  return placeOf(plan, side, clip)({ xPx: 0, yPx: standing?.solesPx ?? Number.NaN }).y;
}
