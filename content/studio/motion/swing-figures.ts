// The figures that a laboratory measures in a swing: rotations, tilts, lean and the sequence of speeds. Angles in
// degrees.
import { Vector3 } from 'three';
import { faceMiddle } from './club.ts';
import type { Pose, Swing } from './swing-motion.ts';

const DEGREES = 180 / Math.PI;
/** Between the measured poses, in seconds. */
const STEP = 1 / 960;

export interface PoseFigures {
  /** Open to the target +, turned away -, of the line through the hips and of that through the shoulders. */
  pelvisTurn: number;
  chestTurn: number;
  /** Of the line through the shoulders: lead shoulder higher +, lower -. */
  shoulderTilt: number;
  /** Where the pelvis is between the feet: 0 over the trail ankle, 1 over the lead ankle. */
  overLeadFoot: number;
  /** Hands nearer the target than the club head +, as seen face-on; 0 upright. */
  shaftLean: number;
  /** Between lead forearm and shaft: 180 is a straight line. */
  wristAngle: number;
}

function heading(from: Vector3, to: Vector3): number {
  return Math.atan2(from.z - to.z, to.x - from.x) * DEGREES;
}

/** The direction from the butt to the head. */
export function shaftWay({ club }: Pose): Vector3 {
  return new Vector3(0, -1, 0).applyQuaternion(club.turn);
}

export function poseFigures(swing: Swing, time: number): PoseFigures {
  const pose = swing.poseAt(time);
  const { trunk, legs, arms } = pose;
  const shoulders = new Vector3().subVectors(trunk.leadShoulder, trunk.trailShoulder);
  const shaft = shaftWay(pose);
  const forearm = new Vector3().subVectors(arms.leadWrist, arms.leadElbow).normalize();
  const [trailFoot, leadFoot] = [legs.trailFoot.ball, legs.leadFoot.ball];
  return {
    pelvisTurn: heading(trunk.trailHip, trunk.leadHip),
    chestTurn: heading(trunk.trailShoulder, trunk.leadShoulder),
    shoulderTilt: Math.asin(shoulders.y / shoulders.length()) * DEGREES,
    overLeadFoot: (trunk.pelvis.x - trailFoot.x) / (leadFoot.x - trailFoot.x),
    shaftLean: Math.atan2(-shaft.x, -shaft.y) * DEGREES,
    wristAngle: 180 - forearm.angleTo(shaft) * DEGREES,
  };
}

export interface Peak {
  /** In degrees per second. */
  speed: number;
  /** In seconds before the strike. */
  beforeStrike: number;
}

export type Sequence = Record<'pelvis' | 'chest' | 'club', Peak>;

/** Each segment's maximum angular speed in the downswing, and when it is reached. */
export function kinematicSequence(swing: Swing): Sequence {
  const { top, strike } = swing.parameters.times;
  const speeds = {
    pelvis: (a: Pose, b: Pose) => a.trunk.pelvisTurn.angleTo(b.trunk.pelvisTurn),
    chest: (a: Pose, b: Pose) => a.trunk.chestTurn.angleTo(b.trunk.chestTurn),
    club: (a: Pose, b: Pose) => shaftWay(a).angleTo(shaftWay(b)),
  };
  const none: Peak = { speed: 0, beforeStrike: 0 };
  const peaks: Sequence = { pelvis: none, chest: none, club: none };
  let last = swing.poseAt(top);
  for (let time = top + STEP; time <= strike + STEP / 2; time += STEP) {
    const pose = swing.poseAt(time);
    for (const name of ['pelvis', 'chest', 'club'] as const) {
      const speed = (speeds[name](last, pose) * DEGREES) / STEP;
      if (speed > peaks[name].speed) peaks[name] = { speed, beforeStrike: strike - (time - STEP / 2) };
    }
    last = pose;
  }
  return peaks;
}

/** Speed of the club's face in meters per second. */
export function headSpeed(swing: Swing, time: number): number {
  const at = (moment: number) => faceMiddle(swing.poseAt(moment).club, swing.club);
  return at(time + STEP / 2).distanceTo(at(time - STEP / 2)) / STEP;
}
