// Movements that are not golf swings: people walk, bend, putt, wave, jump, swing a racket or a weight. Seeded and pure.
import { JOINTS, type Joint, type PicturePoint } from '#domain/body/body-track.ts';
import type { Scene } from './animated-scene.ts';
import type { Chance } from './chance.ts';

/** A position in body sizes: x to the right, y up from the ground. */
type Place = readonly [x: number, y: number];

/** How a figure stands at one time, in body sizes. */
interface Stance {
  /** Of the hips. */
  readonly at: Place;
  /** How far the trunk leans to the right, in radians. */
  readonly lean: number;
  /** Against the hips. */
  readonly hands: readonly [left: Place, right: Place];
  /** Of each foot: sideways from the hips, and above the ground. */
  readonly feet: readonly [left: Place, right: Place];
}

type Movement = (time: number) => Stance;

const HIPS = 0.6;
const STANDING: Stance = {
  at: [0, HIPS],
  lean: 0,
  hands: [
    [0.12, -0.02],
    [-0.12, -0.02],
  ],
  feet: [
    [0.12, 0],
    [-0.12, 0],
  ],
};

/** The movements by name. Each draws one of its kind. */
const MOVEMENTS = {
  walk: (chance) => {
    const [pace, speed] = [chance.between(0.7, 1.2), chance.between(-1, 1)];
    return (time) => {
      const swing = Math.sin(2 * Math.PI * pace * time);
      return {
        ...STANDING,
        at: [speed * time, HIPS + 0.01 * Math.abs(swing)],
        hands: [
          [0.08 + 0.15 * swing, 0.02],
          [-0.08 - 0.15 * swing, 0.02],
        ],
        feet: [
          [0.05 - 0.25 * swing, 0.05 * Math.max(0, swing)],
          [-0.05 + 0.25 * swing, 0.05 * Math.max(0, -swing)],
        ],
      };
    };
  },
  bend: (chance) => {
    const [pace, deep] = [chance.between(0.15, 0.5), chance.between(0.5, 1.3)];
    return (time) => {
      const down = Math.sin(Math.PI * pace * time) ** 2;
      const hands: Place = [0.3 * down, 0.05 - 0.5 * down];
      return { ...STANDING, lean: deep * down, hands: [hands, [hands[0] - 0.05, hands[1]]] };
    };
  },
  putt: (chance) => {
    const [pace, reach] = [chance.between(0.3, 0.7), chance.between(0.1, 0.5)];
    return (time) => {
      const angle = reach * Math.sin(2 * Math.PI * pace * time);
      return { ...STANDING, hands: together([0.45 * Math.sin(angle), 0.35 - 0.42 * Math.cos(angle)]) };
    };
  },
  racket: (chance) => {
    const [pace, high, step] = [chance.between(0.3, 0.9), chance.between(0.1, 0.45), chance.between(0.15, 0.4)];
    return (time) => {
      const side = Math.sin(2 * Math.PI * pace * time);
      const foot = step * Math.max(0, side);
      return {
        ...STANDING,
        at: [step * side, HIPS],
        hands: together([0.45 * side, high + 0.1 * Math.abs(side)]),
        feet: [
          [0.15 + foot, 0],
          [-0.15 - foot, 0],
        ],
      };
    };
  },
  wave: (chance) => {
    const [pace, reach] = [chance.between(0.3, 1.2), chance.between(0.2, 0.5)];
    return (time) => ({
      ...STANDING,
      hands: [
        [0.25, 0.35 + reach * Math.sin(2 * Math.PI * pace * time)],
        [-0.12, -0.02],
      ],
    });
  },
  jump: (chance) => {
    const pace = chance.between(0.5, 1);
    return (time) => {
      const up = Math.sin(Math.PI * pace * time) ** 2;
      const wide = 0.15 + 0.2 * up;
      const side = 0.15 + 0.4 * Math.sin(Math.PI * up);
      return {
        ...STANDING,
        at: [0, HIPS + 0.1 * up * (1 - up)],
        hands: [
          [side, -0.02 + 0.75 * up],
          [-side, -0.02 + 0.75 * up],
        ],
        feet: [
          [wide, 0],
          [-wide, 0],
        ],
      };
    };
  },
  weight: (chance) => {
    const [pace, high] = [chance.between(0.4, 0.8), chance.between(0.2, 0.6)];
    return (time) => {
      const up = 0.5 - 0.5 * Math.cos(2 * Math.PI * pace * time);
      return {
        ...STANDING,
        at: [-0.2 * (1 - up), HIPS - 0.15 * (1 - up)],
        lean: 0.9 * (1 - up),
        hands: together([0.25 + 0.1 * up, high * up - 0.15]),
      };
    };
  },
} satisfies Record<string, (chance: Chance) => Movement>;

