// The reference golfers' full swings against published measurements of professionals. The sources are listed in
// content/README.md; the bands are as wide as professionals differ there, or a fifth of the mean where no spread is given.
import { describe, expect, it } from 'vitest';
import { clipSwing } from '#studio/clip-swing.ts';
import { type ClipPlan, DEMO, GOLFERS } from '#studio/clips.ts';
import { COMPACT, LONG_AND_SLOW, ONE_PLANE, TWO_PLANE } from './player-style.ts';
import { headSpeed, kinematicSequence, poseFigures, sideFigures } from './swing-figures.ts';

const isFaceOn = ({ view, slowMotionFactor }: ClipPlan) => view === 'face-on' && slowMotionFactor === 1;
const faceOn = GOLFERS.filter(isFaceOn);
const named = (plans: ClipPlan[]) => plans.map((plan) => [plan.slug, plan] as const);
const full = faceOn.filter(({ slug }) => !slug.startsWith('chip'));
const at = (plan: ClipPlan, position: 'rest' | 'top' | 'strike' | 'end') =>
  poseFigures(clipSwing(plan), plan.times[position]);

function expectWithin(value: number, [low, high]: readonly [number, number]) {
  expect(value).toBeGreaterThanOrEqual(low);
  expect(value).toBeLessThanOrEqual(high);
}

/** Metres per second of the club head at the strike: tour averages by TrackMan. */
const TOUR_SPEEDS = {
  man: { Driver: 50.5, '7 iron': 40.2, 'Pitching wedge': 37.1 },
  woman: { Driver: 42, '7 iron': 34, 'Pitching wedge': 31.3 },
} as const;

describe.each(named(full))('%s', (_, plan) => {
  it('stands square at address', () => {
    const rest = at(plan, 'rest');
    expectWithin(rest.pelvisTurn, [-5, 5]);
    expectWithin(rest.chestTurn, [-8, 3]);
    // The trail hand is the lower one on the grip.
    expectWithin(rest.shoulderTilt, [1, 12]);
  });

  it('bends from the hips with soft knees, and keeps the spine through the strike', () => {
    const [rest, strike] = [plan.times.rest, plan.times.strike].map((time) => sideFigures(clipSwing(plan), time));
    if (!rest || !strike) throw new Error('not measured');
    expectWithin(rest.kneeAngle, [144, 168]);
    expectWithin(rest.spineTilt, [26, 40]);
    expectWithin(strike.spineTilt - rest.spineTilt, [-6, 6]);
  });

  it('is as wound up at the top as professionals are', () => {
    const top = at(plan, 'top');
    expectWithin(top.pelvisTurn, [-55, -33]);
    expectWithin(top.chestTurn, [-110, -75]);
    expectWithin(top.shoulderTilt, [-43, -29]);
    expectWithin(top.pelvisTurn - top.chestTurn, [35, 62]);
    expectWithin(top.tailboneShiftM, [0.03, 0.12]);
    expectWithin(top.wristAngle, [40, 100]);
  });

  it('meets the ball with hips and chest open, on the lead side, hands ahead with an iron', () => {
    const strike = at(plan, 'strike');
    expectWithin(strike.pelvisTurn, [34, 50]);
    expectWithin(strike.chestTurn, [18, 32]);
    expectWithin(strike.shoulderTilt, [31, 47]);
    expectWithin(strike.tailboneShiftM, [0.01, 0.08]);
    expectWithin(strike.overLeadFoot, [0.58, 0.8]);
    expectWithin(strike.shaftLean, plan.club === 'Driver' ? [-3, 5] : [7, 14]);
    expectWithin(strike.wristAngle, [160, 180]);
  });

  it('finishes on the lead foot, belt and chest towards the target', () => {
    const finish = at(plan, 'end');
    expectWithin(finish.pelvisTurn, [80, 110]);
    expectWithin(finish.chestTurn, [90, 130]);
    expectWithin(finish.overLeadFoot, [0.75, 1.05]);
  });

  it('turns pelvis, chest, arm and club in this order, each faster than the one before', () => {
    const { pelvis, chest, arm, club } = kinematicSequence(clipSwing(plan));
    const inOrder = [pelvis, chest, arm, club];
    expect([...inOrder].sort((a, b) => b.beforeStrike - a.beforeStrike)).toEqual(inOrder);
    expect([...inOrder].sort((a, b) => a.speed - b.speed)).toEqual(inOrder);
    expectWithin(pelvis.speed, [380, 620]);
    expectWithin(chest.speed, [600, 980]);
    expectWithin(arm.speed, [720, 1250]);
    expectWithin(club.speed, [1550, 2600]);
  });

  it('swings the club head within a fifth of the tour’s average speed', () => {
    const tour = TOUR_SPEEDS[plan.body.woman ? 'woman' : 'man'][plan.club];
    expectWithin(headSpeed(clipSwing(plan), plan.times.strike - 0.001) / tour, [0.8, 1.2]);
  });
});

