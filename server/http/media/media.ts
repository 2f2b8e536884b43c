// The routes of videos, pictures and golfers' bodies, each sent complete, partial, or as 304. Results are private to one
// visitor; the library is public. A client's address is only compared, never opened (hostile cases 44 to 48).
import { extname } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import type { ResultStore } from '#server/comparisons/result-store.ts';
import type { ByteRange, MediaBucket, MediaStore } from '#server/files/media-store.ts';
import type { Visitors } from '#server/http/identity/cookies.ts';
import type { HttpParts } from '#server/http/parts/http-parts.ts';
import { BODY_PATH, LOOP_PATH, MAX_GOLFER_ID, THUMBNAIL_PATH } from '#server/library/golfer-store.ts';
import { AppError } from '#server/runtime/app-error.ts';

/** The path of results; the handle and `.mp4` follow. */
const RESULT_PATH = '/media/';
/** The path of the library's videos; the golfer's id and `.mp4` follow. */
export const GOLFER_VIDEO_PATH = '/media/golfers/';

/** Addresses whose file can change are revalidated by its ETag. Another thumbnail or body has another name. */
const CACHING = {
  [RESULT_PATH]: 'private, no-cache',
  [GOLFER_VIDEO_PATH]: 'public, no-cache',
  [THUMBNAIL_PATH]: 'public, max-age=86400',
  [LOOP_PATH]: 'public, max-age=31536000, immutable',
  [BODY_PATH]: 'public, max-age=31536000, immutable',
} as const;

export function mediaRoutes(app: FastifyInstance, { visitors, media, results, golfers }: HttpParts): void {
  /** Serves the files that `find` finds by the last part of the address. */
  const serve = (
    path: keyof typeof CACHING,
    { bucket, missing }: Pick<MediaAnswer, 'bucket' | 'missing'>,
    find: (name: string, request: FastifyRequest) => Promise<Pick<MediaAnswer, 'name' | 'sizeBytes'>>,
  ) =>
    app.route<{ Params: { name: string } }>({
      // Both methods together: Fastify's automatic HEAD route would read the whole file to count its bytes.
      method: ['GET', 'HEAD'],
      schema: { hide: true },
      url: `${path}:name`,
      handler: async (request, reply) => {
        const found = await find(request.params.name, request);
        return sendMedia(media, { request, reply }, { bucket, missing, ...found, cacheControl: CACHING[path] });
      },
    });

  serve(RESULT_PATH, { bucket: 'results', missing: 'result-not-found' }, async (name, request) => {
    const visitorId = await visitors.find(request);
    const [, handle] = /^([0-9a-f]{48})\.mp4$/.exec(name) ?? [];
    const result = visitorId && handle ? await results.find(visitorId, handle) : undefined;
    return { name: result?.mediaName, sizeBytes: result?.bytes };
  });
  serve(GOLFER_VIDEO_PATH, { bucket: 'golfers', missing: 'golfer-not-found' }, async (name) => {
    const [, text = ''] = /^(.*)\.mp4$/.exec(name) ?? [];
    const id = parseGolferId(text);
    return { name: id === null ? undefined : (await golfers.find(id))?.mediaName };
  });
  serve(THUMBNAIL_PATH, { bucket: 'thumbnails', missing: 'not-found' }, async (name) => ({
    name: (await golfers.owns('thumbnail_name', name)) ? name : undefined,
  }));
  serve(LOOP_PATH, { bucket: 'loops', missing: 'not-found' }, async (name) => ({
    name: (await golfers.owns('loop_name', name)) ? name : undefined,
  }));
  serve(BODY_PATH, { bucket: 'bodies', missing: 'not-found' }, async (name) => ({
    name: (await golfers.owns('body_name', name)) ? name : undefined,
  }));
}

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

interface MediaAnswer {
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
  if (range === 'unsatisfiable') return reply.status(416).header('content-range', `bytes */${sizeBytes}`).send();
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

export function resultAddress(handle: string): string {
  return `${RESULT_PATH}${handle}.mp4`;
}

interface OwnResult {
  readonly visitorId: string;
  /** The file in the store's bucket `results`. */
  readonly mediaName: string;
}

/**
 * The result at an address, which must match exactly. Throws `AppError('result-not-found')` for any other text, and for
 * results that are unknown, expired or another visitor's.
 */
export async function ownResult(
  { visitors, results }: { visitors: Visitors; results: ResultStore },
  request: FastifyRequest,
  address: string,
): Promise<OwnResult> {
  const handle = address.slice(RESULT_PATH.length, -'.mp4'.length);
  const isOurs = /^[A-Za-z0-9_-]{1,64}$/.test(handle) && address === resultAddress(handle);
  const visitorId = isOurs ? await visitors.find(request) : null;
  const result = visitorId === null ? undefined : await results.find(visitorId, handle);
  if (visitorId === null || !result) throw new AppError('result-not-found');
  return { visitorId, mediaName: result.mediaName };
}

export function parseGolferId(text: string): number | null {
  const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
  return id !== null && id <= MAX_GOLFER_ID ? id : null;
}
