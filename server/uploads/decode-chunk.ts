// The bytes of one chunk from its base64 text. Node's decoder drops what it does not know without a word, so the text
// is checked against what came out of it.
import { MAX_CHUNK_TEXT_LENGTH } from '#contract/uploads.ts';
import { CHUNK_BYTES } from '#domain/video/chunking.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { SpareBuffers } from '#server/runtime/spare-buffers.ts';

/** The longest accepted text decodes to up to two bytes more than a chunk may have. */
const spare = new SpareBuffers(CHUNK_BYTES + 2, 8);

/** Decodes a chunk and lends its bytes: they are gone once they were used. Throws an AppError as decodeChunk does. */
export async function withChunk<Result>(text: string, use: (bytes: Buffer) => Promise<Result>): Promise<Result> {
  const buffer = spare.take();
  try {
    return await use(decodeChunk(text, buffer));
  } finally {
    spare.giveBack(buffer);
  }
}

/**
 * Decodes a chunk: 1 to 1,048,576 bytes in standard base64 with its padding, into a buffer when one is given.
 * Throws an AppError for anything else.
 */
export function decodeChunk(text: string, into: Buffer | null = null): Buffer {
  if (text === '') throw new AppError('empty-chunk');
  if (text.length > MAX_CHUNK_TEXT_LENGTH) throw new AppError('chunk-too-large');
  const bytes = into ? into.subarray(0, into.write(text, 'base64')) : Buffer.from(text, 'base64');
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const isWhole = text.length % 4 === 0 && bytes.length === (text.length / 4) * 3 - padding;
  // The URL-safe letters and stray bits in the last group are all that the decoder takes beyond the standard.
  const isStandard = !text.includes('-') && !text.includes('_') && lastGroup(bytes) === text.slice(-4);
  if (!isWhole || !isStandard) throw new AppError('invalid-base64');
  if (bytes.length > CHUNK_BYTES) throw new AppError('chunk-too-large');
  return bytes;
}

function lastGroup(bytes: Buffer): string {
  return bytes.subarray(bytes.length - (bytes.length % 3 || 3)).toString('base64');
}
