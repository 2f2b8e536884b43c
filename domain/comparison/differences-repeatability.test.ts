// The same two swings give the same differences when their joints are seen a little differently, or in a mirror.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bodyAngles } from '#domain/body/body-angles.ts';
import { bodySizePx, middleOf } from '#domain/body/body-geometry.ts';
import { type BodyTrack, byJoint, type Joint, makeBodyTrack, type SeenJoint } from '#domain/body/body-track.ts';
import { readStoredGolferBody } from '#domain/library/golfer-body.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { type DifferingSwing, findDifferences, type SwingDifference } from './differences.ts';

const CONTENT = join(import.meta.dirname, '../../content');
const { golfers } = JSON.parse(readFileSync(join(CONTENT, 'library.json'), 'utf8')) as {
  golfers: readonly (SwingAnnotations & { readonly slug: string; readonly body: string })[];
};

/** A golfer's joints as if they had been detected. */
function detected(slug: string): { readonly track: BodyTrack; readonly annotations: SwingAnnotations } {
  const golfer = golfers.find((each) => each.slug === slug);
  const facts = golfer && readStoredGolferBody(JSON.parse(readFileSync(join(CONTENT, golfer.body), 'utf8')));
  if (!golfer || !facts) throw new Error(`The library has no body of ${slug}`);
  const { widthPx, heightPx, frames } = facts.track;
  const { restTime, topTime, strikeTime } = golfer;
  return { track: makeBodyTrack({ widthPx, heightPx, frames }), annotations: { restTime, topTime, strikeTime } };
}

function changed(track: BodyTrack, change: (joint: Joint, from: Readonly<Record<Joint, SeenJoint>>) => SeenJoint) {
  const frames = track.frames.map(({ body, ...frame }) => ({
    ...frame,
    body: body && { ...body, joints: byJoint((joint) => change(joint, body.joints)) },
  }));
  return makeBodyTrack({ ...track, frames });
}

/** A third of what the model is typically off by from frame to frame, as a share of the body's size. */
const JITTER = 0.004;

/** Numbers from -1 to 1 that are the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

function jittered(track: BodyTrack, seed: number): BodyTrack {
  const random = randomFrom(seed);
  const [first] = track.frames;
  const reach = JITTER * (first?.body ? bodySizePx(first.body) : 0);
  return changed(track, (joint, { [joint]: { xPx, yPx, certainty } }) => {
    const noise = () => reach * (random() + random() + random());
    return { xPx: xPx + noise(), yPx: yPx + noise(), certainty };
  });
}

const UPPER_BODY: ReadonlySet<string> = new Set(['nose', 'Ear', 'Shoulder', 'Elbow', 'Wrist']);

/** The golfers of the library swing much alike: this one leans further, by an angle in degrees. */
function leaning(track: BodyTrack, angle: number): BodyTrack {
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  return changed(track, (joint, from) => {
    const place = from[joint];
    if (!UPPER_BODY.has(joint.replace(/^(left|right)/, ''))) return place;
    const hips = middleOf(from.leftHip, from.rightHip);
    const [x, y] = [place.xPx - hips.xPx, place.yPx - hips.yPx];
    return { ...place, xPx: hips.xPx + x * cos - y * sin, yPx: hips.yPx + x * sin + y * cos };
  });
}

function mirrored(track: BodyTrack): BodyTrack {
  return changed(track, (joint, from) => {
    const other = joint.replace(/^(left|right)/, (side) => (side === 'left' ? 'right' : 'left')) as Joint;
    return { ...from[other], xPx: track.widthPx - from[other].xPx };
  });
}

function differing(track: BodyTrack, annotations: SwingAnnotations): DifferingSwing {
  const body = { angles: bodyAngles(track, annotations), annotations };
  return { annotations, footage: { pictureInterval: 1 / 60, slowMotionFactor: 1 }, body };
}

const saying = ({ kind, position, direction }: SwingDifference) => `${kind} ${position} ${direction}`;
/** In degrees. */
const LEAN = 20;
const PAIRS = [
  ['iron-face-on-27-9', 'driver-face-on-24-8'],
  ['wedge-face-on-24-8', 'driver-face-on-woman-27-9'],
  ['wedge-down-the-line-24-8', 'driver-down-the-line-one-plane-21-7'],
  ['chip-down-the-line-18-9', 'driver-down-the-line-24-8'],
] as const;

test('the sentences stay the same in nine of ten trials, and none is ever reversed', () => {
  let [same, all, pairsWithDifferences] = [0, 0, 0];
  for (const [user, pro] of PAIRS.map((pair) => pair.map(detected))) {
    if (!user || !pro) throw new Error('A golfer is missing');
    const told = (change: (track: BodyTrack) => BodyTrack) =>
      findDifferences({
        user: differing(change(leaning(user.track, LEAN)), user.annotations),
        pro: differing(change(pro.track), pro.annotations),
      }).differences;
    const usual = told((track) => track);
    pairsWithDifferences += usual.length > 0 ? 1 : 0;
    expect(told(mirrored).map(saying)).toEqual(usual.map(saying));
    for (let seed = 1; seed <= 10; seed += 1) {
      const now = told((track) => jittered(track, seed));
      for (const difference of usual) {
        all += 1;
        if (now.some((other) => saying(other) === saying(difference))) same += 1;
        const reversed = saying({ ...difference, direction: difference.direction === 'more' ? 'less' : 'more' });
        expect(now.map(saying)).not.toContain(reversed);
      }
    }
  }
  expect(pairsWithDifferences).toBe(PAIRS.length);
  expect(same / all).toBeGreaterThanOrEqual(0.9);
});