function together([x, y]: Place): Stance['hands'] {
  return [
    [x + 0.03, y],
    [x - 0.03, y + 0.02],
  ];
}

/** Someone who does something else. */
export function otherScene(chance: Chance): Scene {
  const kinds = Object.values(MOVEMENTS) as ((chance: Chance) => Movement)[];
  const movement = kinds[Math.floor(chance.between(0, kinds.length))]?.(chance) ?? (() => STANDING);
  const isTall = chance.happens(0.6);
  const [widthPx, heightPx] = isTall ? [720, 1280] : [1280, 720];
  const bodyPx = heightPx * chance.ratio(0.25, 0.75);
  const middle = chance.between(0.4, 0.6);
  const begins = chance.between(0, 3);
  const sizePx = 0.76 * bodyPx;
  const inPicture = ([x, y]: Place): PicturePoint => ({
    xPx: widthPx * middle + x * sizePx,
    yPx: heightPx * 0.9 - y * sizePx,
  });
  return {
    widthPx,
    heightPx,
    length: chance.between(3, 8),
    bodyPx,
    positions: null,
    strikes: [],
    hiddenArm: null,
    placesAt: (time) => ({ joints: jointsOf(movement(Math.max(0, time - begins)), inPicture), club: null, ball: null }),
  };
}

const TRUNK = 0.38;

function jointsOf({ at, lean, hands, feet }: Stance, inPicture: (place: Place) => PicturePoint) {
  const up: Place = [Math.sin(lean), Math.cos(lean)];
  const along = (from: Place, by: number, aside = 0): Place => [from[0] + by * up[0] + aside, from[1] + by * up[1]];
  const sides = [
    ['left', 1, hands[0], feet[0]],
    ['right', -1, hands[1], feet[1]],
  ] as const;
  const named: [string, Place][] = [['nose', along(at, TRUNK + 0.16)]];
  for (const [side, sign, hand, foot] of sides) {
    const shoulder = along(at, TRUNK, sign * 0.12);
    const wrist: Place = [at[0] + hand[0], at[1] + hand[1]];
    const hip: Place = [at[0] + sign * 0.08, at[1]];
    const ankle: Place = [at[0] + foot[0], 0.04 + foot[1]];
    named.push(
      [`${side}Ear`, along(at, TRUNK + 0.17, sign * 0.05)],
      [`${side}Shoulder`, shoulder],
      [`${side}Elbow`, middle(shoulder, wrist, sign * 0.05)],
      [`${side}Wrist`, wrist],
      [`${side}Hip`, hip],
      [`${side}Knee`, middle(hip, ankle, sign * 0.02)],
      [`${side}Ankle`, ankle],
      [`${side}Heel`, [ankle[0], ankle[1] - 0.03]],
      [`${side}Toe`, [ankle[0] + sign * 0.06, ankle[1] - 0.04]],
    );
  }
  const places = new Map(named);
  return Object.fromEntries(JOINTS.map((joint) => [joint, inPicture(places.get(joint) ?? at)])) as Readonly<
    Record<Joint, PicturePoint>
  >;
}

function middle(a: Place, b: Place, aside: number): Place {
  return [(a[0] + b[0]) / 2 + aside, (a[1] + b[1]) / 2];
}
