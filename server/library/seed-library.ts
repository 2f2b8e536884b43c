// Seeds the library with the shipped golfers, by slug: new ones are added, changed ones replaced under the same id,
// missing ones removed. Golfers that an administrator removed are not seeded again (docs/decisions/023).
import { createHash } from 'node:crypto';
import { copyFile, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { makeSwingLoop } from '#server/ffmpeg/preview/swing-loop.ts';
import { type ProbedVideo, probeClip } from '#server/ffmpeg/probe/probe.ts';
import type { MediaTools } from '#server/ffmpeg/process/run-ffmpeg.ts';
import type { DataFolder } from '#server/files/data-folder.ts';
import { nullIfMissing } from '#server/files/errno.ts';
import { contentKeyOfFile, sha256OfFile } from '#server/files/finished-file.ts';
import type { MediaBucket, MediaStore } from '#server/files/media-store.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import type { Content, ContentGolfer } from './content.ts';
import type { GolferStore, NewGolfer, SeededGolfer, StoredFile } from './golfer-store.ts';

interface SeedParts {
  readonly content: Content;
  readonly golfers: GolferStore;
  readonly media: MediaStore;
  readonly folder: DataFolder;
  readonly tools: MediaTools;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/** Raise this when golfers must be seeded again although their files are unchanged. */
const SEEDING_VERSION = 2;

/** Makes the library match the content. A golfer whose video cannot be used is skipped and logged. */
export async function seedLibrary(parts: SeedParts): Promise<void> {
  const { content, golfers, media, log } = parts;
  const known = new Map((await golfers.listSeeded()).map((seeded) => [seeded.slug, seeded]));
  const removed = await golfers.listRemovedSlugs();
  for (const golfer of content.golfers) {
    const seeded = known.get(golfer.slug);
    known.delete(golfer.slug);
    if (removed.has(golfer.slug)) continue;
    const fingerprint = await fingerprintOf(content.root, golfer);
    const isStored = seeded && (await media.sizeOf('golfers', seeded.mediaName)) !== null;
    if (fingerprint === null) {
      // Keeps the stored golfer when its file is temporarily missing.
      const message = isStored ? 'Golfer video missing; the stored one stays' : 'Golfer video missing; not seeded';
      log.warn({ slug: golfer.slug, file: golfer.file }, message);
      continue;
    }
    if (isStored && entryOf(seeded.fingerprint) === entryOf(fingerprint)) continue;
    const made = await makeGolfer(parts, golfer, { fingerprint, seeded });
    if (made && seeded) await golfers.replace(seeded.id, made);
    else if (made) await golfers.add(made);
    if (made) log.info({ slug: golfer.slug }, 'Golfer seeded');
  }
  for (const gone of known.values()) await golfers.remove(gone.id, 'seeding');
}

async function makeGolfer(
  parts: SeedParts,
  golfer: ContentGolfer,
  { fingerprint, seeded }: { readonly fingerprint: string; readonly seeded: SeededGolfer | undefined },
): Promise<NewGolfer | null> {
  const { content, tools, log } = parts;
  const path = join(content.root, golfer.file);
  try {
    const video = await probeClip(tools, path);
    const kept = await storeCopy(parts, 'golfers', path);
    const thumbnail = await storeIfThere(parts, 'thumbnails', golfer.thumbnail);
    const loop = await storeLoop(parts, path, { video, golfer });
    const before = seeded?.mediaSha256 === kept.sha256 ? seeded : undefined;
    const body = keptBody(before, fingerprint) ?? (await storeIfThere(parts, 'bodies', golfer.body));
    const { name, majorChampionships, club, level, tag, restTime, topTime, strikeTime, slug } = golfer;
    return {
      name,
      majorChampionships,
      club,
      level,
      tag,
      restTime,
      topTime,
      strikeTime,
      video,
      height: golfer.height ?? null,
      slowMotionFactor: golfer.slowMotionFactor,
      mediaName: kept.name,
      mediaSha256: kept.sha256,
      contentKey: await contentKeyOfFile(path),
      thumbnailName: thumbnail?.name ?? null,
      thumbnailSha256: thumbnail?.sha256 ?? null,
      loop,
      view: golfer.view ?? before?.filmed.view ?? null,
      hand: golfer.hand ?? before?.filmed.hand ?? null,
      body,
      seed: { slug, fingerprint },
    };
  } catch (error) {
    log.warn({ err: error, slug: golfer.slug }, 'Golfer could not be seeded');
    return null;
  }
}

/**
 * The stored body of the same video, which an administrator's browser may have detected, unless the content has a
 * different body than at the last seeding.
 */
function keptBody(before: SeededGolfer | undefined, fingerprint: string): StoredFile | null {
  if (!before?.body) return null;
  const shipped = bodyOf(fingerprint);
  return shipped === NO_BODY || shipped === bodyOf(before.fingerprint) ? before.body : null;
}

/** A golfer without a thumbnail or a body is not an error. */
async function storeIfThere(
  parts: SeedParts,
  bucket: MediaBucket,
  file: string | null | undefined,
): Promise<StoredFile | null> {
  return file ? storeCopy(parts, bucket, join(parts.content.root, file)).catch(nullIfMissing) : null;
}

function storeCopy({ media, folder }: SeedParts, bucket: MediaBucket, path: string): Promise<StoredFile> {
  return folder.inWorkFolder(async (work) => {
    const copy = join(work, 'copy');
    await copyFile(path, copy);
    return storeFile(media, bucket, copy, extname(path).toLowerCase());
  });
}

async function storeFile(media: MediaStore, bucket: MediaBucket, path: string, extension: string): Promise<StoredFile> {
  const name = newOpaqueId() + extension;
  const sha256 = await sha256OfFile(path);
  await media.put(bucket, name, path);
  return { name, sha256 };
}

/** A golfer whose loop cannot be made has none. */
function storeLoop(
  { folder, media, tools, log }: SeedParts,
  path: string,
  { video, golfer }: { readonly video: ProbedVideo; readonly golfer: ContentGolfer },
): Promise<StoredFile | null> {
  return folder.inWorkFolder(async (work) => {
    const outputPath = join(work, 'loop.mp4');
    const { slowMotionFactor } = golfer;
    try {
      await makeSwingLoop(tools, { path, video, marks: golfer, slowMotionFactor, outputPath });
    } catch (error) {
      log.warn({ err: error, slug: golfer.slug }, 'Golfer loop could not be made');
      return null;
    }
    return storeFile(media, 'loops', outputPath, '.mp4');
  });
}

const NO_BODY = 'none';

/** The hash of a golfer's entry and the bytes of its files, and the hash of its body. Null when the video is missing. */
async function fingerprintOf(root: string, golfer: ContentGolfer): Promise<string | null> {
  const hash = createHash('sha256').update(JSON.stringify([SEEDING_VERSION, golfer]));
  const video = await readFile(join(root, golfer.file)).catch(nullIfMissing);
  if (video === null) return null;
  hash.update(video);
  for (const file of [golfer.thumbnail, golfer.body]) {
    if (file) hash.update((await readFile(join(root, file)).catch(nullIfMissing)) ?? 'missing');
  }
  const body = golfer.body ? await readFile(join(root, golfer.body)).catch(nullIfMissing) : null;
  return `${hash.digest('hex')}.${body ? createHash('sha256').update(body).digest('hex') : NO_BODY}`;
}

/** The part of a fingerprint that changes with anything of a golfer. Earlier versions stored only this part. */
function entryOf(fingerprint: string | null): string | undefined {
  return fingerprint?.split('.')[0];
}

/** The part that changes with the shipped body only. */
function bodyOf(fingerprint: string | null): string | undefined {
  return fingerprint?.split('.')[1];
}
