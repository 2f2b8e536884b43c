// From the keyed angles of lead arm and shaft to the club's place in the world. Pure.
import { Vector3 } from 'three';
import { type ClubPlace, clubTurn, LEAD_WRIST } from './club.ts';
import type { Segments } from './physique.ts';
import type { Trunk } from './skeleton.ts';
import type { StyleValues } from './swing-style.ts';

const RADIANS = Math.PI / 180;

/** `plane`: the swing plane's inclination from the ground in degrees. */
function shaftDirection(shaftAngle: number, shaftOff: number, plane: number): Vector3 {
  const up = new Vector3(0, Math.sin(plane * RADIANS), -Math.cos(plane * RADIANS));
  const normal = new Vector3(0, Math.cos(plane * RADIANS), Math.sin(plane * RADIANS));
  const off = Math.cos(shaftOff * RADIANS);
  return new Vector3(1, 0, 0)
    .multiplyScalar(off * Math.cos(shaftAngle * RADIANS))
    .addScaledVector(up, off * Math.sin(shaftAngle * RADIANS))
    .addScaledVector(normal, Math.sin(shaftOff * RADIANS));
}

/** The toe stands on the plane when the face is square at the ball, and lies in it (leading) when rolled by 90°. */
function toeDirection(shaft: Vector3, shaftAngle: number, faceRoll: number, plane: number): Vector3 {
  const normal = new Vector3(0, Math.cos(plane * RADIANS), Math.sin(plane * RADIANS));
  const backwards = shaftDirection(shaftAngle - 90, 0, plane);
  return normal
    .multiplyScalar(Math.cos(faceRoll * RADIANS))
    .addScaledVector(backwards, Math.sin(faceRoll * RADIANS))
    .addScaledVector(shaft, -shaft.dot(normal))
    .projectOnPlane(shaft)
    .normalize();
}

export function leadWrist(values: StyleValues, trunk: Trunk, segments: Segments): Vector3 {
  const depth = Math.cos(values.armDepth * RADIANS);
  const direction = new Vector3(
    depth * Math.cos(values.armAngle * RADIANS),
    depth * Math.sin(values.armAngle * RADIANS),
    Math.sin(values.armDepth * RADIANS),
  );
  return trunk.leadShoulder
    .clone()
    .addScaledVector(direction, values.armReach * (segments.upperArm + segments.forearm));
}

export function placeClub(values: StyleValues, trunk: Trunk, segments: Segments, plane: number): ClubPlace {
  const shaft = shaftDirection(values.shaftAngle, values.shaftOff, plane);
  const turn = clubTurn(shaft, toeDirection(shaft, values.shaftAngle, values.faceRoll, plane));
  const wrist = leadWrist(values, trunk, segments);
  return { butt: wrist.sub(LEAD_WRIST.clone().applyQuaternion(turn)), turn };
}
