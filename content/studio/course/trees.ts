// Trees around the course: crowns of many small leaf clusters, lit from outside and dark within.
import {
  Color,
  CylinderGeometry,
  Group,
  InstancedMesh,
  MeshStandardMaterial,
  Object3D,
  OctahedronGeometry,
  Vector3,
} from 'three';

interface Tree {
  x: number;
  z: number;
  tall: number;
  wide: number;
  hue: number;
  /** Conifers are cones, the others heaps of round boughs. */
  conifer: boolean;
}

function spots(next: () => number): Tree[] {
  const list: Tree[] = [];
  const plant = (x: number, z: number, tall: number) => {
    const conifer = next() < 0.12;
    list.push({
      x,
      z,
      tall: conifer ? tall * 1.15 : tall,
      wide: tall * (conifer ? 0.17 : 0.34 + next() * 0.12),
      hue: 0.215 + next() * 0.075,
      conifer,
    });
  };
  // Behind the golfer in the face-on view, and along the fairway in the down-the-line view. The fairway itself stays
  // open.
  for (let i = 0; i < 110; i++) plant(-130 + next() * 185, -72 - next() * 75, 9 + next() * 8);
  // Two woods frame the fairway; it narrows towards the green.
  for (let i = 0; i < 95; i++) {
    const x = 62 + next() * 170;
    plant(x, -15 - next() * 34 - Math.max(0, 90 - x) * 0.12, 7 + next() * 7);
  }
  for (let i = 0; i < 85; i++) {
    const x = 58 + next() * 170;
    plant(x, 14 + next() * 36 + Math.max(0, 90 - x) * 0.1, 7 + next() * 8);
  }
  for (let i = 0; i < 55; i++) plant(235 + next() * 50, -90 + next() * 180, 11 + next() * 9);
  // Undergrowth closes the view between the trunks.
  for (let i = 0; i < 60; i++) plant(-130 + next() * 330, -80 - next() * 60, 3 + next() * 2.5);
  for (let i = 0; i < 24; i++) plant(190 + next() * 60, -90 + next() * 180, 3.5 + next() * 3);
  return list;
}

const ORIGIN = new Vector3();
const CLUSTERS = 1500;

function crownPoint(next: () => number, tree: Tree, boughs: Vector3[], out: Vector3): number {
  if (tree.conifer) {
    const up = next() ** 1.5 * 0.97;
    const angle = next() * Math.PI * 2;
    const radius = tree.wide * (1 - up) * (0.55 + 0.45 * Math.sqrt(next()));
    out.set(Math.cos(angle) * radius, tree.tall * (0.08 + 0.92 * up), Math.sin(angle) * radius);
    return radius / Math.max(0.05, tree.wide * (1 - up));
  }
  const bough = boughs[Math.floor(next() * boughs.length)] ?? ORIGIN;
  out.set(next() - 0.5, next() - 0.42, next() - 0.5).normalize();
  const shell = 0.55 + 0.45 * Math.sqrt(next());
  out
    .multiplyScalar(tree.wide * 0.52 * shell)
    .multiply(new Vector3(1, 0.86, 1))
    .add(bough);
  return shell;
}

/** `inSight` excludes trees outside the camera's view: most of them in a portrait picture. */
export function trees(next: () => number, inSight: (middle: Vector3, radius: number) => boolean): Group {
  const group = new Group();
  const list = spots(next).filter(({ x, z, tall }) => inSight(new Vector3(x, tall * 0.5, z), tall * 0.7));
  const leaves = new InstancedMesh(
    new OctahedronGeometry(1, 0),
    new MeshStandardMaterial({ roughness: 1, flatShading: true }),
    list.length * CLUSTERS,
  );
  const trunks = new InstancedMesh(
    new CylinderGeometry(0.6, 1, 1, 8),
    new MeshStandardMaterial({ color: '#4a3d30', roughness: 1 }),
    list.length,
  );
  const dummy = new Object3D();
  const color = new Color();
  const point = new Vector3();
  let n = 0;
  list.forEach((tree, t) => {
    const boughs = Array.from({ length: 12 }, () => {
      const up = next();
      const angle = next() * Math.PI * 2;
      const out = tree.wide * 0.62 * Math.sin(Math.PI * (0.25 + 0.65 * up));
      return new Vector3(Math.cos(angle) * out, tree.tall * (0.3 + 0.5 * up), Math.sin(angle) * out);
    });
    dummy.position.set(tree.x, tree.tall * 0.25, tree.z);
    dummy.rotation.set(0, 0, 0);
    dummy.scale.set(0.16, tree.tall * 0.5, 0.16);
    dummy.updateMatrix();
    trunks.setMatrixAt(t, dummy.matrix);
    for (let i = 0; i < CLUSTERS; i++) {
      const shell = crownPoint(next, tree, boughs, point);
      const size = (0.08 + next() * 0.15) * (tree.tall / 11);
      dummy.position.set(tree.x + point.x, point.y, tree.z + point.z);
      dummy.rotation.set(next() * 6, next() * 6, next() * 6);
      dummy.scale.set(size, size * 0.62, size);
      dummy.updateMatrix();
      leaves.setMatrixAt(n, dummy.matrix);
      // Inner and lower leaves get less light: the crowns look round without shadows.
      const height = point.y / tree.tall;
      const light = (0.35 + 0.65 * (shell - 0.55) * 2) * (0.5 + 0.6 * height) * (0.8 + 0.4 * next());
      leaves.setColorAt(
        n,
        color.setHSL(
          tree.hue + (tree.conifer ? 0.08 : 0) + next() * 0.02,
          tree.conifer ? 0.28 : 0.42,
          0.085 + 0.15 * light,
        ),
      );
      n++;
    }
  });
  leaves.frustumCulled = false;
  trunks.frustumCulled = false;
  group.add(trunks, leaves);
  return group;
}
