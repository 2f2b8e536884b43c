// The materials of skin, hair and clothes: standard materials with folds, seams and weave in the garment's own
// coordinates, so that they move with the body.
import { Color, DoubleSide, type IUniform, MeshPhysicalMaterial, MeshStandardMaterial } from 'three';

const NOISE = `
float hash3(vec3 p){ p = fract(p * vec3(0.1031, 0.1030, 0.0973)); p += dot(p, p.yxz + 33.33); return fract((p.x + p.y) * p.z); }
float noise3(vec3 p){ vec3 i = floor(p); vec3 f = fract(p); f = f*f*f*(f*(f*6.0-15.0)+10.0);
  return mix(mix(mix(hash3(i), hash3(i+vec3(1,0,0)), f.x), mix(hash3(i+vec3(0,1,0)), hash3(i+vec3(1,1,0)), f.x), f.y),
    mix(mix(hash3(i+vec3(0,0,1)), hash3(i+vec3(1,0,1)), f.x), mix(hash3(i+vec3(0,1,1)), hash3(i+vec3(1,1,1)), f.x), f.y), f.z) - 0.5; }
float line(float off, float wide){ return exp(-(off*off) / (wide*wide)); }
float inside(float x, float from, float to, float soft){ return smoothstep(from - soft, from + soft, x) * (1.0 - smoothstep(to - soft, to + soft, x)); }
vec3 raised(vec3 at, vec3 n, float h){
  vec3 sx = dFdx(at); vec3 sy = dFdy(at);
  vec3 r1 = cross(sy, n); vec3 r2 = cross(n, sx);
  float det = dot(sx, r1);
  vec3 g = sign(det) * (dFdx(h) * r1 + dFdy(h) * r2) / max(abs(det), 1e-9);
  // At the outline of a body, a pixel covers too much cloth to show its texture.
  g *= smoothstep(0.08, 0.4, abs(dot(n, normalize(at))));
  float steep = length(g);
  return normalize(n - g * min(1.0, 0.9 / max(steep, 1e-6)));
}
`;

/** `code` changes `tint` (a factor of the color) and `h` (the height of the cloth in meters) at `spot`. */
function detailed(
  paint: MeshStandardMaterial,
  name: string,
  uniforms: Record<string, IUniform>,
  declarations: string,
  code: string,
): MeshStandardMaterial {
  paint.customProgramCacheKey = () => name;
  paint.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec3 spot;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nspot = position;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\nvarying vec3 spot;\n${NOISE}\n${declarations}`)
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>\nvec3 tint = vec3(1.0); float h = 0.0;\n${code}\ndiffuseColor.rgb *= tint;`,
      )
      .replace(
        '#include <normal_fragment_maps>',
        '#include <normal_fragment_maps>\nnormal = raised(-vViewPosition, normal, h);',
      );
  };
  return paint;
}

function plain(color: string, roughness: number): MeshStandardMaterial {
  return new MeshStandardMaterial({
    color: new Color(color),
    roughness,
    metalness: 0,
    vertexColors: true,
  });
}

/** Woven or knitted cloth hardly mirrors the sky; its fibres catch the light at the outline instead. */
function knitted(color: string): MeshStandardMaterial {
  return new MeshPhysicalMaterial({
    color: new Color(color),
    roughness: 1,
    metalness: 0,
    specularIntensity: 0.15,
    sheen: 0.5,
    sheenRoughness: 0.7,
    sheenColor: new Color(color).lerp(new Color('#ffffff'), 0.35),
    vertexColors: true,
  });
}

export const skinMaterial = (color: string) => plain(color, 0.58);

export function hairMaterial(color: string): MeshStandardMaterial {
  return detailed(
    plain(color, 0.6),
    'hair',
    {},
    '',
    `float strand = noise3(vec3(spot.x * 420.0, spot.y * 40.0, spot.z * 420.0)) + 0.6 * noise3(vec3(spot.x * 160.0, spot.y * 22.0, spot.z * 160.0) + 7.0);
    tint = vec3(1.0 + 0.75 * strand); h = 0.0018 * strand;`,
  );
}

/** Cloth or leather without folds of its own: cap, shoes, glove, belt. Thin cloth is seen from both sides. */
export function clothMaterial(color: string, roughness: number, thin = false): MeshStandardMaterial {
  const paint = plain(color, roughness);
  if (thin) paint.side = DoubleSide;
  return detailed(
    paint,
    'cloth',
    {},
    '',
    'float weave = noise3(spot * 480.0); tint = vec3(1.0 + 0.06 * weave); h = 0.00005 * weave;',
  );
}

export interface ShirtUniforms extends Record<string, IUniform> {
  /** Converts from the world to the frames of rib cage and pelvis, in meters for a golfer of 1.83 m. */
  chest: IUniform;
  pelvis: IUniform;
  /** Shoulders and elbows, lead first. */
  shoulders: IUniform;
  elbows: IUniform;
  /** The chest's rotation relative to the pelvis, in radians. */
  twist: IUniform;
}

