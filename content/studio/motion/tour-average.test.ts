// The swing that every golfer departs from, held against the tour's average: markers on our golfer, seen at ten events. The
// averages are those of tour players with 26 markers on the body and 6 on the club (Gears Sports), about 1.83 m tall.
import { type Quaternion, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { clipSwing } from '#studio/clip-swing.ts';
import { GOLFERS } from '#studio/clips.ts';
import { phaseOf, secondsOf } from './phase-clock.ts';
import { TOUR } from './player-style.ts';
import type { Pose } from './swing-motion.ts';

type Three = readonly [number, number, number];

type Row = readonly [
  secondsFromStrike: number,
  pelvisTurn: number,
  chestTurn: number,
  spine: readonly [forwards: number, aside: number],
  head: Three,
  hands: Three,
  clubHead: Three,
];

/**
 * Degrees and centimeters; target at +x, up +y, ball at +z. Turns (open +) and head are those since the rest; the spine is that
 * from the waist to the top of the back; hands and club head are counted from the middle between the toes.
 */
const TOUR_EVENTS: Record<'Driver' | '7 iron', Record<string, Row>> = {
  Driver: {
    rest: [-1.264, 0, 0, [28, -6], [0, 0, 0], [3, 83, 17], [6, 6, 92]],
    'shaft level back': [-0.747, -15, -25, [30, 1], [-1, -2, 0], [-33, 90, 18], [-137, 79, 42]],
    'lead arm level back': [-0.481, -36, -74, [35, 4], [-3, -3, 1], [-57, 137, -2], [-61, 222, -64]],
    top: [-0.222, -43, -98, [37, 3], [-5, -4, -1], [-35, 163, -14], [64, 178, -29]],
    'lead arm level down': [-0.122, -5, -55, [33, 3], [-5, -3, -3], [-44, 135, -8], [26, 193, -53]],
    'shaft level down': [-0.031, 39, -1, [23, -9], [-10, -5, -4], [-4, 89, 19], [-107, 64, 28]],
    strike: [0.003, 51, 21, [22, -16], [-10, -6, -3], [16, 90, 20], [14, 8, 91]],
    'shaft level through': [0.053, 66, 53, [24, -27], [-10, -7, -2], [41, 111, 11], [147, 97, 27]],
    'trail arm level through': [0.086, 69, 80, [30, -32], [-9, -7, -1], [47, 133, 1], [138, 179, -36]],
    end: [0.486, 114, 146, [39, -11], [12, 9, -11], [-24, 159, -1], [57, 131, 54]],
  },
  '7 iron': {
    rest: [-1.284, 0, 0, [32, -3], [0, 0, 0], [-1, 80, 11], [-2, 4, 52]],
    'shaft level back': [-0.766, -17, -24, [34, 4], [-1, -2, 0], [-34, 89, 13], [-119, 80, 22]],
    'lead arm level back': [-0.507, -35, -66, [38, 7], [-3, -3, 0], [-56, 135, 0], [-66, 208, -40]],
    top: [-0.24, -42, -90, [41, 7], [-3, -3, -2], [-35, 162, -10], [38, 191, -31]],
    'lead arm level down': [-0.114, -3, -46, [38, 6], [-2, -4, -4], [-41, 129, -6], [-9, 191, -47]],
    'shaft level down': [-0.031, 33, -3, [31, -3], [-3, -4, -5], [-7, 82, 10], [-88, 63, 18]],
    strike: [0.003, 43, 13, [29, -8], [-3, -5, -5], [13, 79, 10], [8, 4, 52]],
    'shaft level through': [0.07, 59, 49, [32, -20], [-3, -4, -4], [47, 104, 2], [132, 98, 3]],
    'trail arm level through': [0.128, 74, 90, [39, -26], [-1, -3, -4], [53, 136, -9], [102, 198, -41]],
    end: [0.488, 106, 139, [38, -13], [13, 15, -15], [-15, 168, -14], [9, 135, 55]],
  },
};

/** From each joint, in its own frame, in centimeters. */
const MARKERS = {
  waist: [
    [18.3, 6.2, 0.8],
    [-15.9, 4.2, 2.2],
    [9, 5.6, -13.3],
    [-7.9, 3.9, -13],
  ],
  backTop: [[-0.8, 0.2, -15.1]],
  ribs: [
    [9.2, -17.4, -16.1],
    [-9, -17.8, -15.1],
  ],
  head: [
    [0.6, 17.9, 0.6],
    [0.6, 9.3, 13.6],
    [10.8, 9.4, -1],
  ],
  Driver: [[-2.2, -110.2, 10.2]],
  '7 iron': [[-2.4, -90.7, 5.8]],
} satisfies Record<string, Three[]>;

/** When our golfer begins to move, is at the top and meets the ball, in seconds from the captured strike. */
const MOMENTS = {
  Driver: { rest: -1.219, top: -0.219, strike: 0.001 },
  '7 iron': { rest: -1.236, top: -0.237, strike: 0 },
};
/** From the middle of the ankles to the middle of the toes, in centimeters. */
const TOES = 16.5;

function placed(places: Three[], from: Vector3, turn: Quaternion): Vector3[] {
  return places.map((place) => new Vector3(...place).applyQuaternion(turn).addScaledVector(from, 100));
}

function middle(points: Vector3[]): Vector3 {
  return points.reduce((sum, point) => sum.clone().add(point)).divideScalar(points.length);
}

const degrees = (y: number, x: number) => (Math.atan2(y, x) * 180) / Math.PI;
const heading = (trail: Vector3, lead: Vector3) => degrees(trail.z - lead.z, lead.x - trail.x);

/** Places are counted as the table counts them. */
function seen({ trunk, arms, club }: Pose, name: 'Driver' | '7 iron') {
  const toes = new Vector3(0, 0, TOES);
  const waist = placed(MARKERS.waist, trunk.pelvis, trunk.pelvisTurn);
  const [leadWaist, trailWaist] = waist as [Vector3, Vector3];
  const [backTop] = placed(MARKERS.backTop, trunk.hub, trunk.chestTurn) as [Vector3];
  const [leadRib, trailRib] = placed(MARKERS.ribs, trunk.hub, trunk.chestTurn) as [Vector3, Vector3];
  const spine = backTop.clone().sub(middle(waist));
  return {
    pelvisTurn: heading(trailWaist, leadWaist),
    chestTurn: heading(trailRib, leadRib),
    spine: [degrees(spine.z, spine.y), degrees(spine.x, spine.y)] as const,
    head: middle(placed(MARKERS.head, trunk.neckTop, trunk.headTurn)),
    hands: middle([arms.leadWrist, arms.trailWrist]).multiplyScalar(100).sub(toes),
    clubHead: middle(placed(MARKERS[name], club.butt, club.turn)).sub(toes),
  };
}

const since = (turn: number, rest: number) => ((turn - rest + 540) % 360) - 180;

test.for(['Driver', '7 iron'] as const)('with a %s the average swing is the tour’s', (club) => {
  const model = GOLFERS.find((plan) => plan.club === club && plan.hand === 'right');
  if (!model) throw new Error('no such golfer');
  const plan = { ...model, body: { heightM: 1.83, build: 1, woman: false }, style: TOUR };
  const swing = clipSwing(plan);
  const tour = { ...MOMENTS[club], end: 1 };
  const rest = seen(swing.poseAt(plan.times.rest), club);

  for (const [name, [seconds, pelvis, chest, spine, head, hands, clubHead]] of Object.entries(TOUR_EVENTS[club])) {
    const ours = seen(swing.poseAt(secondsOf(phaseOf(seconds, tour), plan.times)), club);
    const from = (place: Vector3, [x, y, z]: Three) => place.distanceTo(new Vector3(x, y, z));
    const isWithin = {
      pelvis: Math.abs(since(ours.pelvisTurn, rest.pelvisTurn) - pelvis) <= 4,
      chest: Math.abs(since(ours.chestTurn, rest.chestTurn) - chest) <= 4,
      spine: Math.hypot(ours.spine[0] - spine[0], ours.spine[1] - spine[1]) <= 6,
      head: from(ours.head.sub(rest.head), head) <= 2,
      // The markers are on the backs of the wrists, ours in the joints.
      hands: from(ours.hands, hands) <= 6,
      clubHead: from(ours.clubHead, clubHead) <= 5,
    };
    const outside = Object.entries(isWithin).flatMap(([figure, within]) => (within ? [] : [figure]));
    expect({ name, outside }).toEqual({ name, outside: [] });
  }
});
