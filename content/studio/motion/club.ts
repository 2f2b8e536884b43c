// The dimensions of the clubs, and their coordinate frame.
// Club frame: origin at the butt end, x = face normal, y = up the shaft, z = towards the toe. Lengths in meters.
import { Matrix4, Quaternion, Vector3 } from 'three';

export type ClubName = 'Driver' | '7 iron' | 'Pitching wedge';

export interface ClubFigures {
  /** Butt to heel, along the shaft. */
  length: number;
  /** Between shaft and ground when the sole lies flat, in degrees. */
  lie: number;
  /** Heel to toe along the sole. */
  headWidth: number;
  /** Height of the middle of the face above the sole. */
  faceHeight: number;
  /** Height of the ball's lowest point. */
  teeHeight: number;
  loft: number;
}

export const BALL_RADIUS = 0.02135;

export const CLUBS: Record<ClubName, ClubFigures> = {
  Driver: { length: 1.11, lie: 54, headWidth: 0.115, faceHeight: 0.03, teeHeight: 0.032, loft: 10 },
  '7 iron': { length: 0.925, lie: 59, headWidth: 0.078, faceHeight: 0.021, teeHeight: 0, loft: 33 },
  'Pitching wedge': { length: 0.89, lie: 61, headWidth: 0.076, faceHeight: 0.021, teeHeight: 0, loft: 46 },
};

/** The wrists' places in the club frame: the hands never leave the grip, so these are constants. */
export const LEAD_WRIST = new Vector3(0.014, -0.012, 0.05);
export const TRAIL_WRIST = new Vector3(-0.022, -0.098, 0.054);

export interface ClubPlace {
  butt: Vector3;
  /** Turns the club frame into the world. */
  turn: Quaternion;
}

/** Builds the club's frame from the directions of the shaft (butt to head) and the toe. */
export function clubTurn(shaft: Vector3, toe: Vector3): Quaternion {
  const face = new Vector3().crossVectors(toe, shaft).normalize();
  const up = shaft.clone().negate();
  const z = new Vector3().crossVectors(face, up);
  return new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(face, up, z));
}

export function onClub(place: ClubPlace, local: Vector3): Vector3 {
  return local.clone().applyQuaternion(place.turn).add(place.butt);
}

/** A point of the head, given its distance from the heel along the sole and its height above the sole. */
export function headPoint(club: ClubFigures, along: number, above: number, forward = 0): Vector3 {
  const lie = (club.lie * Math.PI) / 180;
  return new Vector3(
    forward,
    -club.length - Math.cos(lie) * along + Math.sin(lie) * above,
    Math.sin(lie) * along + Math.cos(lie) * above,
  );
}

/** The middle of the face, the point that meets the ball. */
export function faceMiddle(place: ClubPlace, club: ClubFigures): Vector3 {
  return onClub(place, headPoint(club, club.headWidth * 0.5, club.faceHeight));
}

/** Height of the lowest part of the head (heel or toe of the sole). */
export function soleHeight(place: ClubPlace, club: ClubFigures): number {
  const heel = onClub(place, headPoint(club, 0, 0)).y;
  const toe = onClub(place, headPoint(club, club.headWidth, 0)).y;
  return Math.min(heel, toe);
}
