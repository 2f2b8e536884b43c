// The pure motion behind the clips: the moments are in the right place, and nothing impossible happens in between.
import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { clipCamera, clipSwing } from '#studio/clip-swing.ts';
import { DEMO, FRAME_RATE, GOLFERS } from '#studio/clips.ts';
import { bodyShapes } from '#studio/figure/body-shape.ts';
import { shapeDistance } from '#studio/figure/soft-shape.ts';
import { BALL_RADIUS, faceMiddle, headPoint, LEAD_WRIST, onClub, soleHeight, TRAIL_WRIST } from './club.ts';
import { headSpeed } from './swing-figures.ts';

const clips = [DEMO, ...GOLFERS].map((plan) => [plan.slug, plan] as const);

describe.each(clips)('the swing of %s', (_, plan) => {
  const swing = clipSwing(plan);
  const { rest, top, strike, end } = plan.times;
  const face = (time: number) => faceMiddle(swing.poseAt(time).club, swing.club);
  const speed = (time: number) => headSpeed(swing, time);
  const poses = Array.from({ length: Math.round(end * FRAME_RATE) + 1 }, (__, frame) =>
    swing.poseAt(frame / FRAME_RATE),
  );

  it('stands still at rest and moves right after it', () => {
    expect(speed(rest)).toBeLessThan(0.1);
    expect(speed(rest + 0.1)).toBeGreaterThan(1);
  });

  it('reverses at the top, where the club head is slowest', () => {
    let slowest = rest + 0.3 * (top - rest);
    for (let time = slowest; time < strike - 0.03; time += 1 / 960) {
      if (speed(time) < speed(slowest)) slowest = time;
    }
    expect(Math.abs(slowest - top)).toBeLessThan(0.5 / FRAME_RATE);
  });

  it('meets the ball with the middle of the face at the strike, fast', () => {
    const contact = swing.ball.clone().add(new Vector3(-BALL_RADIUS, 0, 0));
    const miss = face(strike).sub(contact);
    expect(Math.hypot(miss.x, miss.z)).toBeLessThan(0.001);
    // Slightly up or down the face: a driver meets the ball above its middle, an iron below it.
    expect(Math.abs(miss.y)).toBeLessThan(0.008);
    expect(speed(strike)).toBeGreaterThan(plan.style.length < 0.6 ? 8 : 18);
  });

  it('keeps the club head above the ground', () => {
    for (const pose of poses) expect(soleHeight(pose.club, swing.club)).toBeGreaterThan(-0.001);
  });

  it('keeps both hands on the grip, with arms of a constant length', () => {
    const { upperArm, forearm } = swing.segments;
    for (const { arms, club, trunk } of poses) {
      expect(arms.leadWrist.distanceTo(onClub(club, LEAD_WRIST))).toBeLessThan(1e-9);
      expect(arms.trailWrist.distanceTo(onClub(club, TRAIL_WRIST))).toBeLessThan(1e-9);
      expect(arms.leadElbow.distanceTo(arms.leadWrist)).toBeCloseTo(forearm, 3);
      expect(arms.trailElbow.distanceTo(arms.trailWrist)).toBeCloseTo(forearm, 3);
      expect(arms.leadShoulder.distanceTo(arms.leadElbow)).toBeCloseTo(upperArm, 3);
      expect(arms.trailShoulder.distanceTo(arms.trailElbow)).toBeCloseTo(upperArm, 3);
      // Maximum forward movement of a shoulder blade.
      expect(arms.trailShoulder.distanceTo(trunk.trailShoulder)).toBeLessThan(0.1);
      expect(arms.leadShoulder.distanceTo(trunk.leadShoulder)).toBeLessThan(0.045);
    }
  });

  it('lets no foot slide: one point of each sole stays where it is', () => {
    const [first] = poses;
    for (const { legs } of poses) {
      expect(legs.leadFoot.stays.distanceTo(first?.legs.leadFoot.stays ?? new Vector3())).toBeLessThan(1e-9);
      expect(legs.trailFoot.stays.distanceTo(first?.legs.trailFoot.stays ?? new Vector3())).toBeLessThan(1e-9);
      expect(legs.leadKnee.distanceTo(legs.leadFoot.ankle)).toBeCloseTo(swing.segments.shank, 3);
      expect(legs.trailKnee.distanceTo(legs.trailFoot.ankle)).toBeCloseTo(swing.segments.shank, 3);
    }
  });

  it('keeps the whole club and the resting ball in the picture', () => {
    const camera = clipCamera(plan);
    for (const [frame, { club, ball }] of poses.entries()) {
      const toe = onClub(club, headPoint(swing.club, swing.club.headWidth, swing.club.faceHeight));
      const shown = frame / FRAME_RATE < strike ? [toe, club.butt, ball] : [toe, club.butt];
      for (const { x, y } of shown.map((place) => place.clone().project(camera))) {
        expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(1);
      }
    }
  });

  it('never drives the club through the body', () => {
    for (const pose of poses) {
      const { shirt, trousers } = bodyShapes(pose, swing.segments, plan.body, plan.looks);
      for (let down = 0; down < swing.club.length; down += 0.05) {
        const { x, y, z } = onClub(pose.club, new Vector3(0, -down, 0));
        expect(Math.min(shapeDistance(shirt, x, y, z), shapeDistance(trousers, x, y, z))).toBeGreaterThan(0.01);
      }
    }
  });
});
