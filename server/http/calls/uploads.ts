// The calls that upload and delete a visitor's videos.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { HttpParts } from '#server/http/parts/http-parts.ts';
import { route } from '#server/http/route/route.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { networkOf } from '#server/runtime/client-network.ts';

/** One chunk of 1,048,576 bytes is 1,398,104 characters of base64; the rest is for the other fields. */
const CHUNK_BODY_LIMIT_BYTES = 1.5 * 1024 * 1024;

export function uploadRoutes(
  app: FastifyInstance,
  { visitors, uploads, jobs, results, shares, purgeDeleted, freeingSpace }: HttpParts,
): void {
  route(
    app,
    calls.uploadChunk,
    async ({ body, request, reply }) => {
      const visitorId = await visitors.findOrBegin(request, reply);
      return uploads.receive({ visitorId, network: networkOf(request.ip) }, body);
    },
    { bodyLimit: CHUNK_BODY_LIMIT_BYTES, config: { takesBytes: true }, preValidation: readPlainChunk },
  );

  route(app, calls.getUpload, async ({ params, request }) => {
    const visitorId = await visitors.find(request);
    if (visitorId === null) throw new AppError('upload-not-found');
    return uploads.status({ visitorId, network: networkOf(request.ip) }, params.fileId);
  });

  route(app, calls.cancelUpload, ({ params, request }) =>
    freeingSpace(async () => {
      const visitorId = await visitors.find(request);
      if (visitorId === null) throw new AppError('upload-not-found');
      await uploads.cancel({ visitorId, fileId: params.fileId });
      return { success: true as const };
    }),
  );

  route(app, calls.deleteMyVideos, ({ request }) =>
    freeingSpace(async () => {
      const visitorId = await visitors.find(request);
      if (visitorId !== null) {
        await jobs.cancelAll(visitorId);
        await uploads.deleteAll(visitorId);
        await results.deleteAllOf(visitorId);
        await shares.deleteAllOf(visitorId);
        await purgeDeleted();
      }
      return { success: true as const };
    }),
  );
}

/** Gives a chunk of plain bytes the form of a chunk in JSON, so that the same rules apply to both. */
async function readPlainChunk(request: FastifyRequest): Promise<void> {
  const { body, query } = request;
  if (!Buffer.isBuffer(body)) return;
  const { chunkIndex, totalChunks, fileName, fileId } = query as Partial<Record<string, unknown>>;
  request.body = {
    chunkIndex: countIn(chunkIndex),
    totalChunks: countIn(totalChunks),
    fileName,
    fileId,
    chunk: body.toString('base64'),
  };
}

function countIn(text: unknown): number {
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}
