// Morning light for the golfer and for the course: one low warm sun, a soft sky, green light from below.

import { Color, DirectionalLight, HemisphereLight, type Scene } from 'three';

/**
 * From the ball towards the sun, for a right-handed golfer: in front of the face, and lighting the back of the
 * down-the-line view.
 */
export const SUN = { x: -0.62, y: 0.62, z: 0.55 } as const;

export function addMorningLight(scene: Scene, mirrored: boolean, shadowSize: number): DirectionalLight {
  scene.add(new HemisphereLight(new Color('#d3e2f2'), new Color('#74804f'), 1.7));
  const sun = new DirectionalLight(new Color('#ffe2ba'), 2.9);
  sun.position.set((mirrored ? -1 : 1) * SUN.x * 8, SUN.y * 8, SUN.z * 8);
  sun.target.position.set(0, 0.7, 0.3);
  sun.castShadow = true;
  sun.shadow.mapSize.set(shadowSize, shadowSize);
  sun.shadow.radius = 5;
  const box = sun.shadow.camera;
  box.left = -2.1;
  box.right = 2.1;
  box.top = 2;
  box.bottom = -2;
  box.near = 1;
  box.far = 16;
  sun.shadow.bias = -0.001;
  sun.shadow.normalBias = 0.018;
  sun.shadow.intensity = 0.88;
  scene.add(sun, sun.target);
  return sun;
}
