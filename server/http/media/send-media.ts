// Sends a file of the media store: complete, partial, or 304.
import { extname } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import type { ByteRange, MediaBucket, MediaStore } from '#server/files/media-store.ts';
import { AppError } from '#server/runtime/app-error.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.mov': 'video/quicktime',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.json': 'application/json; charset=utf-8',
};

export interface MediaAnswer {
  readonly bucket: MediaBucket;
  /** Undefined without a file: then `missing` is thrown. */
  readonly name: string | undefined;
  /** Its size, where a row knows it: the store is then not asked. */
  readonly sizeBytes?: number | null | undefined;
  readonly cacheControl: string;
  readonly missing: ErrorCode;
}

/** Sends a file. A name is never reused for other content, so it serves as the ETag. */
export async function sendMedia(
  media: MediaStore,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { bucket, name, sizeBytes: knownBytes, cacheControl, missing }: MediaAnswer,
): Promise<FastifyReply> {
  const sizeBytes = name === undefined ? null : (knownBytes ?? (await media.sizeOf(bucket, name)));
  if (name === undefined || sizeBytes === null) throw new AppError(missing);
  const tag = `"${name}"`;
  reply.headers({ etag: tag, 'cache-control': cacheControl, 'accept-ranges': 'bytes' });
  if (request.headers['if-none-match'] === tag) return reply.status(304).send();

  const ifRange = request.headers['if-range'];
  const rangeHeader = ifRange === undefined || ifRange === tag ? request.headers.range : undefined;
  const range = parseByteRange(rangeHeader, sizeBytes);
  if (range === 'unsatisfiable') {
    return reply.status(416).header('content-range', `bytes */${sizeBytes}`).send();
  }
  if (range) reply.status(206).header('content-range', `bytes ${range.from}-${range.to}/${sizeBytes}`);
  reply.header('content-length', range ? range.to - range.from + 1 : sizeBytes);
  reply.header('content-type', CONTENT_TYPES[extname(name)] ?? 'application/octet-stream');
  if (request.method === 'HEAD') return reply.send();
  const stream = await media.open(bucket, name, range ?? undefined);
  if (!stream) throw new AppError(missing);
  return reply.send(stream);
}

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
