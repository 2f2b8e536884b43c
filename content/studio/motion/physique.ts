// The golfer's body dimensions: segment lengths and girths, from height and build. Lengths in meters.

export interface Physique {
  heightM: number;
  /** 1 is average; 0.9 slender, 1.15 heavy. */
  build: number;
  woman: boolean;
}

export interface Segments {
  scale: number;
  thigh: number;
  shank: number;
  ankleHeight: number;
  hipHalfWidth: number;
  lumbar: number;
  thorax: number;
  shoulderHalfWidth: number;
  upperArm: number;
  forearm: number;
  neck: number;
  foot: number;
}

/** Proportions after Drillis & Contini's anthropometric table, with the hip and shoulder widths of women and men. */
export function segmentsOf(body: Physique): Segments {
  const h = body.heightM;
  return {
    scale: h / 1.83,
    thigh: 0.245 * h,
    shank: 0.246 * h,
    ankleHeight: 0.045 * h,
    hipHalfWidth: (body.woman ? 0.052 : 0.05) * h,
    lumbar: 0.115 * h,
    thorax: 0.175 * h,
    shoulderHalfWidth: (body.woman ? 0.095 : 0.105) * h,
    upperArm: 0.182 * h,
    forearm: 0.148 * h,
    neck: 0.052 * h,
    foot: 0.148 * h,
  };
}
