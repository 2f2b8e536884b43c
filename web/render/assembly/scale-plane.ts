// AssemblyScript: scales one plane of bytes, first down, then across, each with weights of 14 bits. scripts/compile-scaler.ts
// compiles it to WebAssembly with SIMD; plane-scaler.ts lays out the memory.

const HALF: i32 = 1 << 13;

/**
 * Scales one plane. For each row of the result, `downFirst` names the first source row and `downWeights` holds
 * `downTaps` (even) weights, two in each 32 bits. `acrossFirst`, `acrossWeights` and `acrossTaps` (a multiple of 8) do
 * the same for columns. `row` is a buffer for one row. Reads up to 16 bytes past each row.
 */
export function scalePlane(
  from: usize, stride: i32, widthPx: i32,
  downFirst: usize, downWeights: usize, downTaps: i32,
  acrossFirst: usize, acrossWeights: usize, acrossTaps: i32,
  row: usize, to: usize, toWidthPx: i32, toHeightPx: i32,
): void {
  const half = i32x4.splat(HALF);
  for (let y: i32 = 0; y < toHeightPx; y++) {
    const first = from + <usize>(load<i32>(downFirst + (<usize>y << 2)) * stride);
    const weights = downWeights + <usize>(y * downTaps << 1);
    for (let x: i32 = 0; x < widthPx; x += 8) {
      let left = half;
      let right = half;
      let at = first + <usize>x;
      for (let tap: i32 = 0; tap < downTaps; tap += 2) {
        const upper = v128.load8x8_u(at);
        const lower = v128.load8x8_u(at + <usize>stride);
        const pair = v128.load32_splat(weights + (<usize>tap << 1));
        left = i32x4.add(left, i32x4.dot_i16x8_s(v128.shuffle<i16>(upper, lower, 0, 8, 1, 9, 2, 10, 3, 11), pair));
        right = i32x4.add(right, i32x4.dot_i16x8_s(v128.shuffle<i16>(upper, lower, 4, 12, 5, 13, 6, 14, 7, 15), pair));
        at += <usize>(stride << 1);
      }
      const sums = i16x8.narrow_i32x4_s(i32x4.shr_s(left, 14), i32x4.shr_s(right, 14));
      v128.store64_lane(row + <usize>x, i8x16.narrow_i16x8_u(sums, sums), 0);
    }
    let out = to + <usize>(y * toWidthPx);
    let weightsAcross = acrossWeights;
    for (let x: i32 = 0; x < toWidthPx; x++) {
      const at = row + <usize>load<i32>(acrossFirst + (<usize>x << 2));
      let sum = i32x4.splat(0);
      for (let tap: i32 = 0; tap < acrossTaps; tap += 8) {
        sum = i32x4.add(sum, i32x4.dot_i16x8_s(v128.load8x8_u(at + <usize>tap), v128.load(weightsAcross + (<usize>tap << 1))));
      }
      weightsAcross += <usize>(acrossTaps << 1);
      sum = i32x4.add(sum, v128.shuffle<i32>(sum, sum, 2, 3, 0, 1));
      const total = (i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1) + HALF) >> 14;
      store<u8>(out, total < 0 ? 0 : total > 255 ? 255 : total);
      out++;
    }
  }
}
