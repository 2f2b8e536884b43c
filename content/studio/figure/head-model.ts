// The head as meshes in its own frame: face, eyes, brows, hair and cap. Made once; only the pony tail moves.
import {
  Color,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  type Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import { createCap } from './cap-model.ts';
import { clothMaterial, hairMaterial, skinMaterial } from './cloth.ts';
import { EYE, faceTint, hairShape, headShape, TAIL_ROOT, tailShape } from './head-shape.ts';
import { cone } from './limb-shape.ts';
import { meshOf } from './soft-mesh.ts';

export interface HeadLooks {
  skin: string;
  hair: string;
  cap: string;
  longHair: boolean;
}

export interface Head {
  group: Group;
  /** Lets the ponytail hang down, whatever the rotation of the head. */
  hang(headTurn: Quaternion): void;
}

/** Colors the rows of a sphere by their angle from its pole. */
function painted(geometry: SphereGeometry, colorAt: (degrees: number) => Color): SphereGeometry {
  const place = geometry.getAttribute('position');
  const normal = geometry.getAttribute('normal');
  const colors: number[] = [];
  for (let i = 0; i < place.count; i++) {
    const degrees = (Math.acos(Math.max(-1, Math.min(1, normal.getY(i)))) * 180) / Math.PI;
    colors.push(...colorAt(degrees).toArray());
  }
  geometry.setAttribute('color', new Float32BufferAttribute(colors, 3));
  return geometry;
}

const WHITE = new Color('#cdc6bd');
const PUPIL = new Color('#0d0b0a');
const CORNER = new Color('#5a4038');

/** An eyeball looking a little down, between its lids. */
function eye(side: 1 | -1, iris: Color, skin: MeshStandardMaterial): Object3D {
  const group = new Group();
  group.position.set(side * EYE.x, EYE.y, EYE.z);
  const ball = new Mesh(
    painted(new SphereGeometry(EYE.radius, 14, 44), (degrees) =>
      degrees < 13 ? PUPIL : degrees < 31 ? iris : degrees < 54 ? WHITE : CORNER,
    ),
    new MeshStandardMaterial({ vertexColors: true, roughness: 0.25 }),
  );
  ball.rotation.x = ((90 + 14) * Math.PI) / 180;
  ball.receiveShadow = true;
  const lid = (reach: number, tilt: number, lash: number) => {
    const geometry = new SphereGeometry(EYE.radius * 1.09, 18, 10, 0, Math.PI * 2, 0, (reach * Math.PI) / 180);
    painted(geometry, (degrees) =>
      new Color().setScalar(degrees > reach - 3 ? lash : 0.82 + 0.1 * (1 - degrees / reach)),
    );
    const mesh = new Mesh(geometry, skin);
    mesh.rotation.x = (tilt * Math.PI) / 180;
    mesh.receiveShadow = true;
    return mesh;
  };
  group.add(ball, lid(78, 8, 0.22), lid(56, 172, 0.6));
  return group;
}

export function createHead(looks: HeadLooks, woman: boolean): Head {
  const group = new Group();
  const skin = skinMaterial(looks.skin);
  const hair = hairMaterial(looks.hair);
  const face = meshOf(headShape(woman), 0.004, skin);
  const place = face.geometry.getAttribute('position');
  const color = face.geometry.getAttribute('color');
  for (let i = 0; i < place.count; i++) {
    const [red, green, blue] = faceTint(place.getX(i), place.getY(i), place.getZ(i), woman);
    const open = color.getX(i);
    color.setXYZ(i, open * red, open * green, open * blue);
  }
  group.add(face, meshOf(hairShape(looks.longHair), 0.0055, hair));
  const iris = new Color(looks.hair).lerp(new Color('#4a3423'), 0.6);
  for (const side of [1, -1] as const) {
    group.add(eye(side, iris, skin));
    const at = (x: number, y: number, z: number) => new Vector3(side * x, y, z);
    const thick = woman ? 0.0024 : 0.0036;
    const brow = [
      cone(at(0.0155, 0.1135, 0.0905), at(0.035, 0.1175, 0.081), thick, thick),
      cone(at(0.035, 0.1175, 0.081), at(0.0515, 0.113, 0.066), thick, thick * 0.5),
    ];
    group.add(meshOf({ parts: brow, blendRadius: 0.001 }, 0.0026, hair));
  }
  group.add(createCap(clothMaterial(looks.cap, 0.85, true)));
  if (!looks.longHair) return { group, hang: () => undefined };
  const tail = meshOf(tailShape(), 0.0055, hair);
  tail.position.copy(TAIL_ROOT);
  group.add(tail);
  const down = new Vector3(0, -1, 0);
  return {
    group,
    hang(headTurn) {
      const way = down.clone().applyQuaternion(headTurn.clone().invert());
      // Keeps the ponytail out of the neck and off the face.
      way.lerp(new Vector3(0, -1, -0.35), 0.35);
      way.z = Math.min(way.z, -0.2);
      tail.quaternion.setFromUnitVectors(down, way.normalize());
    },
  };
}
