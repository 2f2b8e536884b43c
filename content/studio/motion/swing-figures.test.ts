// Every golfer's swing: a full one is a tour player's with departures (tour-average.test.ts), the others are what their names say.
// The sources are listed in content/README.md.
import { describe, expect, it } from 'vitest';
import { clipSwing } from '#studio/clip-swing.ts';
import { type ClipPlan, DEMO, GOLFERS } from '#studio/clips.ts';
import { COMPACT, LONG_AND_SLOW, ONE_PLANE, TOUR } from './player-style.ts';
import { headSpeed, kinematicSequence, poseFigures } from './swing-figures.ts';

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

/** The club head at the strike in meters per second: tour averages by TrackMan. */
const TOUR_SPEEDS = {
  man: { Driver: 50.5, '7 iron': 40.2, 'Pitching wedge': 37.1 },
  woman: { Driver: 42, '7 iron': 34, 'Pitching wedge': 31.3 },
} as const;
/** How long the tour's downswing takes on average, in seconds. */
const TOUR_DOWNSWING = 0.22;

describe.each(named(full))('%s', (_, plan) => {
  it('is wound up at the top', () => {
    const top = at(plan, 'top');
    expectWithin(top.pelvisTurn, [-52, -33]);
    expectWithin(top.chestTurn, [-110, -76]);
    expectWithin(top.wristAngle, [60, 110]);
  });

  it('meets the ball with the hips wide open and the chest after them, hands ahead with an iron', () => {
    const strike = at(plan, 'strike');
    expectWithin(strike.pelvisTurn, [36, 55]);
    expectWithin(strike.chestTurn, [0, 22]);
    expectWithin(strike.overLeadFoot, [0.5, 0.8]);
    expectWithin(strike.shaftLean, plan.club === 'Driver' ? [-3, 5] : [5, 14]);
    expectWithin(strike.wristAngle, [155, 180]);
  });

  it('finishes on the lead foot, belt and chest towards the target', () => {
    const finish = at(plan, 'end');
    expectWithin(finish.pelvisTurn, [85, 120]);
    expectWithin(finish.chestTurn, [120, 175]);
    expectWithin(finish.overLeadFoot, [0.6, 1.05]);
  });

  it('turns pelvis, chest and club in this order, each faster than the one before', () => {
    const { pelvis, chest, club } = kinematicSequence(clipSwing(plan));
    const inOrder = [pelvis, chest, club];
    expect([...inOrder].sort((a, b) => b.beforeStrike - a.beforeStrike)).toEqual(inOrder);
    expect([...inOrder].sort((a, b) => a.speed - b.speed)).toEqual(inOrder);
    expectWithin(pelvis.speed, [380, 680]);
    expectWithin(club.speed, [1550, 2600]);
  });

  it('swings the club head as fast as the tour does, as far as its own tempo lets it', () => {
    const { strike, top } = plan.times;
    const tour = TOUR_SPEEDS[plan.body.woman ? 'woman' : 'man'][plan.club] * (TOUR_DOWNSWING / (strike - top));
    const speeds = Array.from({ length: 20 }, (__, i) => headSpeed(clipSwing(plan), strike - 0.001 * (i + 1)));
    expectWithin(Math.max(...speeds) / tour, [0.8, 1.2]);
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

  it('in plane: tour’s hands are higher at the top than one plane’s', () => {
    expect(handsAboveShoulder(top(TOUR)) - handsAboveShoulder(top(ONE_PLANE))).toBeGreaterThan(0.04);
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
    expectWithin(strike.shaftLean, [5, 14]);
    expectWithin(strike.overLeadFoot, [0.6, 0.8]);
    expectWithin(finish.chestTurn, [15, 60]);
    expectWithin(headSpeed(clipSwing(chip), chip.times.strike - 0.001), [6, 16]);
  });
});

describe('the sample amateur', () => {
  const reference = full.find(({ style }) => style === TOUR);

  /** The angle between lead forearm and shaft when the lead arm is level on the way down. */
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
    expect(at(DEMO, 'strike').pelvisTurn).toBeLessThan(30);
  });
});
