// The routes of videos, pictures and golfers' bodies. Results are private to one visitor; the library is public.
import type { FastifyInstance } from 'fastify';
import type { ResultStore } from '#server/comparisons/result-store.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import type { Visitors } from '#server/http/identity/visitors.ts';
import { BODY_PATH, type GolferStore, THUMBNAIL_PATH } from '#server/library/golfer-store.ts';
import { GOLFER_VIDEO_PATH, parseGolferId, RESULT_PATH } from './media-address.ts';
import { sendMedia } from './send-media.ts';

export interface MediaRouteParts {
  readonly visitors: Visitors;
  readonly media: MediaStore;
  readonly results: ResultStore;
  readonly golfers: GolferStore;
}

const PRIVATE = 'private, no-cache';
/** The file of a golfer's address can change, so it is revalidated by its ETag. */
const PUBLIC = 'public, no-cache';
/** Another body has another name. */
const LASTING = 'public, max-age=31536000, immutable';

export function mediaRoutes(app: FastifyInstance, { visitors, media, results, golfers }: MediaRouteParts): void {
  // Both methods together: Fastify's automatic HEAD route would read the whole file to count its bytes.
  const reads = { method: ['GET', 'HEAD'], schema: { hide: true } };

  app.route<{ Params: { name: string } }>({
    ...reads,
    url: `${RESULT_PATH}:name`,
    handler: async (request, reply) => {
      const visitorId = await visitors.find(request);
      const [, handle] = /^([0-9a-f]{48})\.mp4$/.exec(request.params.name) ?? [];
      const result = visitorId && handle ? await results.find(visitorId, handle) : undefined;
      const known = { name: result?.mediaName, sizeBytes: result?.bytes };
      const answer = { bucket: 'results', ...known, cacheControl: PRIVATE, missing: 'result-not-found' } as const;
      return sendMedia(media, { request, reply }, answer);
    },
  });

  app.route<{ Params: { name: string } }>({
    ...reads,
    url: `${GOLFER_VIDEO_PATH}:name`,
    handler: async (request, reply) => {
      const [, text = ''] = /^(.*)\.mp4$/.exec(request.params.name) ?? [];
      const id = parseGolferId(text);
      const name = id === null ? undefined : (await golfers.find(id))?.mediaName;
      const answer = { bucket: 'golfers', name, cacheControl: PUBLIC, missing: 'golfer-not-found' } as const;
      return sendMedia(media, { request, reply }, answer);
    },
  });

  app.route<{ Params: { name: string } }>({
    ...reads,
    url: `${THUMBNAIL_PATH}:name`,
    handler: async (request, reply) => {
      const isOurs = await golfers.ownsThumbnail(request.params.name);
      const name = isOurs ? request.params.name : undefined;
      const answer = {
        bucket: 'thumbnails',
        name,
        cacheControl: 'public, max-age=86400',
        missing: 'not-found',
      } as const;
      return sendMedia(media, { request, reply }, answer);
    },
  });

  app.route<{ Params: { name: string } }>({
    ...reads,
    url: `${BODY_PATH}:name`,
    handler: async (request, reply) => {
      const isOurs = await golfers.ownsBody(request.params.name);
      const name = isOurs ? request.params.name : undefined;
      const answer = { bucket: 'bodies', name, cacheControl: LASTING, missing: 'not-found' } as const;
      return sendMedia(media, { request, reply }, answer);
    },
  });
}
