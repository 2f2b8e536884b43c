// The ten positions in which coaches look at a swing, from address to finish. Pure.

import { shaftWay } from '#studio/motion/swing-figures.ts';
import type { Pose, Swing } from '#studio/motion/swing-motion.ts';

export interface NamedPosition {
  name: string;
  /** In seconds. */
  time: number;
}

const STEP = 1 / 480;
/** When the finish is reached, in seconds after the strike. */
const FINISH_AFTER = 1.2;

const armHeight = ({ arms, trunk }: Pose) => arms.leadWrist.y - trunk.leadShoulder.y;
const trailArmHeight = ({ arms, trunk }: Pose) => arms.trailWrist.y - trunk.trailShoulder.y;
const shaftHeight = (pose: Pose) => shaftWay(pose).y;

/** A swing too short for a position shows the middle of its stretch instead. */
export function tenPositions(swing: Swing): NamedPosition[] {
  const { rest, top, strike, end } = swing.parameters.times;
  const crossing = (from: number, to: number, height: (pose: Pose) => number): number => {
    for (let time = from; time < to; time += STEP) {
      if (height(swing.poseAt(time)) < 0 !== height(swing.poseAt(time + STEP)) < 0) return time + STEP;
    }
    return (from + to) / 2;
  };
  const finish = Math.min(end, strike + FINISH_AFTER);
  const armDown = crossing(top, strike, armHeight);
  const shaftThrough = crossing(strike + STEP, finish, shaftHeight);
  return [
    { name: 'address', time: rest },
    { name: 'shaft level', time: crossing(rest, top, shaftHeight) },
    { name: 'lead arm level', time: crossing(rest, top, armHeight) },
    { name: 'top', time: top },
    { name: 'lead arm level', time: armDown },
    { name: 'shaft level', time: crossing(armDown, strike - STEP, shaftHeight) },
    { name: 'strike', time: strike },
    { name: 'shaft level', time: shaftThrough },
    { name: 'trail arm level', time: crossing(shaftThrough, finish, trailArmHeight) },
    { name: 'finish', time: finish },
  ];
}
