// The picture behind the golfer: the course drawn once, its distance a little out of focus like a real lens shows it.

import type { PerspectiveCamera, WebGLRenderer } from 'three';
import { Vector3 } from 'three';
import { createCourse } from './course.ts';
import type { Patch } from './grass.ts';
import { paintable } from './paintable.ts';

/** The parameters of the backdrop. */
export interface BackdropPlan {
  hand: 'left' | 'right';
  view: 'face-on' | 'down-the-line';
  widthPx: number;
  heightPx: number;
  seed: number;
}

/** The ground that the camera sees from near: there the grass is made of blades. */
function lawn(plan: BackdropPlan): Patch[] {
  const side = plan.hand === 'left' ? -1 : 1;
  const wide = plan.widthPx > plan.heightPx ? 3.4 : 3.2;
  if (plan.view === 'face-on') return [{ fromX: -wide, toX: wide, fromZ: -2.5, toZ: 4.2, count: 150_000, tall: 0.024 }];
  const [near, far] = [-4 * side, 2.6 * side];
  return [
    {
      fromX: Math.min(near, far),
      toX: Math.max(near, far),
      fromZ: -wide + 0.3,
      toZ: wide + 0.3,
      count: 150_000,
      tall: 0.024,
    },
  ];
}

export function drawBackdrop(
  renderer: WebGLRenderer,
  camera: PerspectiveCamera,
  plan: BackdropPlan,
): HTMLCanvasElement {
  const { width, height } = renderer.domElement;
  renderer.render(createCourse(plan.seed, plan.hand === 'left', lawn(plan), camera), camera);
  const { canvas: sharp, picture: sharpPicture } = paintable(width, height);
  sharpPicture.drawImage(renderer.domElement, 0, 0);

  const { canvas: soft, picture: softPicture } = paintable(width, height);
  softPicture.filter = `blur(${((1.7 * height) / 1280).toFixed(2)}px)`;
  softPicture.drawImage(sharp, 0, 0);
  softPicture.filter = 'none';
  // Out of focus from the horizon up; sharp again on the ground behind the golfer's feet.
  const screenY = (distance: number) => {
    const way = new Vector3(0, 0, -1).applyQuaternion(camera.quaternion).setY(0).normalize();
    const spot = camera.position.clone().addScaledVector(way, distance).setY(0);
    return (0.5 - spot.project(camera).y / 2) * height;
  };
  const mask = softPicture.createLinearGradient(0, screenY(28), 0, screenY(8.5));
  mask.addColorStop(0, 'rgba(0,0,0,1)');
  mask.addColorStop(1, 'rgba(0,0,0,0)');
  softPicture.globalCompositeOperation = 'destination-in';
  softPicture.fillStyle = mask;
  softPicture.fillRect(0, 0, width, height);
  sharpPicture.drawImage(soft, 0, 0);
  return sharp;
}
