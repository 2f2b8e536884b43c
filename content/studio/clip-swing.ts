// The camera and the swing of a clip's plan.
import type { PerspectiveCamera } from 'three';
import { createCamera } from '#studio/course/camera.ts';
import type { ClubName } from '#studio/motion/club.ts';
import { createSwing, type Swing } from '#studio/motion/swing-motion.ts';
import type { ClipPlan } from './clips.ts';

/** Height of the hands at address as a share of the golfer's height. The camera stands at this height. */
const HANDS_AT_ADDRESS = 0.43;

/** Where the ground is in every clip but the hero loop, as a fraction of the picture's height from its top. */
const GROUND = 0.91;

/** Down the line: the longer the club, the further the ball is from the feet. */
const SIDE_MIDDLE_M: Record<ClubName, number> = { Driver: 0.39, '7 iron': 0.29, 'Pitching wedge': 0.25 };

/** The camera that a clip is rendered with. */
export function clipCamera(plan: ClipPlan): PerspectiveCamera {
  const { view, widthPx, heightPx, pictureM, hand, shift = 0, ground = GROUND, body, club, distanceM, tripod } = plan;
  const eyeM = body.heightM * HANDS_AT_ADDRESS;
  const sideMiddleM = SIDE_MIDDLE_M[club];
  const mirrored = hand === 'left';
  return createCamera({
    view,
    widthPx,
    heightPx,
    pictureM,
    eyeM,
    sideMiddleM,
    mirrored,
    shift,
    ground,
    distanceM,
    tripod,
  });
}

/** The swing of a clip's golfer. */
export function clipSwing({ club, body, faults, times, style }: ClipPlan): Swing {
  return createSwing({ club, body, faults, times, style, waggle: times.rest >= 0.5 });
}
