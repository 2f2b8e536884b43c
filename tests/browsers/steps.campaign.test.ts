// Random steps in each engine on every kind of clip (random-walk.ts): three hundred in each.
import { expect, test } from 'vitest';
import { jitteredTimes, type NumberedClipOptions } from '#tests/fixtures/numbered-clip.ts';
import { describeEngines } from './engines.ts';
import { openClip, randomWalk } from './random-walk.ts';
import type { EngineName } from './tab.ts';
import type { Visitor } from './visitor.ts';

/** The same walk every time; RANDOM_SEED=… takes another one. */
const SEED = Number(process.env.RANDOM_SEED ?? 1);

const KINDS: readonly (readonly [string, NumberedClipOptions])[] = [
  ['H.264 at 30 fps', { frames: 120 }],
  ['H.264 at 60 fps with one key frame', { fps: [60, 1], frames: 240, gop: 240 }],
  ['H.264 at 240 fps', { fps: [240, 1], frames: 480, gop: 60 }],
  ['H.264 with B-frames', { frames: 120, bFrames: 3, gop: 60 }],
  ['H.264 at a variable rate with B-frames', { frameTimes: jitteredTimes(90, 30, 0.8), bFrames: 2 }],
  ['an edit list within a group of pictures', { frames: 90, leadingFramesCut: 15 }],
  ['an edit list and B-frames', { frames: 90, leadingFramesCut: 13, bFrames: 2 }],
  ['a turned MOV with sound', { frames: 90, container: 'mov', audio: 'aac', orientation: 'turned-90' }],
  ['a late first frame', { frames: 60, firstFrameAt: 0.4 }],
  ['VP9 in WebM', { frames: 60, container: 'webm', codec: 'vp9' }],
  ['AV1', { frames: 60, codec: 'av1' }],
  ['HEVC', { frames: 60, codec: 'hevc' }],
];
/** Steps for each of the twelve kinds of clips: 300 in total. */
const STEPS = 25;

describeEngines((engine, newVisitor) => {
  test.each(KINDS)(`a mark is the visible frame, with seed ${SEED}: %s`, async (kind, clip) => {
    const visitor = await newVisitor();
    await openClip(visitor, clip);
    if (await isRefused(visitor, engine, clip)) return;
    const wrong = await randomWalk(visitor, clip, { steps: STEPS, seed: SEED + kind.length });
    console.log(`${engine}, ${kind}: ${wrong.length} wrong of ${STEPS}`, wrong);
    expect(wrong).toEqual([]);
  });
});

/** Chromium as Debian builds it has no HEVC: the page must say so and offer a preview. */
async function isRefused({ sees }: Visitor, engine: EngineName, { codec }: NumberedClipOptions): Promise<boolean> {
  const isWithoutDecoder = engine === 'chromium' && codec === 'hevc';
  await sees(isWithoutDecoder ? "This browser can't play this format." : /frame \d+ of \d+/);
  return isWithoutDecoder;
}
