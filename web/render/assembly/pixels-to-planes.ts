// AssemblyScript: converts pixels of four bytes to planes of BT.709 in limited range, with weights of 16 bits.
// scripts/compile-scaler.ts compiles it to WebAssembly with SIMD; side-painter.ts lays out the memory.

/**
 * The weights for brightness. Green's weight of 40,254 does not fit into 16 bits, so green is added twice with half the
 * weight.
 */
const Y_RED: i16 = 11966;
const Y_HALF_GREEN: i16 = 20127;
const Y_BLUE: i16 = 4064;
const Y_OFFSET: i32 = (16 << 16) + (1 << 15);
/** The weights for the colors, which are sums of four pixels. */
const C_OFFSET: i32 = 4 * ((128 << 16) + (1 << 15));

/** Four brightnesses from four pixels: `low` is their first and second byte, `high` their second and third. */
// @ts-ignore: decorator
@inline
function brightness(low: v128, high: v128, lowWeights: v128, highWeights: v128): v128 {
  const sum = i32x4.add(i32x4.dot_i16x8_s(low, lowWeights), i32x4.dot_i16x8_s(high, highWeights));
  return i32x4.shr_s(i32x4.add(sum, i32x4.splat(Y_OFFSET)), 16);
}

/** Four colors from the sums of four pixels each. */
// @ts-ignore: decorator
@inline
function color(low: v128, high: v128, lowWeights: v128, highWeights: v128): v128 {
  const sum = i32x4.add(i32x4.dot_i16x8_s(low, lowWeights), i32x4.dot_i16x8_s(high, highWeights));
  return i32x4.shr_s(i32x4.add(sum, i32x4.splat(C_OFFSET)), 18);
}

/** The first and second byte of four pixels, as numbers of 16 bits. */
// @ts-ignore: decorator
@inline
function lowBytes(pixels: v128): v128 {
  return v128.shuffle<u8>(pixels, i32x4.splat(0), 0, 16, 1, 16, 4, 16, 5, 16, 8, 16, 9, 16, 12, 16, 13, 16);
}

/** The second and third. */
// @ts-ignore: decorator
@inline
function highBytes(pixels: v128): v128 {
  return v128.shuffle<u8>(pixels, i32x4.splat(0), 1, 16, 2, 16, 5, 16, 6, 16, 9, 16, 10, 16, 13, 16, 14, 16);
}

/** The sums of two rows, and of each pixel and the one to its right, from eight pixels of both rows. */
// @ts-ignore: decorator
@inline
function sums(left: v128, right: v128): v128 {
  return i16x8.add(v128.shuffle<i32>(left, right, 0, 2, 4, 6), v128.shuffle<i32>(left, right, 1, 3, 5, 7));
}

// @ts-ignore: decorator
@inline
function pair(first: i16, second: i16): v128 {
  return i16x8(first, second, first, second, first, second, first, second);
}

/**
 * Converts a picture whose rows are a multiple of eight pixels and whose number of rows is even. The bytes of a pixel are
 * blue, green, red and unused, or the other way round where `isRedFirst` is 1.
 */
export function pixelsToPlanes(
  from: usize, widthPx: i32, heightPx: i32, isRedFirst: i32, bright: usize, blue: usize, red: usize,
): void {
  const yLow = isRedFirst ? pair(Y_RED, Y_HALF_GREEN) : pair(Y_BLUE, Y_HALF_GREEN);
  const yHigh = isRedFirst ? pair(Y_HALF_GREEN, Y_BLUE) : pair(Y_HALF_GREEN, Y_RED);
  const uLow = isRedFirst ? pair(-6596, -22189) : pair(28784, -22189);
  const uHigh = isRedFirst ? pair(0, 28784) : pair(0, -6596);
  const vLow = isRedFirst ? pair(28784, -26145) : pair(-2639, -26145);
  const vHigh = isRedFirst ? pair(0, -2639) : pair(0, 28784);
  const stride = <usize>widthPx << 2;
  for (let y: i32 = 0; y < heightPx; y += 2) {
    for (let x: i32 = 0; x < widthPx; x += 8) {
      const a = v128.load(from);
      const b = v128.load(from, 16);
      const c = v128.load(from + stride);
      const d = v128.load(from + stride, 16);
      const aLow = lowBytes(a), aHigh = highBytes(a), bLow = lowBytes(b), bHigh = highBytes(b);
      const cLow = lowBytes(c), cHigh = highBytes(c), dLow = lowBytes(d), dHigh = highBytes(d);
      const upper = i16x8.narrow_i32x4_s(brightness(aLow, aHigh, yLow, yHigh), brightness(bLow, bHigh, yLow, yHigh));
      const lower = i16x8.narrow_i32x4_s(brightness(cLow, cHigh, yLow, yHigh), brightness(dLow, dHigh, yLow, yHigh));
      const rows = i8x16.narrow_i16x8_u(upper, lower);
      v128.store64_lane(bright, rows, 0);
      v128.store64_lane(bright + <usize>widthPx, rows, 1);
      const low = sums(i16x8.add(aLow, cLow), i16x8.add(bLow, dLow));
      const high = sums(i16x8.add(aHigh, cHigh), i16x8.add(bHigh, dHigh));
      const both = i16x8.narrow_i32x4_s(color(low, high, uLow, uHigh), color(low, high, vLow, vHigh));
      const colors = i8x16.narrow_i16x8_u(both, both);
      v128.store32_lane(blue, colors, 0);
      v128.store32_lane(red, colors, 1);
      from += 32;
      bright += 8;
      blue += 4;
      red += 4;
    }
    from += stride;
    bright += <usize>widthPx;
  }
}
