// The picture behind the golfer: the course drawn once, its distance a little out of focus like a real lens shows it.

import { type PerspectiveCamera, Vector3, type WebGLRenderer } from 'three';
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

/** The ground near the camera, where the grass consists of blades. */
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

/**
 * The blurs of the background. The golfer stands about 6 m from the camera on sharp ground, and focus is lost gradually
 * behind. Each blur starts at one distance along the ground and is complete at another, in meters. A blurred background
 * does not distract and takes few bytes.
 */
const FOCUS = [
  { blurPx: 1.6, fromM: 7.2, toM: 11 },
  { blurPx: 4.6, fromM: 12, toM: 34 },
] as const;

export function drawBackdrop(
  renderer: WebGLRenderer,
  camera: PerspectiveCamera,
  plan: BackdropPlan,
): HTMLCanvasElement {
  const { width, height } = renderer.domElement;
  renderer.render(createCourse(plan.seed, plan.hand === 'left', lawn(plan), camera), camera);
  const { canvas: sharp, picture: sharpPicture } = paintable(width, height);
  sharpPicture.drawImage(renderer.domElement, 0, 0);

  const screenY = (distance: number) => {
    const way = new Vector3(0, 0, -1).applyQuaternion(camera.quaternion).setY(0).normalize();
    const spot = camera.position.clone().addScaledVector(way, distance).setY(0);
    return (0.5 - spot.project(camera).y / 2) * height;
  };
  for (const { blurPx, fromM, toM } of FOCUS) {
    const { canvas: soft, picture: softPicture } = paintable(width, height);
    softPicture.filter = `blur(${((blurPx * height) / 1280).toFixed(2)}px)`;
    // Drawn larger than the picture, because the blur would otherwise fade at its edges.
    const edge = Math.ceil((3 * blurPx * height) / 1280);
    softPicture.drawImage(sharp, -edge, -edge, width + 2 * edge, height + 2 * edge);
    softPicture.drawImage(sharp, 0, 0);
    softPicture.filter = 'none';
    const mask = softPicture.createLinearGradient(0, screenY(fromM), 0, screenY(toM));
    mask.addColorStop(0, 'rgba(0,0,0,0)');
    mask.addColorStop(1, 'rgba(0,0,0,1)');
    softPicture.globalCompositeOperation = 'destination-in';
    softPicture.fillStyle = mask;
    softPicture.fillRect(0, 0, width, height);
    sharpPicture.drawImage(soft, 0, 0);
  }
  return sharp;
}
