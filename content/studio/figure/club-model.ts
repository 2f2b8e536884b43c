// The club as meshes in its own frame: grip, bending shaft, and the head of a driver or an iron.
import {
  BufferGeometry,
  CylinderGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  SphereGeometry,
  Vector3,
} from 'three';
import { type ClubFigures, type ClubName, headPoint, onClub } from '#studio/motion/club.ts';
import type { Swing } from '#studio/motion/swing-motion.ts';

const GRIP_LENGTH = 0.27;
/** Maximum distance of the shaft's middle from the straight line, in meters. */
const MOST_BOW = 0.02;
/** Meters of bow per meter per second² of the head across the shaft. */
const BOW_PER_ACCELERATION = 3.2e-5;
/** The head's center of mass lies beside the shaft. At speed it pulls the toe down and the tip forwards. */
const DROOP_PER_SPEED2 = 5.5e-6;
/** Seconds around a moment over which the head's acceleration is taken. */
const SPAN = 0.008;

/** Seconds after the strike when the club is too high to cast its shadow on the ground in the picture. */
const SHADED_AFTER = 0.09;

export interface Club {
  group: Group;
  show(time: number): void;
}

function tube(from: Vector3, to: Vector3, startRadius: number, endRadius: number, paint: MeshStandardMaterial): Mesh {
  const way = new Vector3().subVectors(to, from);
  const mesh = new Mesh(new CylinderGeometry(endRadius, startRadius, way.length(), 14), paint);
  mesh.position.copy(from).addScaledVector(way, 0.5);
  mesh.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), way.normalize());
  mesh.castShadow = true;
  return mesh;
}

/** A driver's head of 460 cc: a flattened, pear-shaped shell behind a face with bulge and roll. */
function driverHead(club: ClubFigures): Group {
  const geometry = new SphereGeometry(1, 64, 48);
  const place = geometry.getAttribute('position');
  const colors: number[] = [];
  const crown = [0.045, 0.048, 0.052] as const;
  for (let i = 0; i < place.count; i++) {
    const u = new Vector3().fromBufferAttribute(place, i);
    // Broad near the face, round behind, fuller towards the toe.
    const behind = Math.max(0, -u.x);
    // The heel reaches out to the shaft.
    const heel = Math.max(0, -u.z) ** 3 * 0.011 * (1 - behind);
    const along = club.headWidth * (0.5 + 0.53 * u.z * (1 - 0.16 * behind * behind)) - heel;
    const above = u.y > 0 ? 0.027 + u.y * 0.034 * (1 - 0.34 * behind) : 0.027 + u.y * 0.027 * (1 - 0.3 * behind);
    const bulge = -0.006 * u.z * u.z - 0.004 * u.y * u.y;
    const forward = u.x > 0 ? Math.min(u.x, 0.22) * 0.02 + bulge : u.x * 0.1 + bulge * (1 - behind);
    const p = headPoint(club, along, above, forward - 0.0045);
    place.setXYZ(i, p.x, p.y, p.z);
    const face = u.x > 0.24;
    const groove = face && Math.abs(u.z) < 0.72 && Math.abs(((u.y * 7 + 70.5) % 1) - 0.5) < 0.14;
    const sole = u.y < -0.35;
    colors.push(...(groove ? [0.3, 0.3, 0.31] : face ? [0.12, 0.125, 0.13] : sole ? [0.1, 0.1, 0.105] : crown));
  }
  geometry.setAttribute('color', new Float32BufferAttribute(colors, 3));
  geometry.computeVertexNormals();
  const group = new Group();
  const shell = new Mesh(
    geometry,
    new MeshPhysicalMaterial({
      vertexColors: true,
      roughness: 0.3,
      metalness: 0.1,
      clearcoat: 0.9,
      clearcoatRoughness: 0.15,
    }),
  );
  shell.castShadow = true;
  // The mark on the crown that lines up with the ball.
  const mark = new Mesh(
    new SphereGeometry(0.003, 10, 8),
    new MeshStandardMaterial({ color: '#d8d8d4', roughness: 0.5 }),
  );
  mark.position.copy(headPoint(club, club.headWidth * 0.5, 0.0595, -0.012));
  group.add(shell, mark);
  return group;
}

const GROOVES = 9;

