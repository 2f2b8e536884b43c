// The routes of videos, pictures and golfers' bodies. Results are private to one visitor; the library is public.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ResultStore } from '#server/comparisons/result-store.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import type { Visitors } from '#server/http/identity/visitors.ts';
import { BODY_PATH, type GolferStore, THUMBNAIL_PATH } from '#server/library/golfer-store.ts';
import { GOLFER_VIDEO_PATH, parseGolferId, RESULT_PATH } from './media-address.ts';
import { type MediaAnswer, sendMedia } from './send-media.ts';

export interface MediaRouteParts {
  readonly visitors: Visitors;
  readonly media: MediaStore;
  readonly results: ResultStore;
  readonly golfers: GolferStore;
}

/** Addresses whose file can change are revalidated by its ETag. Another thumbnail or body has another name. */
const CACHING = {
  [RESULT_PATH]: 'private, no-cache',
  [GOLFER_VIDEO_PATH]: 'public, no-cache',
  [THUMBNAIL_PATH]: 'public, max-age=86400',
  [BODY_PATH]: 'public, max-age=31536000, immutable',
} as const;

export function mediaRoutes(app: FastifyInstance, { visitors, media, results, golfers }: MediaRouteParts): void {
  /** Serves the files that `find` finds by the last part of the address. */
  const serve = (
    path: keyof typeof CACHING,
    { bucket, missing }: Pick<MediaAnswer, 'bucket' | 'missing'>,
    find: (name: string, request: FastifyRequest) => Promise<Pick<MediaAnswer, 'name' | 'sizeBytes'>>,
  ) =>
    app.route<{ Params: { name: string } }>({
      // Both methods together: Fastify's automatic HEAD route would read the whole file to count its bytes.
      ...{ method: ['GET', 'HEAD'], schema: { hide: true } },
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
    name: (await golfers.ownsThumbnail(name)) ? name : undefined,
  }));
  serve(BODY_PATH, { bucket: 'bodies', missing: 'not-found' }, async (name) => ({
    name: (await golfers.ownsBody(name)) ? name : undefined,
  }));
}
