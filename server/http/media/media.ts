// The addresses of videos and pictures. Results belong to one visitor; the library is everyone's.
import type { FastifyInstance } from 'fastify';
import type { ResultStore } from '#server/comparisons/result-store.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import type { Visitors } from '#server/http/identity/visitors.ts';
import { type GolferStore, THUMBNAIL_PATH } from '#server/library/golfer-store.ts';
import { GOLFER_VIDEO_PATH, parseGolferId, RESULT_PATH } from './media-address.ts';
import { sendMedia } from './send-media.ts';

/** What these addresses need. */
export interface MediaRouteParts {
  readonly visitors: Visitors;
  readonly media: MediaStore;
  readonly results: ResultStore;
  readonly golfers: GolferStore;
}

const PRIVATE = 'private, no-cache';
/** The file behind a golfer's address changes when the golfer does: the tag is asked for each time. */
const PUBLIC = 'public, no-cache';

/** Mounts the addresses. */
export function mediaRoutes(app: FastifyInstance, { visitors, media, results, golfers }: MediaRouteParts): void {
  // Both methods in one: the HEAD that Fastify would add reads the whole file to count it.
  const reads = { method: ['GET', 'HEAD'], schema: { hide: true } };

  app.route<{ Params: { name: string } }>({
    ...reads,
    url: `${RESULT_PATH}:name`,
    handler: async (request, reply) => {
      const visitorId = await visitors.find(request);
      const [, handle] = /^([0-9a-f]{48})\.mp4$/.exec(request.params.name) ?? [];
      const name = visitorId && handle ? await results.find(visitorId, handle) : undefined;
      const answer = { bucket: 'results', name, cacheControl: PRIVATE, missing: 'result-not-found' } as const;
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
}