export function shirtMaterial(color: string, uniforms: ShirtUniforms): MeshStandardMaterial {
  return detailed(
    knitted(color),
    'shirt',
    uniforms,
    `uniform mat4 chest; uniform mat4 pelvis; uniform vec3 shoulders[2]; uniform vec3 elbows[2]; uniform float twist;
    vec4 onSleeve(vec3 p, vec3 shoulder, vec3 elbow){
      vec3 way = elbow - shoulder; vec3 d = p - shoulder; float t = dot(d, way) / dot(way, way);
      return vec4(t, d - way * t); }`,
    `vec3 c = (chest * vec4(spot, 1.0)).xyz; vec3 q = (pelvis * vec4(spot, 1.0)).xyz;
    float onArm = 0.0;
    for (int i = 0; i < 2; i++) {
      vec4 s = onSleeve(spot, shoulders[i], elbows[i]);
      float round = length(s.yzw);
      float sleeve = smoothstep(0.1, 0.32, s.x) * (1.0 - smoothstep(0.075, 0.1, round));
      onArm = max(onArm, sleeve);
      vec3 e = c - vec3(i == 0 ? 0.155 : -0.155, -0.11, 0.0);
      // Folds hang across the sleeve, and run out from the armpit.
      h += sleeve * 0.009 * noise3(vec3(s.x * 9.0, s.yzw * 17.0 + float(i) * 9.0));
      h += (1.0 - sleeve) * 0.011 * exp(-dot(e, e) / 0.011) * noise3(vec3(atan(e.y, abs(e.x) + 0.05) * 4.2, length(e) * 5.0, float(i) * 5.0 + e.z * 6.0));
      float seam = line((s.x - 0.05) * 0.33, 0.0026) * (1.0 - smoothstep(0.085, 0.11, round));
      tint *= 1.0 - 0.11 * seam; h -= 0.0008 * seam;
    }
    float torso = 1.0 - onArm;
    float low = 1.0 - smoothstep(0.07, 0.24, q.y);
    // Tucked-in cloth: it bunches over the belt and is pulled diagonally by the rotation of the chest.
    h += torso * low * 0.016 * noise3(vec3(q.x * 13.0, q.y * 19.0 + twist * q.x * 17.0, q.z * 13.0));
    h += torso * low * low * 0.008 * noise3(vec3(q.x * 34.0, q.y * 9.0, q.z * 34.0) + 3.0);
    h += torso * 0.006 * min(1.0, abs(twist)) * noise3(vec3(c.x * 7.0, c.y * 13.0 - twist * c.x * 16.0, c.z * 7.0) + 11.0);
    // Loose cloth drapes from chest and shoulder blades down to the belt, more to one side as the chest turns.
    h += torso * 0.014 * smoothstep(0.0, -0.12, c.y) * noise3(vec3(c.x * 16.0 + c.y * 7.0 * twist, c.y * 4.5, c.z * 16.0) + 5.0);
    h += torso * 0.005 * noise3(vec3(c.x * 31.0, c.y * 12.0 + abs(c.x) * 20.0, c.z * 31.0) + 13.0);
    float front = torso * smoothstep(0.02, 0.05, c.z);
    float placket = front * inside(c.y, -0.175, 0.04, 0.0015);
    float edge = placket * line(abs(c.x) - 0.0155, 0.0018) + front * line(c.y + 0.175, 0.0018) * inside(c.x, -0.0155, 0.0155, 0.001);
    tint *= 1.0 - 0.22 * edge; h += 0.0008 * placket * inside(c.x, -0.0155, 0.0155, 0.0015);
    for (int i = 0; i < 3; i++) {
      float far = length(vec2(c.x, c.y + 0.048 + 0.045 * float(i)));
      float button = front * (1.0 - smoothstep(0.0052, 0.0066, far));
      float rim = front * line(far - 0.0066, 0.0011);
      tint = mix(tint, vec3(0.86), 0.75 * button) * (1.0 - 0.35 * rim); h += 0.001 * button;
    }
    float side = torso * line(c.z + 0.004, 0.0024) * smoothstep(0.07, 0.1, abs(c.x));
    tint *= 1.0 - 0.09 * side;
    tint *= 1.0 + 0.05 * noise3(c * 330.0);`,
  );
}

export interface TrousersUniforms extends Record<string, IUniform> {
  pelvis: IUniform;
  /** Hip, knee and ankle of the lead leg, then of the trail leg. */
  joints: IUniform;
  /** The directions in which the two knees point. */
  fronts: IUniform;
  /** How far each knee is bent, in radians. */
  bends: IUniform;
  /** 0 trousers, 1 shorts, 2 a skirt. */
  cut: IUniform;
}

