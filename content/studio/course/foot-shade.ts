// The soft dark spot under each shoe: it fades as the heel rises.
import { CanvasTexture, Group, Mesh, MeshBasicMaterial, PlaneGeometry, Vector3 } from 'three';
import type { Foot } from '#studio/motion/skeleton.ts';
import type { Pose } from '#studio/motion/swing-motion.ts';
import { paintable } from './paintable.ts';

function spotTexture(): CanvasTexture {
  const { canvas, picture } = paintable(64, 64);
  const glow = picture.createRadialGradient(32, 32, 2, 32, 32, 32);
  glow.addColorStop(0, 'rgba(6,14,4,0.75)');
  glow.addColorStop(0.55, 'rgba(6,14,4,0.4)');
  glow.addColorStop(1, 'rgba(6,14,4,0)');
  picture.fillStyle = glow;
  picture.fillRect(0, 0, 64, 64);
  return new CanvasTexture(canvas);
}

export function createFootShade() {
  const group = new Group();
  const texture = spotTexture();
  const spot = () => {
    const plane = new PlaneGeometry(0.24, 0.44);
    plane.rotateX(-Math.PI / 2);
    const mesh = new Mesh(plane, new MeshBasicMaterial({ map: texture, transparent: true, depthWrite: false }));
    group.add(mesh);
    return mesh;
  };
  const lead = spot();
  const trail = spot();
  const place = (mesh: Mesh, foot: Foot) => {
    const forward = new Vector3(0, 0, 1).applyQuaternion(foot.turn);
    const flat = Math.hypot(forward.x, forward.z);
    mesh.position
      .copy(foot.ball)
      .addScaledVector(forward.setY(0).normalize(), -0.07 * flat)
      .setY(0.004);
    mesh.rotation.y = Math.atan2(forward.x, forward.z);
    mesh.scale.z = 0.35 + 0.65 * flat;
  };
  return {
    group,
    show(pose: Pose) {
      place(lead, pose.legs.leadFoot);
      place(trail, pose.legs.trailFoot);
    },
  };
}
