// The golfer as three.js meshes: soft clothes and skin rebuilt for each pose, head, hands and shoes attached.
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  Mesh,
  MeshStandardMaterial,
  SphereGeometry,
  Vector3,
} from 'three';
import type { Foot } from '#studio/motion/skeleton.ts';
import type { Pose, Swing } from '#studio/motion/swing-motion.ts';
import { beltGeometry } from './belt.ts';
import type { Outfit } from './body-shape.ts';
import { bodyShapes } from './body-shape.ts';
import { shadeContacts } from './contact-shade.ts';
import { leadHand, trailHand } from './hand-shape.ts';
import { brimShape, capShape, hairShape, headShape, shoeShape, shoeSole } from './head-shape.ts';
import type { SoftShape } from './soft-shape.ts';
import { surfaceOf } from './surface.ts';

export interface Looks extends Outfit {
  shirt: string;
  trousers: string;
  skin: string;
  hair: string;
  cap: string;
  collar?: string;
  longHair: boolean;
}

export interface Figure {
  group: Group;
  /** Poses the body; the club's place comes from the same pose, so the hands are on it. */
  show(pose: Pose): void;
}

const GARMENTS = ['collar', 'shirt', 'trousers', 'skin'] as const;
/** Thin parts need a finer grid. */
const FINENESS = { collar: 0.55, shirt: 1, trousers: 1, skin: 0.75 } as const;

function material(color: string, roughness: number): MeshStandardMaterial {
  return new MeshStandardMaterial({ color: new Color(color), roughness, metalness: 0, vertexColors: true });
}

function geometryOf(shape: SoftShape, step: number, around: SoftShape[] = []): BufferGeometry {
  const surface = surfaceOf(shape, step);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(surface.positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(surface.normals, 3));
  geometry.setAttribute('color', new BufferAttribute(shadeContacts(surface, [shape, ...around]), 3));
  geometry.setIndex(new BufferAttribute(surface.indices, 1));
  return geometry;
}

function meshOf(shape: SoftShape, step: number, paint: MeshStandardMaterial): Mesh {
  const mesh = new Mesh(geometryOf(shape, step), paint);
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}

function buildHead(looks: Looks, skin: MeshStandardMaterial): Group {
  const head = new Group();
  const dark = material('#1d1b19', 0.35);
  head.add(meshOf(headShape(), 0.006, skin));
  head.add(meshOf(hairShape(looks.longHair), 0.007, material(looks.hair, 0.75)));
  const cap = material(looks.cap, 0.8);
  head.add(meshOf(capShape(), 0.008, cap));
  head.add(meshOf(brimShape(), 0.004, cap));
  for (const side of [1, -1]) {
    const eye = new Mesh(new SphereGeometry(0.0085, 12, 10), dark);
    eye.geometry.setAttribute(
      'color',
      new BufferAttribute(new Float32Array(eye.geometry.getAttribute('position').count * 3).fill(1), 3),
    );
    eye.position.set(side * 0.03, 0.094, 0.079);
    eye.scale.set(1.25, 0.8, 0.6);
    head.add(eye);
  }
  return head;
}

function buildShoe(): Group {
  const shoe = new Group();
  shoe.add(meshOf(shoeShape(), 0.006, material('#f2f0ea', 0.5)));
  shoe.add(meshOf(shoeSole(), 0.005, material('#5b5d5a', 0.7)));
  return shoe;
}

function placeShoe(shoe: Group, foot: Foot, footLength: number, ankleHeight: number): void {
  shoe.quaternion.copy(foot.turn);
  shoe.position.copy(foot.ankle).add(new Vector3(0, -ankleHeight, 0).applyQuaternion(foot.turn));
  shoe.scale.setScalar(footLength / 0.27);
}

export function createFigure(swing: Swing, looks: Looks, step: number): Figure {
  const group = new Group();
  const { segments, parameters } = swing;
  const skinPaint = material(looks.skin, 0.62);
  const paints = {
    collar: material(looks.collar ?? looks.shirt, 0.86),
    shirt: material(looks.shirt, 0.86),
    trousers: material(looks.trousers, 0.9),
    skin: skinPaint,
  };
  const soft = Object.fromEntries(
    Object.entries(paints).map(([name, paint]) => {
      const mesh = new Mesh(new BufferGeometry(), paint);
      mesh.castShadow = true;
      mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      group.add(mesh);
      return [name, mesh];
    }),
  ) as Record<keyof typeof paints, Mesh<BufferGeometry, MeshStandardMaterial>>;

  const head = buildHead(looks, skinPaint);
  const headScale = segments.scale * (parameters.body.woman ? 0.98 : 1);
  head.scale.setScalar(headScale);
  const handSize = segments.scale * (parameters.body.woman ? 0.92 : 1);
  const hands = new Group();
  hands.add(
    meshOf(leadHand(handSize), 0.0042, material('#f5f3ee', 0.7)),
    meshOf(trailHand(handSize), 0.0042, skinPaint),
  );
  const leadShoe = buildShoe();
  const trailShoe = buildShoe();
  const belt = new Mesh(new BufferGeometry(), material('#2a2723', 0.5));
  belt.castShadow = true;
  belt.receiveShadow = true;
  belt.frustumCulled = false;
  group.add(head, hands, leadShoe, trailShoe, belt);

  return {
    group,
    show(pose) {
      const shapes = bodyShapes(pose, segments, parameters.body, looks);
      const all = [shapes.shirt, shapes.trousers, shapes.skin];
      for (const name of GARMENTS) {
        soft[name].geometry.dispose();
        soft[name].geometry = geometryOf(
          shapes[name],
          step * FINENESS[name],
          all.filter((shape) => shape !== shapes[name]),
        );
      }
      head.position.copy(pose.trunk.neckTop);
      head.quaternion.copy(pose.trunk.headTurn);
      hands.position.copy(pose.club.butt);
      hands.quaternion.copy(pose.club.turn);
      placeShoe(leadShoe, pose.legs.leadFoot, segments.foot, segments.ankleHeight);
      placeShoe(trailShoe, pose.legs.trailFoot, segments.foot, segments.ankleHeight);
      belt.geometry.dispose();
      belt.geometry = beltGeometry(pose, shapes, segments.scale);
    },
  };
}
