// The calls that list the library and the demo swings, and those that add golfers, whose videos are streamed to disk, or remove them.
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import multipart from '@fastify/multipart';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { AdminGolfer, GolferCard, GolferDetail } from '#contract/golfers.ts';
import { golferTempo } from '#domain/library/golfer.ts';
import { MAX_GOLFER_BODY_BYTES } from '#domain/library/golfer-body.ts';
import { MAX_VIDEO_BYTES, videoFileProblem } from '#domain/video/video-file.ts';
import { isErrno } from '#server/files/errno.ts';
import { watchForSilence } from '#server/http/body/read-body.ts';
import { GOLFER_VIDEO_PATH, parseGolferId } from '#server/http/media/media.ts';
import type { HttpParts } from '#server/http/parts/http-parts.ts';
import { route } from '#server/http/route/route.ts';
import { checkGolferForm, keepGolferBody } from '#server/library/add-golfer.ts';
import type { LibraryGolfer } from '#server/library/golfer-store.ts';
import { AppError, invalidRequest } from '#server/runtime/app-error.ts';

export function golferRoutes(app: FastifyInstance, { golfers, demos, administrator }: HttpParts): void {
  route(app, calls.listGolfers, async ({ request, reply }) => {
    // Differs for the administrator.
    reply.header('cache-control', 'private, no-cache');
    const toListed = (await administrator.isFromAdmin(request)) ? toAdminGolfer : toCard;
    return (await golfers.list()).map(toListed);
  });

  route(app, calls.getGolfer, async ({ params, request }) => {
    // Only the canonical form of an id: `%31` is refused like `1e3`.
    const isPlain = request.url.split('?')[0]?.endsWith(`/${params.id}`);
    const id = isPlain ? parseGolferId(params.id) : null;
    const golfer = id === null ? undefined : await golfers.find(id);
    if (!golfer) throw new AppError('golfer-not-found');
    return toDetail(golfer);
  });

  route(app, calls.listDemos, async () => demos.list());
}

function toCard(golfer: LibraryGolfer): GolferCard {
  const { id, name, thumbnailUrl, majorChampionships, club, height, level, tag, view, hand, loopUrl, bodyUrl } = golfer;
  return {
    id,
    name,
    thumbnailUrl,
    majorChampionships,
    club,
    height,
    level,
    tag,
    view,
    hand,
    loopUrl,
    bodyUrl,
    videoUrl: `${GOLFER_VIDEO_PATH}${id}.mp4`,
    tempo: golferTempo(golfer, golfer.slowMotionFactor),
  };
}

function toAdminGolfer(golfer: LibraryGolfer): AdminGolfer {
  const { restTime, topTime, strikeTime, contentKey } = golfer;
  return { ...toCard(golfer), restTime, topTime, strikeTime, contentKey };
}

function toDetail(golfer: LibraryGolfer): GolferDetail {
  const { restTime, topTime, strikeTime, slowMotionFactor, video } = golfer;
  const { loopUrl, ...facts } = toCard(golfer);
  return { ...facts, restTime, topTime, strikeTime, clip: video.clip, slowMotionFactor };
}

/** Mounts the calls. Multipart forms are accepted only in their scope. */
export async function libraryAdminRoutes(app: FastifyInstance, parts: HttpParts): Promise<void> {
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

function mountUpload(scope: FastifyInstance, parts: HttpParts): void {
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
        const { fields, videoPath } = await readGolferForm(request, workFolder);
        const form = checkGolferForm(fields, videoPath !== null);
        const assertStillAllowed = () => administrator.require(request);
        return toDetail(await addGolfer.add({ form, videoPath: videoPath ?? '', workFolder, assertStillAllowed }));
      });
    },
    { config: { takesForm: true } },
  );
}

async function assertFreeSpace(sizeBytes: number, { folder, config }: HttpParts): Promise<void> {
  if ((await folder.freeBytes()) < config.diskReserveBytes + sizeBytes) throw new AppError('no-space');
}

/** Removes a golfer. Throws an AppError when no golfer has the id. */
async function deleteGolfer(
  { golfers, log }: Pick<HttpParts, 'golfers'> & { readonly log: Pick<FastifyBaseLogger, 'error'> },
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

function mountGolferBodies(app: FastifyInstance, parts: HttpParts): void {
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

interface GolferUpload {
  /** The text fields by name, as they were sent. */
  readonly fields: ReadonlyMap<string, string>;
  /** The path of the video; null when none was sent. */
  readonly videoPath: string | null;
}

/** The form has eleven texts and a video; more is ignored, within these limits. */
const FORM_LIMITS = {
  fileSize: MAX_VIDEO_BYTES,
  files: 1,
  fields: 30,
  parts: 31,
  fieldSize: 16 * 1024,
  fieldNameSize: 100,
  headerPairs: 20,
} as const;

const VIDEO_FIELD = 'video';

/** Reads a request's form; the video goes into `folder`, which the caller deletes. Throws an AppError when invalid. */
async function readGolferForm(request: FastifyRequest, folder: string): Promise<GolferUpload> {
  const fields = new Map<string, string>();
  let videoPath: string | null = null;
  // The parser would wait forever for a request that has already ended.
  if (request.raw.destroyed) throw invalidRequest('The form could not be read. Please send it again.');
  const stopWatching = watchForSilence(request);
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') videoPath = (await saveVideo(part, folder)) ?? videoPath;
      else addField(part, fields);
    }
  } catch (error) {
    throw toAppError(error);
  } finally {
    stopWatching();
  }
  return { fields, videoPath };
}

function addField(part: Exclude<Multipart, MultipartFile>, fields: Map<string, string>): void {
  const { fieldname, value, valueTruncated, fieldnameTruncated } = part;
  if (valueTruncated || fieldnameTruncated) throw invalidRequest(`The field ${fieldname.slice(0, 40)} is too long`);
  if (typeof value !== 'string' || fields.has(fieldname)) throw invalidRequest('Please send each field once, as text');
  fields.set(fieldname, value);
}

async function saveVideo(part: MultipartFile, folder: string): Promise<string | null> {
  if (part.fieldname !== VIDEO_FIELD)
    throw invalidRequest('Please send the video in the field "video", and nothing else as a file');
  const path = join(folder, 'upload');
  const isChosen = (part.filename ?? '') !== '';
  const facts = { name: part.filename ?? '', type: part.mimetype, sizeBytes: 1 };
  if (isChosen && videoFileProblem(facts) === 'invalid-type') throw new AppError('invalid-file-type');
  await pipeline(part.file, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  if (part.file.truncated) throw new AppError('file-too-large');
  // Browsers send an empty file without a name for a field in which nothing was chosen.
  const isEmpty = !isChosen && (await stat(path)).size === 0;
  return isEmpty ? null : path;
}

/** The AppError for an error of the multipart parser. */
function toAppError(error: unknown): unknown {
  if (isErrno(error, 'FST_REQ_FILE_TOO_LARGE')) return new AppError('file-too-large', { cause: error });
  if (isErrno(error, 'FST_FILES_LIMIT')) return invalidRequest('Please send one video only', error);
  if (isErrno(error, 'FST_PARTS_LIMIT', 'FST_FIELDS_LIMIT'))
    return invalidRequest('The form has too many fields', error);
  const isOurs = error instanceof AppError || (error instanceof Error && 'syscall' in error);
  // Broken boundaries and truncated bodies are plain errors without a code.
  return isOurs ? error : invalidRequest('The form could not be read. Please send it again.', error);
}
