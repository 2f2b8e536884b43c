// A session at the range on a device whose encoder has a fault: a cut has the camera's newest frames, each in its place.
import { describe, expect, test } from 'vitest';
import { freshPageForTests } from '#tests/fixtures/player-page.ts';
import { SESSION_ENCODER_FAULTS } from './capture-faults.ts';

const onFreshPage = freshPageForTests();

/** Films numbers, and gives the numbers in the cuts of a ring. `film` takes frames at 30 a second; `sizeOf` a frame's size. */
const FILM = `
  const { createEncodedRing, shapeOf } = await import('/web/range/capture/encoded-ring.ts');
  const { drawFrameNumber, readFrameNumber } = await import('/domain/video/frame-number.ts');
  const until = async (isSo) => { while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5)); };
  const frameOf = (number, [width, height]) => {
    const gray = drawFrameNumber(number, width, height);
    const data = new Uint8ClampedArray(gray.length * 4).fill(255);
    gray.forEach((value, pixel) => data.fill(value, 4 * pixel, 4 * pixel + 3));
    return new VideoFrame(data, { format: 'RGBA', codedWidth: width, codedHeight: height, timestamp: Math.round(number * 1e6 / 30) });
  };
  /** Waits for each frame that the encoder takes, unless it gives none for a moment. */
  const film = async (ring, from, to, sizeOf) => {
    for (let number = from; number < to; number += 1) {
      ring.add(frameOf(number, sizeOf(number)));
      const due = performance.now() + 30;
      await until(() => performance.now() > due || ring.frames().at(-1)?.time > (number - 1) / 30);
    }
    await until(() => ring.frames().at(-1)?.time > (to - 1.5) / 30);
  };
  const numbersIn = async ({ frames, format }) => {
    const numbers = [];
    const decoder = new VideoDecoder({
      output(frame) {
        const canvas = new OffscreenCanvas(frame.displayWidth, frame.displayHeight);
        const context = canvas.getContext('2d');
        context.drawImage(frame, 0, 0);
        frame.close();
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        numbers.push(readFrameNumber(data.filter((_, index) => index % 4 === 1), canvas.width, canvas.height));
      },
      error: (error) => numbers.push(String(error)),
    });
    decoder.configure(format.config);
    for (const { isKey, time, data } of frames)
      decoder.decode(new EncodedVideoChunk({ type: isKey ? 'key' : 'delta', timestamp: Math.round(time * 1e6), data }));
    await decoder.flush();
    return numbers;
  };`;

/** The numbers in what was filmed from a time on, in frames of a size. */
async function filmedFrom(
  from: number,
  injection: string,
  frames: number,
  sizeOf: string,
): Promise<readonly (number | null)[]> {
  return onFreshPage(`(async () => { ${injection}; ${FILM}
    const sizeOf = ${sizeOf};
    const first = frameOf(0, sizeOf(0));
    const ring = await createEncodedRing(shapeOf(first), 30);
    first.close();
    await film(ring, 0, ${frames}, sizeOf);
    return numbersIn(ring.cut(${from}, ${frames}));
  })()`);
}

/** That all numbers follow each other up to the last, and how many there are. */
function expectNewest(numbers: readonly (number | null)[], frames: number): number {
  const first = numbers[0] ?? Number.NaN;
  expect(numbers).toEqual(Array.from({ length: frames - first }, (_, index) => first + index));
  return numbers.length;
}

const ODD = '() => [321, 241]';

describe('a session goes on where the encoder', () => {
  test.each(SESSION_ENCODER_FAULTS)('$title', async ({ injection }) => {
    const count = expectNewest(await filmedFrom(160 / 30 - 1, injection, 160, ODD), 160);
    expect(count).toBeGreaterThan(25);
    // A cut begins at most where the encoder was started again.
    expect(count).toBeLessThan(5 * 30);
  });
});

test('a cut is of one shape where the phone is turned in the middle', async () => {
  const turned = '(number) => number < 40 ? [320, 240] : [240, 320]';
  expect(expectNewest(await filmedFrom(0, '', 80, turned), 80)).toBe(40);
});
