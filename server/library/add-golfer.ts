// Adds an administrator's golfer to the library: looks at the video, makes the picture, then keeps everything or nothing.
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { judgeSlowMotion } from '#domain/swing/slow-motion.ts';
import { isInsideClip } from '#domain/swing/swing.ts';
import { makeThumbnail } from '#server/ffmpeg/preview/thumbnail.ts';
import { type ProbedVideo, probeClip } from '#server/ffmpeg/probe/probe.ts';
import type { MediaTools } from '#server/ffmpeg/process/media-tools.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import { sha256OfFile } from '#server/files/sha256.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { KeyedLock } from '#server/runtime/keyed-lock.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import type { CheckedGolferForm } from './golfer-form.ts';
import type { GolferStore, LibraryGolfer, NewGolfer } from './golfer-store.ts';

/** What adding needs. */
export interface AddGolferParts {
  readonly golfers: GolferStore;
  readonly media: MediaStore;
  readonly tools: MediaTools;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info' | 'warn'>;
}

/** A golfer to be added. */
export interface GolferFormInput {
  readonly form: CheckedGolferForm;
  readonly videoPath: string;
  readonly videoSha256: string;
  /** The folder of the video, for what is made on the way; the caller's to remove. */
  readonly workFolder: string;
  /** Asked last, before anything is kept: throws when it may no longer be. */
  readonly mayStillBeKept: () => Promise<void>;
}

/** What a file is named by its content: browsers are told its type by it. */
const ENDINGS: Readonly<Record<string, string>> = {
  mov: '.mp4',
  matroska: '.webm',
  avi: '.avi',
  flv: '.flv',
  asf: '.wmv',
};

/** Adds golfers, one after the other. */
export class AddGolfer {
  readonly #parts: AddGolferParts;
  readonly #locks = new KeyedLock();

  constructor(parts: AddGolferParts) {
    this.#parts = parts;
  }

  /** Adds one. The same golfer with the same video again is the one that is there: an answer was lost on the way. */
  async add({ form, videoPath, videoSha256, workFolder, mayStillBeKept }: GolferFormInput): Promise<LibraryGolfer> {
    faultPoint('golfer-received');
    const video = await probeClip(this.#parts.tools, videoPath);
    faultPoint('golfer-probed');
    const marks = [form.restTime, form.topTime, form.strikeTime];
    if (!marks.every((time) => isInsideClip(video.clip, time))) throw new AppError('position-outside-video');
    const thumbnailPath = await this.#makeThumbnail(form, { videoPath, video, workFolder });
    return this.#locks.run('keep', async () => {
      await mayStillBeKept();
      return (
        (await this.#findSame(form, video, videoSha256)) ??
        this.#keep(form, { video, videoPath, videoSha256, thumbnailPath })
      );
    });
  }

  /** The top shows best whose swing it is. A golfer without a picture is shown without one (case 144). */
  async #makeThumbnail(
    form: CheckedGolferForm,
    { videoPath, video, workFolder }: { videoPath: string; video: ProbedVideo; workFolder: string },
  ): Promise<string | null> {
    const outputPath = join(workFolder, 'thumbnail.jpg');
    try {
      await makeThumbnail(this.#parts.tools, { path: videoPath, video, at: form.topTime, outputPath });
      return outputPath;
    } catch (error) {
      this.#parts.log.warn({ err: error, name: form.name }, 'The picture of a golfer could not be made');
      return null;
    }
  }

  /** Files first, then the row: a file without a row is swept, a row without a file could not be shown. */
  async #keep(
    form: CheckedGolferForm,
    made: { video: ProbedVideo; videoPath: string; videoSha256: string; thumbnailPath: string | null },
  ): Promise<LibraryGolfer> {
    const { golfers, media } = this.#parts;
    const mediaName = newOpaqueId() + (ENDINGS[made.video.source.demuxer] ?? '.vid');
    const thumbnailName = made.thumbnailPath && `${newOpaqueId()}.jpg`;
    const thumbnailSha256 = made.thumbnailPath && (await sha256OfFile(made.thumbnailPath));
    try {
      await media.put('golfers', mediaName, made.videoPath);
      faultPoint('golfer-video-stored');
      if (made.thumbnailPath && thumbnailName) await media.put('thumbnails', thumbnailName, made.thumbnailPath);
      faultPoint('golfer-picture-stored');
      const golfer: NewGolfer = {
        ...{ ...form, level: null, tag: null, slowMotionFactor: factorOf(form, made.video) },
        ...{ mediaName, mediaSha256: made.videoSha256, thumbnailName, thumbnailSha256 },
        video: made.video,
        seed: null,
      };
      const kept = await golfers.find(await golfers.add(golfer));
      faultPoint('golfer-added');
      if (!kept) throw new Error('The golfer that was just added is gone');
      return kept;
    } catch (error) {
      await media.delete('golfers', mediaName);
      if (thumbnailName) await media.delete('thumbnails', thumbnailName);
      throw error;
    }
  }

  async #findSame(form: CheckedGolferForm, video: ProbedVideo, sha256: string): Promise<LibraryGolfer | undefined> {
    const wished = JSON.stringify(factsOf({ ...form, slowMotionFactor: factorOf(form, video), video }));
    // Frame times alone do not tell two videos apart: one may be the other with another picture.
    return (await this.#parts.golfers.list()).find(
      (golfer) => golfer.mediaSha256 === sha256 && JSON.stringify(factsOf(golfer)) === wished,
    );
  }
}

/**
 * How slow the video plays: what the form says; without a word what the file says, where the marks do not contradict it.
 * What the marks alone suggest is only ever asked, never taken.
 */
function factorOf(form: CheckedGolferForm, { clip, source }: ProbedVideo): number {
  const facts = { capturedPerSecond: source.capturedPerSecond ?? null, isMarkedSlow: false };
  const { factor, reason } = judgeSlowMotion({ facts, clip, annotations: form });
  return form.slowMotionFactor ?? (reason === 'capture-rate' ? factor : 1);
}

function factsOf(golfer: CheckedGolferForm & { readonly video: ProbedVideo }): unknown[] {
  const { name, majorChampionships, club, height, restTime, topTime, strikeTime, slowMotionFactor, video } = golfer;
  return [name, majorChampionships, club, height, restTime, topTime, strikeTime, slowMotionFactor, video];
}
