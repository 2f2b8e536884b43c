// What a clip's plan says of its camera and its swing.
import type { PerspectiveCamera } from 'three';
import { createCamera } from '#studio/course/camera.ts';
import { createSwing, type Swing } from '#studio/motion/swing-motion.ts';
import type { ClipPlan } from './clips.ts';

/** The camera that a clip is rendered with. */
export function clipCamera({ view, widthPx, heightPx, pictureM, hand, shift }: ClipPlan): PerspectiveCamera {
  return createCamera({ view, widthPx, heightPx, heightM: pictureM, mirrored: hand === 'left', shift: shift ?? 0 });
}

/** The swing of a clip's golfer. */
export function clipSwing({ club, body, faults, times, limber }: ClipPlan): Swing {
  return createSwing({ club, body, faults, times, limber, waggle: times.rest > 0 });
}
