// What a launch monitor measured of a shot, in the units of the visitor's region.
import { KMH, type LaunchShot, METERS_PER_YARD, MPH } from '#domain/range/launch-table.ts';
import { isImperial } from './format-numbers.ts';
import { say, words } from './words.ts';

/** A carry such as `152 yd` or `139 m`. */
export function carryText(meters: number): string {
  return isImperial()
    ? say(words.range.launch.yards, { count: Math.round(meters / METERS_PER_YARD) })
    : say(words.range.launch.meters, { count: Math.round(meters) });
}

/** All numbers of a shot, such as `Carry 152 yd · ball 115 mph · 2° right`. */
export function launchText({ carry, ballSpeed, direction }: LaunchShot): string {
  const texts = [
    carry === null ? null : say(words.range.launch.carry, { distance: carryText(carry) }),
    ballSpeed === null ? null : say(words.range.launch.ballSpeed, { speed: speedText(ballSpeed) }),
    direction === null ? null : directionText(direction),
  ];
  return texts.filter(Boolean).join(words.app.separator);
}

function speedText(metersPerSecond: number): string {
  return isImperial()
    ? say(words.range.launch.mph, { count: Math.round(metersPerSecond / MPH) })
    : say(words.range.launch.kmh, { count: Math.round(metersPerSecond / KMH) });
}

function directionText(degrees: number): string {
  const count = Math.round(Math.abs(degrees));
  if (count === 0) return words.range.launch.straight;
  return say(degrees > 0 ? words.range.launch.right : words.range.launch.left, { count });
}