export function trousersMaterial(color: string, uniforms: TrousersUniforms): MeshStandardMaterial {
  return detailed(
    knitted(color),
    'trousers',
    uniforms,
    `uniform mat4 pelvis; uniform vec3 joints[6]; uniform vec3 fronts[2]; uniform vec2 bends; uniform int cut;
    // The place of a point on a leg: meters below the knee, to its side and in front of the bone; then its distance.
    vec4 onLeg(vec3 p, vec3 hip, vec3 knee, vec3 ankle, vec3 front){
      vec3 thigh = normalize(knee - hip); vec3 shank = normalize(ankle - knee); vec3 d = p - knee;
      float above = dot(d, thigh); float below = dot(d, shank);
      float share = smoothstep(-0.05, 0.05, above + below);
      vec3 bone = normalize(mix(thigh, shank, share));
      float s = mix(above, below, share);
      vec3 ahead = normalize(front - bone * dot(front, bone)); vec3 side = cross(bone, ahead);
      float x = dot(d, side); float z = dot(d, ahead);
      return vec4(s, x, z, length(vec2(x, z)) + max(0.0, -0.42 - s)); }`,
    `vec3 q = (pelvis * vec4(spot, 1.0)).xyz;
    vec4 lead = onLeg(spot, joints[0], joints[1], joints[2], fronts[0]);
    vec4 trail = onLeg(spot, joints[3], joints[4], joints[5], fronts[1]);
    bool first = lead.w < trail.w;
    vec4 leg = first ? lead : trail; float bend = first ? bends.x : bends.y;
    float outside = first ? -1.0 : 1.0;
    float own = smoothstep(0.0, 0.03, abs(lead.w - trail.w));
    float thighs = smoothstep(-0.36, -0.28, leg.x);
    if (cut == 2) {
      float down = smoothstep(0.0, -0.28, q.y);
      float turn = atan(q.x, q.z) * 15.0;
      float pleat = abs(fract(turn / 6.2831853) - 0.5) * 2.0;
      h += 0.011 * down * pleat * (1.0 - 0.3 * pleat); tint *= 1.0 - 0.14 * down * (1.0 - smoothstep(0.0, 0.2, pleat));
    } else {
      float pressed = cut == 0 ? smoothstep(-0.34, -0.2, leg.x) : 0.0;
      float crease = own * pressed * line(leg.y, 0.0042) * step(0.0, leg.z);
      h += 0.0022 * crease; tint *= 1.0 + 0.06 * crease;
      float seam = own * thighs * line(leg.z, 0.0026) * step(0.0, leg.y * outside);
      tint *= 1.0 - 0.14 * seam;
      float behind = smoothstep(0.02, -0.04, leg.z);
      h += own * 0.024 * min(1.0, bend) * behind * exp(-leg.x * leg.x / 0.011) * noise3(vec3(leg.x * 34.0, leg.y * 9.0, outside * 3.0));
      h += own * 0.011 * min(1.0, 0.3 + bend) * (1.0 - behind) * exp(-(leg.x - 0.09) * (leg.x - 0.09) / 0.006) * noise3(vec3(leg.x * 22.0 + abs(leg.y) * 14.0, leg.y * 10.0, outside * 7.0));
      if (cut == 0) h += own * 0.024 * smoothstep(0.24, 0.4, leg.x) * noise3(vec3(leg.x * 32.0, leg.y * 12.0, leg.z * 12.0 + outside * 5.0));
      // Long soft drapes, and folds that radiate from the crotch.
      h += own * thighs * 0.009 * noise3(vec3(leg.y * 19.0, leg.x * 4.5 + outside * 3.0, leg.z * 19.0));
    }
    float near = length(vec3(q.x, q.y + 0.1, q.z - 0.06));
    if (cut != 2) h += 0.014 * exp(-near * near / 0.016) * noise3(vec3(atan(q.y + 0.1, abs(q.x) + 0.02) * 5.0, near * 7.0, q.x * 9.0));
    float back = smoothstep(-0.03, -0.06, q.z); float front = smoothstep(0.03, 0.06, q.z);
    float pocket = (1.0 - back) * line((abs(q.x) - 0.108) + (q.y - 0.04) * 0.38, 0.0022) * inside(q.y, -0.085, 0.045, 0.004);
    float welt = back * line(q.y - 0.012, 0.002) * inside(abs(q.x), 0.04, 0.105, 0.001);
    float fly = front * line(q.x - 0.004, 0.002) * inside(q.y, -0.07, 0.05, 0.004);
    float middle = back * line(q.x, 0.002) * inside(q.y, -0.1, 0.05, 0.01);
    float sewn = pocket + welt + (cut == 2 ? 0.0 : 0.8 * fly + 0.6 * middle);
    tint *= 1.0 - 0.26 * min(1.0, sewn);
    tint *= 1.0 + 0.05 * noise3(q * 300.0);`,
  );
}
