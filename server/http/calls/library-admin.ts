// The calls that add golfers to the library and remove them.
import multipart from '@fastify/multipart';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { MAX_GOLFER_BODY_BYTES } from '#domain/library/golfer-body.ts';
import type { DataFolder } from '#server/files/data-folder.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import type { FreeingSpace } from '#server/files/spare-space.ts';
import type { Administrator } from '#server/http/identity/sign-ins.ts';
import { parseGolferId } from '#server/http/media/media-address.ts';
import { route } from '#server/http/route/route.ts';
import type { AddGolfer } from '#server/library/add-golfer.ts';
import { checkGolferForm } from '#server/library/golfer-form.ts';
import type { GolferStore } from '#server/library/golfer-store.ts';
import { type KeepBodyParts, keepGolferBody } from '#server/library/keep-golfer-body.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { toAdminGolfer, toDetail } from './golfers.ts';
import { FORM_LIMITS, readGolferForm } from './read-golfer-form.ts';

export interface LibraryAdminParts {
  readonly administrator: Administrator;
  readonly addGolfer: AddGolfer;
  readonly golfers: GolferStore;
  readonly media: MediaStore;
  readonly folder: DataFolder;
  readonly diskReserveBytes: number;
  readonly freeingSpace: FreeingSpace;
}

/** Mounts the calls. Multipart forms are accepted only in their scope. */
export async function libraryAdminRoutes(app: FastifyInstance, parts: LibraryAdminParts): Promise<void> {
  const { administrator, golfers, freeingSpace } = parts;
  await app.register(async (scope) => {
    await scope.register(multipart, { limits: FORM_LIMITS });
    mountUpload(scope, parts);
  });

  mountGolferBodies(app, parts);

  route(app, calls.deleteGolfer, ({ params, request }) =>
    freeingSpace(async () => {
      await administrator.require(request);
      await deleteGolfer({ golfers, log: request.log }, idOf(params));
      return { success: true as const };
    }),
  );
}

function mountUpload(scope: FastifyInstance, parts: LibraryAdminParts): void {
  const { administrator, addGolfer, folder } = parts;

  route(
    scope,
    calls.addGolfer,
    async ({ request }) => {
      // Before a byte of the body is read (case 118).
      await administrator.require(request);
      if (!request.isMultipart()) throw new AppError('missing-fields');
      await assertFreeSpace(Number(request.headers['content-length'] ?? 0), parts);
      return folder.inWorkFolder(async (workFolder) => {
        const { fields, video } = await readGolferForm(request, workFolder);
        const form = checkGolferForm(fields, video !== null);
        const assertStillAllowed = () => administrator.require(request);
        const received = { videoPath: video?.path ?? '', videoSha256: video?.sha256 ?? '' };
        return toDetail(await addGolfer.add({ form, ...received, workFolder, assertStillAllowed }));
      });
    },
    { config: { takesForm: true } },
  );
}

async function assertFreeSpace(
  sizeBytes: number,
  { folder, diskReserveBytes }: Pick<LibraryAdminParts, 'folder' | 'diskReserveBytes'>,
): Promise<void> {
  if ((await folder.freeBytes()) < diskReserveBytes + sizeBytes) throw new AppError('no-space');
}

/** Removes a golfer. Throws an AppError when there is none. */
async function deleteGolfer(
  { golfers, log }: Pick<LibraryAdminParts, 'golfers'> & { readonly log: Pick<FastifyBaseLogger, 'error'> },
  id: number,
): Promise<void> {
  let isRemoved: boolean;
  try {
    isRemoved = await golfers.remove(id, 'administrator');
  } catch (error) {
    // The row is deleted first. When only a file could not be deleted, the sweep removes it later (case 148).
    if (await golfers.find(id)) throw error;
    log.error({ err: error, golferId: id }, 'File of a removed golfer could not be deleted');
    isRemoved = true;
  }
  if (!isRemoved) throw new AppError('golfer-not-found');
}

interface GolferBodyParts extends KeepBodyParts {
  readonly administrator: Administrator;
  readonly diskReserveBytes: number;
}

function mountGolferBodies(app: FastifyInstance, parts: GolferBodyParts): void {
  const { administrator, golfers } = parts;

  route(
    app,
    calls.storeGolferBody,
    async ({ params, body }) => {
      await assertFreeSpace(MAX_GOLFER_BODY_BYTES, parts);
      return toAdminGolfer(await keepGolferBody(parts, idOf(params), body));
    },
    { bodyLimit: MAX_GOLFER_BODY_BYTES, onRequest: (request) => administrator.require(request) },
  );

  route(
    app,
    calls.correctFilmed,
    async ({ params, body }) => {
      const id = idOf(params);
      await golfers.setFilmed(id, body);
      const golfer = await golfers.find(id);
      if (!golfer) throw new AppError('golfer-not-found');
      return toAdminGolfer(golfer);
    },
    { onRequest: (request) => administrator.require(request) },
  );
}

/** The id in a path. Throws an AppError when it is invalid. */
function idOf({ id: text }: { readonly id: string }): number {
  const id = parseGolferId(text);
  if (id === null) throw new AppError('golfer-not-found');
  return id;
}