describe('the swings differ in the described ways', () => {
  const top = (style: ClipPlan['style']) => {
    const plan = full.find((one) => one.style === style);
    if (!plan) throw new Error('no such golfer');
    return { plan, swing: clipSwing(plan), figures: at(plan, 'top') };
  };
  const handsAboveShoulder = ({ plan, swing }: ReturnType<typeof top>) => {
    const { arms, trunk } = swing.poseAt(plan.times.top);
    return (arms.leadWrist.y - trunk.trailShoulder.y) / plan.body.heightM;
  };

  it('in plane: the hands of two planes are higher at the top', () => {
    expect(handsAboveShoulder(top(TWO_PLANE)) - handsAboveShoulder(top(ONE_PLANE))).toBeGreaterThan(0.04);
  });

  it('in length: the long one’s chest and wrists continue where the compact one’s stop', () => {
    const [long, compact] = [top(LONG_AND_SLOW).figures, top(COMPACT).figures];
    expect(compact.chestTurn - long.chestTurn).toBeGreaterThan(15);
    expect(compact.wristAngle - long.wristAngle).toBeGreaterThan(20);
  });

  it('in tempo, sex, hand and club, and each is filmed from both sides', () => {
    const downswings = new Set(full.map(({ times }) => Math.round((times.strike - times.top) * 30)));
    expect([...downswings].sort()).toEqual([7, 8, 9]);
    expect(new Set(full.map(({ body }) => body.woman)).size).toBe(2);
    expect(new Set(full.map(({ hand }) => hand)).size).toBe(2);
    expect(new Set(full.map(({ club }) => club)).size).toBe(3);
    for (const { slug } of faceOn)
      expect(GOLFERS.map((plan) => plan.slug)).toContain(slug.replace('face-on', 'down-the-line'));
  });
});

describe('a chip', () => {
  const chip = faceOn.find(({ slug }) => slug.startsWith('chip'));

  it('is a small, hardly hinged stroke with the hands ahead', () => {
    if (!chip) throw new Error('no chip');
    const [top, strike, finish] = [at(chip, 'top'), at(chip, 'strike'), at(chip, 'end')];
    expectWithin(top.chestTurn, [-40, -15]);
    expectWithin(top.wristAngle, [120, 180]);
    expectWithin(strike.shaftLean, [7, 14]);
    expectWithin(strike.overLeadFoot, [0.6, 0.8]);
    expectWithin(finish.chestTurn, [15, 60]);
    expectWithin(headSpeed(clipSwing(chip), chip.times.strike - 0.001), [6, 16]);
  });
});

describe('the sample amateur', () => {
  const reference = full.find(({ style }) => style === TWO_PLANE);

  /** Between lead forearm and shaft when the lead arm is level on the way down. */
  function wristAngleHalfwayDown(plan: ClipPlan): number {
    const swing = clipSwing(plan);
    for (let time = plan.times.top; time < plan.times.strike; time += 1 / 480) {
      const { arms, trunk } = swing.poseAt(time);
      if (arms.leadWrist.y < trunk.leadShoulder.y) return poseFigures(swing, time).wristAngle;
    }
    throw new Error('the arm never comes down');
  }

  it('casts: the wrists have let go by halfway down, and the head passes the hands before the ball', () => {
    if (!reference) throw new Error('no reference');
    expect(wristAngleHalfwayDown(DEMO) - wristAngleHalfwayDown(reference)).toBeGreaterThan(25);
    expect(at(DEMO, 'strike').shaftLean).toBeLessThan(-5);
  });

  it('extends early: the hips come towards the ball and the body rises before the strike', () => {
    const swing = clipSwing(DEMO);
    const [rest, strike] = [swing.poseAt(DEMO.times.rest), swing.poseAt(DEMO.times.strike)];
    expect(strike.trunk.pelvis.z - rest.trunk.pelvis.z).toBeGreaterThan(0.06);
    expect(strike.trunk.hub.y - rest.trunk.hub.y).toBeGreaterThan(0.03);
    expect(at(DEMO, 'strike').pelvisTurn).toBeLessThan(25);
  });
});
