// Adds an administrator's golfer to the library: probes the video, makes the thumbnail, then stores all or nothing.
import { judgeSlowMotion } from '#domain/swing/slow-motion.ts';
import { isInsideClip } from '#domain/swing/swing.ts';
import type { ProbedVideo } from '#server/ffmpeg/probe/probe.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import { sha256OfFile } from '#server/files/sha256.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';
import type { Locks } from '#server/runtime/keyed-lock.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import type { CheckedGolferForm } from './golfer-form.ts';
import type { GolferMaker } from './golfer-maker.ts';
import type { GolferStore, LibraryGolfer, NewGolfer } from './golfer-store.ts';

export interface AddGolferParts {
  readonly golfers: GolferStore;
  readonly media: MediaStore;
  /** Probes a video and makes its thumbnail. */
  readonly make: GolferMaker;
  readonly locks: Locks;
}

export interface GolferFormInput {
  readonly form: CheckedGolferForm;
  readonly videoPath: string;
  readonly videoSha256: string;
  /** The folder of the video, for intermediate files; deleted by the caller. */
  readonly workFolder: string;
  /** Called last, before anything is stored: throws when the caller is no longer authorized. */
  readonly assertStillAllowed: () => Promise<void>;
}

/** File extensions by demuxer; the content type is derived from them. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  mov: '.mp4',
  matroska: '.webm',
  avi: '.avi',
  flv: '.flv',
  asf: '.wmv',
};

/** Adds golfers, one after the other. */
export class AddGolfer {
  readonly #parts: AddGolferParts;

  constructor(parts: AddGolferParts) {
    this.#parts = parts;
  }

  /** Adds a golfer. A repeated request, whose first response was lost, returns the existing golfer. */
  async add({ form, videoPath, videoSha256, workFolder, assertStillAllowed }: GolferFormInput): Promise<LibraryGolfer> {
    faultPoint('golfer-received');
    const { video, thumbnailPath } = await this.#parts.make({ path: videoPath, topTime: form.topTime, workFolder });
    const marks = [form.restTime, form.topTime, form.strikeTime];
    if (!marks.every((time) => isInsideClip(video.clip, time))) throw new AppError('position-outside-video');
    return this.#parts.locks.run('add-golfer', async () => {
      await assertStillAllowed();
      return (
        (await this.#findDuplicate(form, video, videoSha256)) ??
        this.#store(form, { video, videoPath, videoSha256, thumbnailPath })
      );
    });
  }

  /** Files first, then the row: a file without a row is swept, but a row without a file could not be shown. */
  async #store(
    form: CheckedGolferForm,
    made: { video: ProbedVideo; videoPath: string; videoSha256: string; thumbnailPath: string | null },
  ): Promise<LibraryGolfer> {
    const { golfers, media } = this.#parts;
    const mediaName = newOpaqueId() + (EXTENSIONS[made.video.source.demuxer] ?? '.vid');
    const thumbnailName = made.thumbnailPath && `${newOpaqueId()}.jpg`;
    const thumbnailSha256 = made.thumbnailPath && (await sha256OfFile(made.thumbnailPath));
    try {
      await media.put('golfers', mediaName, made.videoPath);
      faultPoint('golfer-video-stored');
      if (made.thumbnailPath && thumbnailName) await media.put('thumbnails', thumbnailName, made.thumbnailPath);
      faultPoint('golfer-picture-stored');
      const golfer: NewGolfer = {
        ...form,
        level: null,
        tag: null,
        slowMotionFactor: factorOf(form, made.video),
        mediaName,
        mediaSha256: made.videoSha256,
        thumbnailName,
        thumbnailSha256,
        // Bodies are detected by the administrator's browser, not by the server.
        view: null,
        hand: null,
        body: null,
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

  async #findDuplicate(
    form: CheckedGolferForm,
    video: ProbedVideo,
    sha256: string,
  ): Promise<LibraryGolfer | undefined> {
    const expected = JSON.stringify(factsOf({ ...form, slowMotionFactor: factorOf(form, video), video }));
    // Different videos can have equal frame times, so the bytes are compared as well.
    return (await this.#parts.golfers.list()).find(
      (golfer) => golfer.mediaSha256 === sha256 && JSON.stringify(factsOf(golfer)) === expected,
    );
  }
}

/**
 * The slow-motion factor: the form's, or else the file's unless the marks contradict it. A factor suggested by the
 * marks alone is never used without confirmation.
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
