// The golfer as three.js meshes: soft clothes and skin rebuilt for each pose, head, hands and shoes attached.
import {
  BoxGeometry,
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  type Material,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  type Quaternion,
  Vector2,
  Vector3,
} from 'three';
import type { Foot } from '#studio/motion/skeleton.ts';
import type { Pose, Swing } from '#studio/motion/swing-motion.ts';
import { hemGeometry, layBelt } from './bands.ts';
import { type BodyShapes, bodyShapes } from './body-shape.ts';
import { clothMaterial, shirtMaterial, skinMaterial, trousersMaterial } from './cloth.ts';
import { collarGeometry } from './collar.ts';
import { gloveCuff, leadHand, trailHand } from './hand-shape.ts';
import { createHead, type HeadLooks } from './head-model.ts';
import { kneeFront, legsOf, type Outfit } from './limb-shape.ts';
import { createShoe, shoeScale } from './shoe-model.ts';
import { geometryOf, meshOf } from './soft-mesh.ts';
import type { SoftShape, Tube } from './soft-shape.ts';

export interface Looks extends Outfit, HeadLooks {
  shirt: string;
  trousers: string;
  collar?: string;
  glove?: string;
  shoes?: string;
}

export interface Figure {
  group: Group;
  /** Poses the body; the club's place comes from the same pose, so the hands are on it. */
  show(pose: Pose): void;
}

const GARMENTS = ['shirt', 'trousers', 'skin'] as const;
/** Thin parts need a finer grid. */
const FINENESS = { shirt: 1, trousers: 1, skin: 0.72 } as const;

/** A mesh with a new geometry for each pose. */
function posedMesh(group: Group, paint: Material): Mesh {
  const mesh = new Mesh(new BufferGeometry(), paint);
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  mesh.frustumCulled = false;
  group.add(mesh);
  return mesh;
}

function dress(mesh: Mesh, geometry: BufferGeometry): void {
  mesh.geometry.dispose();
  mesh.geometry = geometry;
}

function box(wide: number, tall: number, thick: number, paint: Material): Mesh {
  const geometry = new BoxGeometry(wide, tall, thick);
  const white = new Float32Array(geometry.getAttribute('position').count * 3).fill(1);
  geometry.setAttribute('color', new Float32BufferAttribute(white, 3));
  const mesh = new Mesh(geometry, paint);
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}

/** Turns an object's z axis to `outwards` and its y axis as far up as possible. */
function faceOutwards(object: Mesh | Group, outwards: Vector3, up: Vector3): void {
  const z = outwards.clone().normalize();
  const y = up.clone().addScaledVector(z, -up.dot(z)).normalize();
  object.quaternion.setFromRotationMatrix(new Matrix4().makeBasis(new Vector3().crossVectors(y, z), y, z));
}

/** Cloth that ends in a hem. */
function hemmed(shape: SoftShape): Tube[] {
  return shape.parts.filter((part): part is Tube => part.kind === 'tube' && part.cutB === true);
}

function buildBuckle(scale: number): Group {
  const buckle = new Group();
  const metal = new MeshStandardMaterial({ color: '#c9c6bd', roughness: 0.3, metalness: 0.6, vertexColors: true });
  const frame = box(0.044 * scale, 0.037 * scale, 0.005, metal);
  const plate = box(0.031 * scale, 0.025 * scale, 0.0062, clothMaterial('#211f1d', 0.5));
  buckle.add(frame, plate);
  return buckle;
}

/** The facts of a pose that the cloth's shaders need. */
function clothUniforms(scale: number, outfit: Outfit) {
  const vectors = (count: number) => ({ value: Array.from({ length: count }, () => new Vector3()) });
  const pelvis = { value: new Matrix4() };
  const shirt = {
    chest: { value: new Matrix4() },
    pelvis,
    shoulders: vectors(2),
    elbows: vectors(2),
    twist: { value: 0 },
  };
  const trousers = {
    pelvis,
    joints: vectors(6),
    fronts: vectors(2),
    bends: { value: new Vector2() },
    cut: { value: outfit.skirt ? 2 : outfit.shorts ? 1 : 0 },
  };
  const size = new Vector3(scale, scale, scale);
  const into = (matrix: Matrix4, origin: Vector3, turn: Quaternion) => matrix.compose(origin, turn, size).invert();
  const bend = (hip: Vector3, knee: Vector3, ankle: Vector3) =>
    new Vector3().subVectors(knee, hip).angleTo(new Vector3().subVectors(ankle, knee));
  return {
    shirt,
    trousers,
    follow(pose: Pose) {
      const { trunk, arms } = pose;
      into(shirt.chest.value, trunk.hub, trunk.chestTurn);
      into(pelvis.value, trunk.pelvis, trunk.pelvisTurn);
      shirt.shoulders.value = [arms.leadShoulder, arms.trailShoulder];
      shirt.elbows.value = [arms.leadElbow, arms.trailElbow];
      const turned = trunk.pelvisTurn.clone().invert().multiply(trunk.chestTurn);
      shirt.twist.value = 2 * Math.atan2(turned.y, turned.w);
      const [lead, trail] = legsOf(pose);
      trousers.joints.value = [lead.hip, lead.knee, lead.foot.ankle, trail.hip, trail.knee, trail.foot.ankle];
      trousers.fronts.value = [kneeFront(lead), kneeFront(trail)];
      trousers.bends.value.set(
        bend(lead.hip, lead.knee, lead.foot.ankle),
        bend(trail.hip, trail.knee, trail.foot.ankle),
      );
    },
  };
}

