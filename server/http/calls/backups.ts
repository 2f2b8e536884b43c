// The administrator's calls for the backups of the site.
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { calls } from '#contract/calls.ts';
import { watchForSilence } from '#server/http/body/read-body.ts';
import type { Backups, HttpParts } from '#server/http/parts/http-parts.ts';
import { route } from '#server/http/route/route.ts';
import { AppError } from '#server/runtime/app-error.ts';

const DONE = { success: true } as const;
/** The parser's own default is far smaller; the free space limits an archive. */
const FORM_LIMITS = { files: 1, fields: 0, parts: 1, fileSize: Number.MAX_SAFE_INTEGER } as const;

export async function backupRoutes(app: FastifyInstance, { administrator, backups }: HttpParts): Promise<void> {
  const onRequest = (request: FastifyRequest) => administrator.require(request);
  const own = (): Backups => {
    if (backups === null) throw new AppError('not-available');
    return backups;
  };

  route(app, calls.listBackups, async () => (await backups?.state()) ?? ELSEWHERE, { onRequest });

  route(
    app,
    calls.beginBackup,
    async () => {
      own().backUp();
      return DONE;
    },
    { onRequest },
  );

  route(
    app,
    calls.stopBackup,
    async () => {
      await own().stop();
      return DONE;
    },
    { onRequest },
  );

  route(
    app,
    calls.downloadBackup,
    async ({ params, request, reply }) => {
      const { bytes, stream } = await own().archive(params.name);
      reply.headers({ 'content-type': 'application/x-tar', 'content-length': bytes });
      reply.header('content-disposition', `attachment; filename="swingmark-${params.name}.tar"`);
      if (request.method !== 'HEAD') return reply.send(stream);
      stream.destroy();
      return reply.send();
    },
    { onRequest },
  );

  route(
    app,
    calls.restoreBackup,
    async ({ params }) => {
      await own().restore(params.name);
      return DONE;
    },
    { onRequest },
  );

  await app.register(async (scope) => {
    await scope.register(multipart, { limits: FORM_LIMITS });
    route(
      scope,
      calls.restoreArchive,
      async ({ request }) => {
        await receive(request, own());
        return DONE;
      },
      { onRequest, config: { takesForm: true } },
    );
  });
}

async function receive(request: FastifyRequest, backups: Backups): Promise<void> {
  // The parser would wait forever for a request that has already ended.
  if (request.raw.destroyed || !request.isMultipart()) throw new AppError('backup-unreadable');
  const stopWatching = watchForSilence(request);
  try {
    const part = await request.file();
    if (!part) throw new AppError('backup-unreadable');
    await backups.receive(part.file);
  } finally {
    stopWatching();
  }
}

const ELSEWHERE = {
  ...{ backups: [], work: null, problem: null, restored: null },
  ...{ isNightly: false, isElsewhere: true, store: 'none' as const },
};
