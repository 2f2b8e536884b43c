// Shows what the strike throws up: turf for irons and wedges, the tumbling tee for the driver.
import { CylinderGeometry, Group, IcosahedronGeometry, Mesh, MeshStandardMaterial } from 'three';
import type { Swing } from '#studio/motion/swing-motion.ts';
import { type Bit, bitPlace, turfBits } from '#studio/motion/turf-spray.ts';
import { seededRandom } from './seeded-random.ts';

/** Metres per second of the club head from which on a strike throws up all there is. */
const FULL_SPEED = 25;

export function createStrikeDebris(swing: Swing, seed: number, headSpeed: number) {
  const force = Math.min(1, headSpeed / FULL_SPEED);
  const group = new Group();
  const next = seededRandom(seed + 1);
  const shown: { mesh: Mesh; bit: Bit }[] = [];
  let tee: { mesh: Mesh; bit: Bit } | null = null;
  if (swing.club.teeHeight > 0) {
    const mesh = new Mesh(
      new CylinderGeometry(0.0055, 0.002, swing.club.teeHeight, 10),
      new MeshStandardMaterial({ color: '#e9dcc0' }),
    );
    mesh.castShadow = true;
    group.add(mesh);
    const start = swing.ball.clone().setY(swing.club.teeHeight / 2);
    tee = { mesh, bit: { start, speed: swing.ball.clone().set(0.9, 2.1, -0.25), size: 1, soil: false } };
  } else {
    const grass = new MeshStandardMaterial({ color: '#5d7a2e', roughness: 1 });
    const soil = new MeshStandardMaterial({ color: '#5a4327', roughness: 1 });
    for (const bit of turfBits(swing.ball, Math.round(26 * force), force, next)) {
      const mesh = new Mesh(new IcosahedronGeometry(bit.size, 0), bit.soil ? soil : grass);
      mesh.scale.y = 0.6;
      mesh.castShadow = true;
      group.add(mesh);
      shown.push({ mesh, bit });
    }
  }
  return {
    group,
    show(sinceStrike: number) {
      for (const { mesh, bit } of shown) {
        const place = bitPlace(bit, sinceStrike);
        mesh.visible = place !== null;
        if (place) mesh.position.copy(place);
      }
      if (!tee) return;
      tee.mesh.position.copy(bitPlace(tee.bit, sinceStrike) ?? tee.bit.start);
      const tumble = tee.mesh.position.y > 0.004 || sinceStrike < 0.05 ? Math.max(0, sinceStrike) * 26 : 0.5 * Math.PI;
      tee.mesh.rotation.z = tumble;
    },
  };
}
