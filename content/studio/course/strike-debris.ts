// Shows the debris of the strike: turf for irons and wedges, the tumbling tee for the driver.
import { CylinderGeometry, Group, IcosahedronGeometry, Mesh, MeshStandardMaterial, Vector3 } from 'three';
import type { Swing } from '#studio/motion/swing-motion.ts';
import { seededRandom } from './seeded-random.ts';

interface Bit {
  start: Vector3;
  speed: Vector3;
  size: number;
  /** Soil is brown, the rest is grass. */
  soil: boolean;
}

/** `force`: 1 for a full swing. */
function turfBits(ball: Vector3, count: number, force: number, next: () => number): Bit[] {
  return Array.from({ length: count }, () => ({
    start: new Vector3(ball.x + 0.02 + next() * 0.06, 0.004, ball.z + (next() - 0.5) * 0.05),
    speed: new Vector3(1.2 + next() * 3.4, 1.3 + next() * 2.6, (next() - 0.5) * 1.3).multiplyScalar(force),
    size: 0.004 + next() * 0.008,
    soil: next() < 0.4,
  }));
}

/** Thrown up at the strike, slowed by the air, and still once it has landed; null before the strike. */
function bitPlace(bit: Bit, sinceStrike: number): Vector3 | null {
  if (sinceStrike <= 1e-6) return null;
  const drag = 2.2;
  const flown = (t: number) =>
    bit.start
      .clone()
      .addScaledVector(bit.speed, (1 - Math.exp(-drag * t)) / drag)
      .add(new Vector3(0, -4.2 * t * t, 0));
  const place = flown(sinceStrike);
  if (place.y > 0.003) return place;
  let low = 0;
  let high = sinceStrike;
  for (let i = 0; i < 24; i++) {
    const middle = (low + high) / 2;
    if (flown(middle).y > 0.003) low = middle;
    else high = middle;
  }
  return flown(low);
}

/** Head speed, in meters per second, from which a strike throws up the full amount. */
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