function placeShoe(shoe: Group, foot: Foot, footLength: number, ankleHeight: number): void {
  shoe.quaternion.copy(foot.turn);
  shoe.position.copy(foot.ankle).add(new Vector3(0, -ankleHeight, 0).applyQuaternion(foot.turn));
  shoe.scale.setScalar(shoeScale(footLength));
}

/** `step`: the grid size of the soft body, in meters. */
export function createFigure(swing: Swing, looks: Looks, step: number): Figure {
  const group = new Group();
  const { segments, parameters } = swing;
  const { scale } = segments;
  const { woman } = parameters.body;
  const uniforms = clothUniforms(scale, looks);
  const skinPaint = skinMaterial(looks.skin);
  const trousersPaint = trousersMaterial(looks.trousers, uniforms.trousers);
  const collarPaint = clothMaterial(looks.collar ?? looks.shirt, 0.88, true);
  const trousersHem = clothMaterial(looks.trousers, 0.9, true);
  const soft = {
    shirt: posedMesh(group, shirtMaterial(looks.shirt, uniforms.shirt)),
    trousers: posedMesh(group, trousersPaint),
    skin: posedMesh(group, skinPaint),
  };
  const collar = posedMesh(group, collarPaint);
  const sleeveHems = [posedMesh(group, collarPaint), posedMesh(group, collarPaint)];
  const legHems = [posedMesh(group, trousersHem), posedMesh(group, trousersHem)];
  const belt = posedMesh(group, clothMaterial('#2a2622', 0.5));
  const loops = Array.from({ length: 5 }, () => box(0.011 * scale, 0.042 * scale, 0.004, trousersHem));
  const buckle = buildBuckle(scale);
  group.add(buckle, ...loops);

  const head = createHead(looks, woman);
  head.group.scale.setScalar(scale * (woman ? 0.98 : 1));
  const handSize = scale * (woman ? 0.92 : 1);
  const glove = clothMaterial(looks.glove ?? '#f3f1ec', 0.75);
  const hands = new Group();
  hands.add(meshOf(leadHand(handSize), 0.0038, glove), meshOf(trailHand(handSize), 0.0038, skinPaint));
  const cuff = new Group();
  const cuffShapes = gloveCuff(handSize);
  cuff.add(meshOf(cuffShapes.cuff, 0.005, glove), meshOf(cuffShapes.tab, 0.0022, clothMaterial('#3a3c3e', 0.7)));
  const bare = looks.shorts || looks.skirt;
  const shoeLooks = { shoe: looks.shoes ?? '#efede7', trim: '#8b8f90', sock: bare ? '#f4f2ec' : '#33363a' };
  const shoes = [createShoe(shoeLooks), createShoe(shoeLooks)] as const;
  group.add(head.group, hands, cuff, ...shoes);

  function dressBands(pose: Pose, shapes: BodyShapes): void {
    dress(collar, collarGeometry(pose, segments, parameters.body, shapes.shirt));
    hemmed(shapes.shirt).forEach((cloth, i) => {
      const mesh = sleeveHems[i];
      if (mesh) dress(mesh, hemGeometry(cloth, 0.017 * scale, 0.0028));
    });
    hemmed(shapes.trousers).forEach((cloth, i) => {
      const mesh = legHems[i];
      if (mesh && !(looks.skirt && i > 0)) dress(mesh, hemGeometry(cloth, 0.02 * scale, 0.0026));
    });
    const laid = layBelt(pose, shapes, scale);
    dress(belt, laid.geometry);
    const up = new Vector3(0, 1, 0).applyQuaternion(pose.trunk.pelvisTurn);
    buckle.position.copy(laid.buckle);
    faceOutwards(buckle, new Vector3(0, 0, 1).applyQuaternion(pose.trunk.pelvisTurn), up);
    loops.forEach((loop, i) => {
      const on = laid.loops[i];
      if (!on) return;
      loop.position.copy(on.place);
      faceOutwards(loop, on.outwards, up);
    });
  }

  return {
    group,
    show(pose) {
      const shapes = bodyShapes(pose, segments, parameters.body, looks);
      const all = GARMENTS.map((name) => shapes[name]);
      for (const name of GARMENTS) {
        const others = all.filter((shape) => shape !== shapes[name]);
        dress(soft[name], geometryOf(shapes[name], step * FINENESS[name], others));
      }
      uniforms.follow(pose);
      dressBands(pose, shapes);
      head.group.position.copy(pose.trunk.neckTop);
      head.group.quaternion.copy(pose.trunk.headTurn);
      head.hang(pose.trunk.headTurn);
      hands.position.copy(pose.club.butt);
      hands.quaternion.copy(pose.club.turn);
      const { leadWrist, leadElbow } = pose.arms;
      const along = new Vector3().subVectors(leadElbow, leadWrist);
      const back = new Vector3(1, 0, 0).applyQuaternion(pose.club.turn);
      cuff.position.copy(leadWrist);
      // Its x axis is the hand's back, its y axis runs along the forearm.
      faceOutwards(cuff, new Vector3().crossVectors(back, along), along);
      placeShoe(shoes[0], pose.legs.leadFoot, segments.foot, segments.ankleHeight);
      placeShoe(shoes[1], pose.legs.trailFoot, segments.foot, segments.ankleHeight);
    },
  };
}
