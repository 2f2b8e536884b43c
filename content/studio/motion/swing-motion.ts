// The motion of one golfer's whole swing: from parameters to a pose at any time. Pure: no DOM, no picture.
// Everything is computed for a right-handed golfer; a left-handed one is mirrored when shown.
import type { Vector3 } from 'three';
import { ballPlace, solveAddress, solveStrike } from './ball-meeting.ts';
import {
  CLUBS,
  type ClubFigures,
  type ClubName,
  type ClubPlace,
  LEAD_WRIST,
  onClub,
  soleHeight,
  TRAIL_WRIST,
} from './club.ts';
import { type Key, type KeyedCurve, keyedCurve } from './keyed-curve.ts';
import { type SwingTimes, secondsOf } from './phase-clock.ts';
import { type Physique, type Segments, segmentsOf } from './physique.ts';
import type { PlayerStyle } from './player-style.ts';
import { type Arms, type Legs, placeArms, placeLegs, placeTrunk, type Trunk } from './skeleton.ts';
import { placeClub } from './swing-plane.ts';
import { type Faults, SETUPS, type StyleKeys, type StyleValues, styleKeys, WAGGLE_SECONDS } from './swing-style.ts';

export interface SwingParameters {
  club: ClubName;
  body: Physique;
  faults: Faults;
  times: SwingTimes;
  style: PlayerStyle;
  waggle: boolean;
}

export interface Pose {
  trunk: Trunk;
  legs: Legs;
  arms: Arms;
  club: ClubPlace;
  ball: Vector3;
}

export interface Swing {
  parameters: SwingParameters;
  segments: Segments;
  club: ClubFigures;
  /** The swing plane's inclination from the ground, in degrees. */
  plane: number;
  /** Where the ball lies until the strike (its middle). */
  ball: Vector3;
  poseAt(time: number): Pose;
}

function curvesOf(keys: StyleKeys, times: SwingTimes): Record<keyof StyleKeys, KeyedCurve> {
  const entries = Object.entries(keys).map(([name, list]) => [
    name,
    keyedCurve((list as Key[]).map(([phase, value]) => [secondsOf(phase, times), value])),
  ]);
  return Object.fromEntries(entries) as Record<keyof StyleKeys, KeyedCurve>;
}

/** Rotates the shaft upwards around the hands until the sole clears the ground. */
function clearGround(place: (lift: number) => ClubPlace, club: ClubFigures): ClubPlace {
  let lift = 0;
  let result = place(0);
  for (let i = 0; i < 4; i++) {
    const height = soleHeight(result, club);
    if (height >= 0) break;
    lift += (-height / club.length) * (180 / Math.PI) * 1.6;
    result = place(lift);
  }
  return result;
}

export function createSwing(parameters: SwingParameters): Swing {
  const { club: clubName, body, faults, times, style } = parameters;
  const club = CLUBS[clubName];
  const segments = segmentsOf(body);
  const setup = SETUPS[clubName];
  const stanceHalf = setup.stanceHalf * style.stance * segments.scale;
  const asked = { club: clubName, style, faults, heightM: body.heightM };
  const trunkAt = (values: StyleValues) => placeTrunk(values, segments, stanceHalf);

  const guess = styleKeys({ ...asked, shaftAtAddress: null, strike: null });
  const first = valuesIn(guess, 0);
  const address = solveAddress(first, trunkAt(first), segments, club, setup.ballX * segments.scale);
  const plane = address.plane;
  const ball = ballPlace(address.face, setup.ballX * segments.scale, club);
  const strike = solveStrike(valuesIn(guess, 2), trunkAt, segments, club, plane, ball);
  const keys = styleKeys({ ...asked, shaftAtAddress: address.shaftAngle, strike });

  const curves = curvesOf(keys, times);
  const waggle = keyedCurve(WAGGLE_SECONDS);

  const stops = style.followThrough === null ? null : secondsOf(2 + style.followThrough, times) - times.strike;
  /** A short follow-through covers the first part of a full one, at decreasing speed. */
  const onTheWay = (time: number): number => {
    const since = time - times.strike;
    return stops === null || since <= 0 ? time : times.strike + stops * Math.tanh(since / stops);
  };

  function valuesAt(time: number): StyleValues {
    const moment = onTheWay(time);
    const values = Object.fromEntries(
      Object.entries(curves).map(([name, curve]) => [name, curve.at(moment)]),
    ) as StyleValues;
    if (parameters.waggle && time < times.rest) {
      const rock = waggle.at(time - times.rest);
      values.shaftAngle -= 17 * rock;
      values.armAngle -= 2.5 * rock;
      values.shaftOff += 2.5 * rock;
      values.chestTurn -= 1.5 * rock;
      values.pelvisX -= 0.008 * rock;
      values.headTurn += 6 * rock;
    }
    // Breathing before the swing and in the held finish.
    const awake =
      Math.min(1, Math.max(0, times.rest - 0.1 - time) * 4) + Math.min(1, Math.max(0, time - times.strike - 0.5));
    const breath = awake * Math.sin(time * 2.1);
    values.chestBend += 0.5 * breath;
    values.pelvisX += 0.002 * awake * Math.sin(time * 1.7 + 1);
    return values;
  }

  return {
    parameters,
    segments,
    club,
    plane,
    ball,
    poseAt(time) {
      const values = valuesAt(time);
      const trunk = trunkAt(values);
      const legs = placeLegs(values, trunk, segments, stanceHalf);
      const place = clearGround(
        (lift) => placeClub({ ...values, shaftOff: values.shaftOff + lift }, trunk, segments, plane),
        club,
      );
      const wrists = { leadWrist: onClub(place, LEAD_WRIST), trailWrist: onClub(place, TRAIL_WRIST) };
      const arms = placeArms(values, trunk, segments, wrists);
      return { trunk, legs, arms, club: place, ball: ball.clone() };
    },
  };
}

function valuesIn(keys: StyleKeys, phase: number): StyleValues {
  const entries = Object.entries(keys).map(([name, list]) => [name, keyedCurve(list as Key[]).at(phase)]);
  return Object.fromEntries(entries) as StyleValues;
}
