// The course behind the golfer: sky, hills, trees, mown grass. It never moves, so it is drawn once per clip.

import {
  BackSide,
  Color,
  CylinderGeometry,
  DoubleSide,
  Fog,
  Frustum,
  Group,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  type PerspectiveCamera,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  Sphere,
  SphereGeometry,
  Vector3,
} from 'three';
import { grassBlades, type Patch, STRIPES } from './grass.ts';
import { addMorningLight, SUN } from './light.ts';
import { seededRandom } from './seeded-random.ts';
import { trees } from './trees.ts';

const NOISE = `
float hash(vec2 p){ p = fract(p * vec2(123.34, 456.21)); p += dot(p, p + 45.32); return fract(p.x * p.y); }
float noise(vec2 p){ vec2 i = floor(p); vec2 f = fract(p); f = f*f*(3.0-2.0*f);
  return mix(mix(hash(i), hash(i+vec2(1,0)), f.x), mix(hash(i+vec2(0,1)), hash(i+vec2(1,1)), f.x), f.y); }
float fbm(vec2 p){ float a = 0.5; float s = 0.0; for (int i=0;i<5;i++){ s += a*noise(p); p = p*2.03 + 17.1; a *= 0.5; } return s; }
`;

function sky(mirrored: boolean): Mesh {
  const material = new ShaderMaterial({
    side: BackSide,
    depthWrite: false,
    uniforms: { sun: { value: new Vector3((mirrored ? -1 : 1) * SUN.x, 0.25, SUN.z).normalize() } },
    vertexShader:
      'varying vec3 way; void main(){ way = normalize(position); gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }',
    fragmentShader: `varying vec3 way; uniform vec3 sun; ${NOISE}
      void main(){
        vec3 d = normalize(way);
        float h = clamp(d.y, 0.0, 1.0);
        vec3 low = vec3(0.78, 0.87, 0.92);
        vec3 mid = vec3(0.40, 0.65, 0.87);
        vec3 high = vec3(0.12, 0.35, 0.70);
        vec3 c = mix(low, mid, smoothstep(0.0, 0.13, h));
        c = mix(c, high, smoothstep(0.1, 0.42, h));
        vec2 q = d.xz / (h + 0.12) * 0.9;
        float cloud = smoothstep(0.48, 0.9, fbm(q * vec2(0.55, 0.9) + 3.0)) * smoothstep(0.02, 0.10, h) * (1.0 - smoothstep(0.3, 0.7, h));
        c = mix(c, vec3(0.98, 0.97, 0.95), cloud * 0.5);
        gl_FragColor = vec4(c, 1.0);
        #include <colorspace_fragment>
      }`,
  });
  return new Mesh(new SphereGeometry(700, 48, 32), material);
}

/** Mown grass: light and dark stripes, speckle near the camera, rougher and darker beside the fairway. */
function ground(): Mesh {
  const material = new MeshStandardMaterial({ color: '#ffffff', roughness: 1 });
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec3 spot;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nspot = (modelMatrix * vec4(position, 1.0)).xyz;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\nvarying vec3 spot;\n${NOISE}`)
      .replace(
        '#include <color_fragment>',
        `
        float away = length(spot.xz);
        float stripe = smoothstep(-0.25, 0.25, sin(spot.z * ${STRIPES.perMeter} + ${STRIPES.start}));
        vec3 c = mix(vec3(${STRIPES.dark.join(',')}), vec3(${STRIPES.light.join(',')}), stripe);
        float edge = 12.0 + 3.0 * noise(spot.xz * 0.06 + 4.0);
        float rough = smoothstep(edge, edge + 1.2, abs(spot.z + 2.0));
        c = mix(c, vec3(0.078, 0.150, 0.038) * (0.8 + 0.5 * fbm(spot.xz * 0.9)), rough * 0.9);
        float fine = noise(spot.xz * vec2(150.0, 150.0)) * 0.5 + noise(spot.xz * vec2(55.0, 55.0)) * 0.5;
        c *= mix(0.88 + 0.24 * fine, 1.0, smoothstep(2.5, 10.0, away));
        c *= 0.88 + 0.24 * fbm(spot.xz * 0.5);
        c = mix(c, c * vec3(1.25, 1.1, 0.75), 0.55 * fbm(spot.xz * 0.13 + 7.0));
        // Long shadows of the trees lie across the distant grass.
        float shade = smoothstep(0.5, 0.62, fbm(vec2(spot.x * 0.035 + spot.z * 0.05, spot.z * 0.11) + 11.0)) * smoothstep(13.0, 26.0, abs(spot.z + 2.0) + 0.12 * max(0.0, abs(spot.x) - 20.0));
        c *= 1.0 - 0.42 * shade;
        diffuseColor.rgb = c;
      `,
      );
  };
  const mesh = new Mesh(new PlaneGeometry(1300, 1300), material);
  mesh.rotation.x = -Math.PI / 2;
  return mesh;
}

/** Blue with distance. */
const HILL_COLORS = ['#6d9a74', '#88b09a', '#a6c6cc'];

function hills(next: () => number): Group {
  const group = new Group();
  for (const [ring, color] of HILL_COLORS.entries()) {
    const paint = new MeshStandardMaterial({ color, roughness: 1 });
    for (let i = 0; i < 26; i++) {
      const angle = (i / 26) * Math.PI * 2 + next() * 0.2;
      const far = 250 + ring * 90;
      const hill = new Mesh(new SphereGeometry(1, 32, 16), paint);
      hill.position.set(Math.cos(angle) * far, -8, Math.sin(angle) * far);
      hill.scale.set(60 + next() * 50, 16 + ring * 11 + next() * 14, 60 + next() * 40);
      group.add(hill);
    }
  }
  return group;
}

/** A flag far down the fairway, in the picture's accent color. */
function flag(): Group {
  const group = new Group();
  const pole = new Mesh(
    new CylinderGeometry(0.035, 0.035, 2.6, 6),
    new MeshStandardMaterial({ color: '#f4f1e8', roughness: 0.8 }),
  );
  pole.position.y = 1.3;
  const cloth = new Mesh(
    new PlaneGeometry(0.95, 0.62),
    new MeshStandardMaterial({ color: '#e2552d', roughness: 0.9, side: DoubleSide }),
  );
  cloth.position.set(0, 2.25, 0.5);
  cloth.rotation.y = Math.PI / 2;
  group.add(pole, cloth);
  group.position.set(118, 0, 3.2);
  return group;
}

export function createCourse(seed: number, mirrored: boolean, patches: Patch[], camera: PerspectiveCamera): Scene {
  const scene = new Scene();
  const next = seededRandom(seed);
  scene.fog = new Fog(new Color('#c8e0ee'), 70, 640);
  addMorningLight(scene, mirrored, 512).castShadow = false;
  const planted = new Group();
  const sight = new Frustum().setFromProjectionMatrix(
    new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse),
  );
  const inSight = (middle: Vector3, radius: number) =>
    sight.intersectsSphere(new Sphere(middle.clone().setX(mirrored ? -middle.x : middle.x), radius));
  planted.add(hills(next), trees(next, inSight), flag());
  planted.scale.x = mirrored ? -1 : 1;
  scene.add(sky(mirrored), ground(), planted);
  for (const patch of patches) scene.add(grassBlades(next, patch));
  return scene;
}
