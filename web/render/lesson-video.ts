// The settings of a lesson's video, and its size before it is made.

/** Thirty frames a second show every frame of a slow-motion lesson; still pictures need few bits. */
export const LESSON_VIDEO = Object.freeze({
  frameRate: Object.freeze({ numerator: 30, denominator: 1 }),
  bitsPerPixel: 0.08,
  keyFrameEvery: 60,
});

/** The largest size that the video is likely to have, in bytes. */
export function lessonVideoBytes(
  canvas: { readonly widthPx: number; readonly heightPx: number },
  seconds: number,
  voiceBytes: number,
): number {
  const { bitsPerPixel, frameRate } = LESSON_VIDEO;
  const bitsPerSecond = bitsPerPixel * canvas.widthPx * canvas.heightPx * (frameRate.numerator / frameRate.denominator);
  return Math.round((bitsPerSecond * seconds) / 8 + voiceBytes);
}
