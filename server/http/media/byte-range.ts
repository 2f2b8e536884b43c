// Parses the Range header (RFC 9110 §14). Multiple ranges are answered with the whole file.
import type { ByteRange } from '#server/files/media-store.ts';

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** The requested range: null for the whole file, `unsatisfiable` when it is outside the file. */
export function parseByteRange(header: string | undefined, sizeBytes: number): ByteRange | null | 'unsatisfiable' {
  const [, first = '', last = ''] = ONE_RANGE.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const end = sizeBytes - 1;
  const range =
    first === ''
      ? { from: Math.max(0, sizeBytes - Number(last)), to: end }
      : { from: Number(first), to: last === '' ? end : Math.min(Number(last), end) };
  return range.from <= range.to ? range : 'unsatisfiable';
}
