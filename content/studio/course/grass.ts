// Single blades of grass: a lawn of small bent triangles in a patch of ground.
import { Color, InstancedMesh, MeshStandardMaterial, Object3D, PlaneGeometry } from 'three';

/** The mower's stripes, for the ground's shader and for the blades. Colors are linear RGB. */
export const STRIPES = {
  perMeter: '1.35',
  start: '0.9',
  light: ['0.170', '0.300', '0.090'],
  dark: ['0.115', '0.228', '0.070'],
} as const;

export interface Patch {
  fromX: number;
  toX: number;
  fromZ: number;
  toZ: number;
  count: number;
  /** Blades are this tall at most, in meters. */
  tall: number;
}

/** Blades are lit like the ground on both faces; otherwise half of them would be black. */
function bladeMaterial(): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ roughness: 1, side: 2 });
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <normal_fragment_begin>',
      'vec3 normal = normalize(vNormal);\nvec3 nonPerturbedNormal = normal;',
    );
    shader.vertexShader = shader.vertexShader.replace(
      '#include <beginnormal_vertex>',
      'vec3 objectNormal = vec3(0.0, 1.0, 0.0);',
    );
    shader.vertexShader = shader.vertexShader.replace(
      '#include <defaultnormal_vertex>',
      'vec3 transformedNormal = normalMatrix * vec3(0.0, 1.0, 0.0);',
    );
  };
  return material;
}

function stripeColor(z: number, color: Color, next: () => number): Color {
  const wave = Math.sin(z * Number(STRIPES.perMeter) + Number(STRIPES.start));
  const t = Math.max(0, Math.min(1, (wave + 0.25) / 0.5));
  const mix = (i: 0 | 1 | 2) => Number(STRIPES.dark[i]) + (Number(STRIPES.light[i]) - Number(STRIPES.dark[i])) * t;
  const bright = 0.86 + 0.32 * next();
  return color.setRGB(mix(0) * bright * 1.04, mix(1) * bright, mix(2) * bright * 0.9);
}

export function grassBlades(next: () => number, patch: Patch): InstancedMesh {
  const blade = new PlaneGeometry(0.0042, 1, 1, 2);
  blade.translate(0, 0.5, 0);
  const place = blade.getAttribute('position');
  for (let i = 0; i < place.count; i++) {
    const up = place.getY(i);
    place.setX(i, place.getX(i) * (1 - 0.85 * up));
    place.setZ(i, up * up * 0.35);
  }
  const mesh = new InstancedMesh(blade, bladeMaterial(), patch.count);
  const dummy = new Object3D();
  const color = new Color();
  for (let i = 0; i < patch.count; i++) {
    dummy.position.set(
      patch.fromX + next() * (patch.toX - patch.fromX),
      0,
      patch.fromZ + next() * (patch.toZ - patch.fromZ),
    );
    dummy.rotation.set((next() - 0.5) * 0.8, next() * 6.3, (next() - 0.5) * 0.8);
    const tall = patch.tall * (0.45 + next() * 0.55);
    dummy.scale.set(0.8 + next() * 0.5, tall, tall);
    dummy.updateMatrix();
    mesh.setMatrixAt(i, dummy.matrix);
    mesh.setColorAt(i, stripeColor(dummy.position.z, color, next));
  }
  mesh.frustumCulled = false;
  mesh.receiveShadow = true;
  return mesh;
}
