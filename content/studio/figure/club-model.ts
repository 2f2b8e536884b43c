// The club as meshes in its own frame: grip, shaft, and the head of a driver or an iron.
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
import type { ClubFigures, ClubName } from '#studio/motion/club.ts';
import { headPoint } from '#studio/motion/club.ts';

const GRIP_LENGTH = 0.27;

function tube(from: Vector3, to: Vector3, startRadius: number, endRadius: number, paint: MeshStandardMaterial): Mesh {
  const way = new Vector3().subVectors(to, from);
  const mesh = new Mesh(new CylinderGeometry(endRadius, startRadius, way.length(), 14), paint);
  mesh.position.copy(from).addScaledVector(way, 0.5);
  mesh.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), way.normalize());
  mesh.castShadow = true;
  return mesh;
}

/** A driver's head: a flattened, pear-shaped shell behind a flat face. */
function driverHead(club: ClubFigures): Mesh {
  const geometry = new SphereGeometry(1, 40, 28);
  const place = geometry.getAttribute('position');
  for (let i = 0; i < place.count; i++) {
    const u = new Vector3().fromBufferAttribute(place, i);
    const along = club.headWidth * (0.5 + 0.5 * u.z);
    const above = u.y > 0 ? 0.03 + u.y * 0.032 * (1 - 0.25 * Math.max(0, -u.x)) : 0.03 + u.y * 0.03;
    // The face is the sphere's front cut off flat, with a little bulge.
    const forward = u.x > 0 ? Math.min(u.x, 0.28) * 0.03 - 0.008 * u.z * u.z : u.x * 0.105;
    const p = headPoint(club, along, above, forward - 0.006);
    place.setXYZ(i, p.x, p.y, p.z);
  }
  geometry.computeVertexNormals();
  return new Mesh(
    geometry,
    new MeshPhysicalMaterial({
      color: '#17191b',
      roughness: 0.32,
      metalness: 0.2,
      clearcoat: 0.8,
      clearcoatRoughness: 0.2,
    }),
  );
}

/** An iron's head: a blade, low at the heel and high at the toe, leaning back by its loft. */
function ironHead(club: ClubFigures): Mesh {
  const loft = Math.tan((club.loft * Math.PI) / 180);
  const profile: [number, number, number][] = [];
  const outline: [along: number, above: number][] = [
    [-0.004, 0.004],
    [0.02, 0],
    [0.06, 0.001],
    [club.headWidth, 0.012],
    [club.headWidth + 0.004, 0.035],
    [club.headWidth - 0.006, 0.056],
    [club.headWidth - 0.022, 0.055],
    [0.02, 0.032],
    [-0.004, 0.026],
  ];
  for (const front of [1, 0]) {
    for (const [along, above] of outline) {
      const thick = 0.018 - (above / 0.056) * 0.013;
      const p = headPoint(club, along, above, (club.faceHeight - above) * loft - (front ? 0 : thick));
      profile.push([p.x, p.y, p.z]);
    }
  }
  const count = outline.length;
  const index: number[] = [];
  for (let i = 1; i + 1 < count; i++) index.push(0, i, i + 1, count, count + i + 1, count + i);
  for (let i = 0; i < count; i++) {
    const next = (i + 1) % count;
    index.push(i, count + i, next, next, count + i, count + next);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(profile.flat(), 3));
  geometry.setIndex(index);
  const flat = geometry.toNonIndexed();
  flat.computeVertexNormals();
  return new Mesh(
    flat,
    new MeshStandardMaterial({ color: '#c9ccce', roughness: 0.3, metalness: 0.55, side: DoubleSide }),
  );
}

export function createClub(name: ClubName, club: ClubFigures): Group {
  const group = new Group();
  const rubber = new MeshStandardMaterial({ color: '#1b1c1c', roughness: 0.9 });
  const driver = name === 'Driver';
  const metal = new MeshStandardMaterial({
    color: driver ? '#3c4043' : '#d5d8da',
    roughness: 0.28,
    metalness: driver ? 0.2 : 0.5,
  });
  const heel = headPoint(club, 0.004, 0.012);
  group.add(tube(new Vector3(0, 0.004, 0), new Vector3(0, -GRIP_LENGTH, 0), 0.0135, 0.0105, rubber));
  group.add(tube(new Vector3(0, -GRIP_LENGTH, 0), heel, 0.0078, 0.0055, metal));
  group.add(tube(new Vector3(0, -club.length + 0.075, 0), heel, 0.0072, 0.0078, driver ? rubber : metal));
  const head = driver ? driverHead(club) : ironHead(club);
  head.castShadow = true;
  group.add(head);
  return group;
}
