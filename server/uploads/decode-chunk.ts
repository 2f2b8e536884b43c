// Decodes a chunk's base64 text. Node's decoder skips invalid characters, so its output is compared with the text.
import { MAX_CHUNK_TEXT_LENGTH } from '#contract/uploads.ts';
import { CHUNK_BYTES } from '#domain/video/chunking.ts';
import { AppError } from '#server/runtime/app-error.ts';

/** Decodes a chunk: 1 to 1,048,576 bytes in standard base64 with its padding. Throws an AppError for anything else. */
export function decodeChunk(text: string): Buffer {
  if (text === '') throw new AppError('empty-chunk');
  if (text.length > MAX_CHUNK_TEXT_LENGTH) throw new AppError('chunk-too-large');
  const bytes = Buffer.from(text, 'base64');
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const isWhole = text.length % 4 === 0 && bytes.length === (text.length / 4) * 3 - padding;
  // Beyond the standard, the decoder only accepts URL-safe characters and stray bits in the last group.
  const isStandard = !text.includes('-') && !text.includes('_') && lastGroup(bytes) === text.slice(-4);
  if (!isWhole || !isStandard) throw new AppError('invalid-base64');
  if (bytes.length > CHUNK_BYTES) throw new AppError('chunk-too-large');
  return bytes;
}

function lastGroup(bytes: Buffer): string {
  return bytes.subarray(bytes.length - (bytes.length % 3 || 3)).toString('base64');
}
