// Maps measured values to 0…1 between two limits each.

/** 0 at `none`, 1 at `full`, linear in between; `none` may be the larger one. */
export function ramp(value: number, none: number, full: number): number {
  return Math.max(0, Math.min(1, (value - none) / (full - none)));
}

/**
 * The product of measured features. Each rises linearly from 0 at `reject` to 1 at `accept` and is clamped outside
 * that range.
 */
export function featuresLikeness<Feature extends string>(
  features: Readonly<Record<Feature, { readonly reject: number; readonly accept: number }>>,
  measured: Readonly<Record<Feature, number>>,
): number {
  return (Object.keys(features) as Feature[]).reduce((product, feature) => {
    const { reject, accept } = features[feature];
    return product * ramp(measured[feature], reject, accept);
  }, 1);
}