/** An iron's head: a blade, low at the heel and high at the toe, leaning back by its loft, with a hosel's neck. */
function ironHead(club: ClubFigures): Group {
  const loft = Math.tan((club.loft * Math.PI) / 180);
  const at = (along: number, above: number, back: number) =>
    headPoint(club, along, above, (club.faceHeight - above) * loft - back);
  const high = club.loft > 40 ? 0.058 : 0.054;
  const outline: [along: number, above: number][] = [
    [-0.012, 0.012],
    [-0.004, 0.003],
    [0.01, 0.0008],
    [0.03, 0],
    [0.055, 0.001],
    [club.headWidth - 0.006, 0.006],
    [club.headWidth + 0.003, 0.016],
    [club.headWidth + 0.006, 0.03],
    [club.headWidth + 0.003, 0.045],
    [club.headWidth - 0.005, high - 0.001],
    [club.headWidth - 0.013, high],
    [club.headWidth - 0.026, high - 0.006],
    [0.026, 0.036],
    [0.006, 0.03],
    [-0.012, 0.034],
    [-0.019, 0.024],
  ];
  const middle: [number, number] = [0.042, 0.022];
  const positions: number[] = [];
  const triangle = (...points: Vector3[]) => {
    for (const p of points) positions.push(p.x, p.y, p.z);
  };
  const thick = (above: number) => 0.0205 - Math.min(1, above / 0.05) * 0.0145;
  outline.forEach(([along, above], i) => {
    const [nextAlong, nextAbove] = outline[(i + 1) % outline.length] ?? middle;
    const front = [at(along, above, 0.0006), at(nextAlong, nextAbove, 0.0006)] as const;
    const inner = (a: number, b: number): [number, number] => [
      middle[0] + (a - middle[0]) * 0.95,
      middle[1] + (b - middle[1]) * 0.94,
    ];
    const faceEdge = [at(...inner(along, above), 0), at(...inner(nextAlong, nextAbove), 0)] as const;
    const back = [at(along, above, thick(above)), at(nextAlong, nextAbove, thick(nextAbove))] as const;
    // The cavity: a rim, and a floor deeper in.
    const cavity = (a: number, b: number) =>
      inner(middle[0] + (a - middle[0]) * 0.84, middle[1] + (b - middle[1]) * 0.78);
    const rim = [cavity(along, above), cavity(nextAlong, nextAbove)] as const;
    const rimAt = [at(...rim[0], thick(rim[0][1])), at(...rim[1], thick(rim[1][1]))] as const;
    const floor = [at(...rim[0], 0.0045), at(...rim[1], 0.0045)] as const;
    const center = at(...middle, 0);
    triangle(center, faceEdge[0], faceEdge[1]);
    triangle(faceEdge[0], front[0], faceEdge[1], faceEdge[1], front[0], front[1]);
    triangle(front[0], back[0], front[1], front[1], back[0], back[1]);
    triangle(back[0], rimAt[0], back[1], back[1], rimAt[0], rimAt[1]);
    triangle(rimAt[0], floor[0], rimAt[1], rimAt[1], floor[0], floor[1]);
    triangle(at(...middle, 0.0045), floor[1], floor[0]);
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.computeVertexNormals();
  const group = new Group();
  const steel = new MeshStandardMaterial({ color: '#c3c6c9', roughness: 0.32, metalness: 0.6, side: DoubleSide });
  const blade = new Mesh(geometry, steel);
  blade.castShadow = true;
  group.add(blade);
  const dark = new MeshStandardMaterial({ color: '#4b4f53', roughness: 0.7 });
  for (let i = 0; i < GROOVES; i++) {
    const above = 0.007 + i * 0.0036;
    const to = Math.min(club.headWidth - 0.013, 0.062);
    group.add(tube(at(0.016, above, -0.0002), at(to, above, -0.0002), 0.0005, 0.0005, dark));
  }
  return group;
}

interface Bend {
  mesh: Mesh;
  straight: Float32Array;
}

/** A tube that can bow between the grip's end and the head. */
function bendable(
  from: Vector3,
  to: Vector3,
  startRadius: number,
  endRadius: number,
  paint: MeshStandardMaterial,
): Bend {
  const way = new Vector3().subVectors(to, from);
  const geometry = new CylinderGeometry(endRadius, startRadius, way.length(), 12, 24);
  geometry.translate(0, way.length() / 2, 0);
  const turn = new Mesh().quaternion.setFromUnitVectors(new Vector3(0, 1, 0), way.clone().normalize());
  geometry.applyQuaternion(turn);
  geometry.translate(from.x, from.y, from.z);
  const mesh = new Mesh(geometry, paint);
  mesh.castShadow = true;
  mesh.frustumCulled = false;
  return { mesh, straight: Float32Array.from(geometry.getAttribute('position').array) };
}

/** Distance of the shaft's middle from the straight line in the club's frame, towards the face (x) and the toe (z). */
function bowAt(swing: Swing, time: number): { x: number; z: number } {
  const head = (t: number) => onClub(swing.poseAt(t).club, new Vector3(0, -swing.club.length, 0));
  const [before, now, after] = [head(time - SPAN), head(time), head(time + SPAN)];
  const { turn } = swing.poseAt(time).club;
  const speed2 = after.distanceToSquared(before) / (2 * SPAN) ** 2;
  const acceleration = after
    .add(before)
    .addScaledVector(now, -2)
    .divideScalar(SPAN * SPAN)
    .applyQuaternion(turn.clone().invert());
  // The tip lags behind what pulls it, so the middle leads.
  const x = acceleration.x * BOW_PER_ACCELERATION - speed2 * DROOP_PER_SPEED2 * 0.5;
  const z = acceleration.z * BOW_PER_ACCELERATION + speed2 * DROOP_PER_SPEED2;
  const far = Math.hypot(x, z) || 1e-9;
  const kept = (MOST_BOW * Math.tanh(far / MOST_BOW)) / far;
  return { x: x * kept, z: z * kept };
}

/** Clamped at the grip, free to turn at the head: 0 at both, 1 in between. */
const bowShape = (part: number) => (part * part * (1 - part) * 27) / 4;

export function createClub(name: ClubName, swing: Swing): Club {
  const { club } = swing;
  const group = new Group();
  const rubber = new MeshStandardMaterial({ color: '#1b1c1c', roughness: 0.9 });
  const driver = name === 'Driver';
  const metal = new MeshStandardMaterial({
    color: driver ? '#2f3336' : '#c9ccce',
    roughness: 0.28,
    metalness: driver ? 0.15 : 0.5,
  });
  const ferrule = new MeshStandardMaterial({ color: '#151616', roughness: 0.4 });
  const heel = new Vector3(0, -club.length + (driver ? 0.022 : 0.014), 0);
  const neck = new Vector3(0, -club.length + (driver ? 0.075 : 0.085), 0);
  const neckWay = new Vector3().subVectors(heel, neck);
  const cap = neck.clone().addScaledVector(neckWay, -0.2);
  group.add(tube(new Vector3(0, 0.004, 0), new Vector3(0, -GRIP_LENGTH, 0), 0.0135, 0.0102, rubber));
  group.add(tube(new Vector3(0, 0.0055, 0), new Vector3(0, 0.004, 0), 0.011, 0.0135, rubber));
  group.add(tube(cap, neck, 0.0052, 0.0066, ferrule));
  group.add(tube(neck, heel, 0.0068, driver ? 0.009 : 0.0078, driver ? ferrule : metal));
  const shaft = bendable(new Vector3(0, -GRIP_LENGTH + 0.004, 0), neck, 0.0072, 0.0047, metal);
  const head = driver ? driverHead(club) : ironHead(club);
  group.add(shaft.mesh, head);
  const long = club.length - GRIP_LENGTH;
  return {
    group,
    show(time) {
      // In the finish its shadow would fall on the golfer's back, where the head's looks like a hole and the shaft's
      // like a seam.
      const shaded = time < swing.parameters.times.strike + SHADED_AFTER;
      group.traverse((part) => {
        part.castShadow = shaded && part instanceof Mesh;
      });
      const place = swing.poseAt(time).club;
      group.position.copy(place.butt);
      group.quaternion.copy(place.turn);
      const bow = bowAt(swing, time);
      const position = shaft.mesh.geometry.getAttribute('position');
      for (let i = 0; i < position.count; i++) {
        const [x = 0, y = 0, z = 0] = shaft.straight.subarray(i * 3, i * 3 + 3);
        const part = Math.max(0, Math.min(1, (-y - GRIP_LENGTH) / long));
        position.setXYZ(i, x + bow.x * bowShape(part), y, z + bow.z * bowShape(part));
      }
      position.needsUpdate = true;
    },
  };
}
