// Verifies ffmpeg's output against the expected video: exit code 0 is not success (hostile cases §3.3). Reads what the
// encoder wrote, frame by frame, instead of decoding it: that took two more runs, 5 % of a merge. For our own files;
// probe.ts reads visitors' files.
import { open } from 'node:fs/promises';
import { decoderRecord, encodedFrames, isHighRecord, isWholeFrame } from '#domain/mp4/encoded-frames.ts';
import { mergedVideoFacts } from '#domain/mp4/video-track.ts';
import type { FrameRate } from '#domain/time.ts';
import { mp4HeaderOf } from '#server/mp4/retime-mp4.ts';

/** The expected properties of a finished video. */
export interface ExpectedVideo {
  readonly frameCount: number;
  readonly frameRate: FrameRate;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The output differs from the expected video. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

/** Throws an `OutputError` or `Mp4Error` unless the file is exactly the expected video, each frame complete and of H.264. */
export async function checkOutput(path: string, expected: ExpectedVideo): Promise<void> {
  const { moov } = await mp4HeaderOf(path);
  const facts = mergedVideoFacts(moov);
  const perSecond = ({ numerator, denominator }: FrameRate) => (numerator / denominator).toFixed(4);
  mustBe('size', `${facts.widthPx}x${facts.heightPx}`, `${expected.widthPx}x${expected.heightPx}`);
  mustBe('frame count', facts.frameCount, expected.frameCount);
  mustBe('frame rate', perSecond(facts.frameRate), perSecond(expected.frameRate));
  mustBe('8-bit 4:2:0 in the High profile', isHighRecord(decoderRecord(moov)), true);
  const frames = encodedFrames(moov);
  mustBe('frames in the file', frames.length, expected.frameCount);
  mustBe('key frame first', frames[0]?.isKey, true);
  const file = await open(path, 'r');
  try {
    for (const [frame, { offset, bytes, isKey }] of frames.entries()) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, offset);
      mustBe(`frame ${frame} complete`, bytesRead === bytes && isWholeFrame(buffer, isKey), true);
    }
  } finally {
    await file.close();
  }
}

function mustBe(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new OutputError(`${what}: ${String(found)} instead of ${String(expected)}`);
}
