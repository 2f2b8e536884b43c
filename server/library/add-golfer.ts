// Adds an administrator's golfer to the library: checks the form (specification §5, hostile cases 104 and 105), probes the
// video, makes thumbnail and loop, then stores all or nothing. Later stores the body that an administrator's browser has detected.
import { writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import { GolferForm } from '#contract/golfers.ts';
import { timeIn } from '#contract/wire.ts';
import { bodyAngles } from '#domain/body/body-angles.ts';
import { type Filmed, golferFormProblem } from '#domain/library/golfer.ts';
import { isBodyOfClip, readStoredGolferBody, storedGolferBody } from '#domain/library/golfer-body.ts';
import { judgeSlowMotion } from '#domain/swing/slow-motion.ts';
import { firstOutOfOrder, isInsideClip } from '#domain/swing/swing.ts';
import { makeSwingLoop } from '#server/ffmpeg/preview/swing-loop.ts';
import { makeThumbnail } from '#server/ffmpeg/preview/thumbnail.ts';
import { type ProbedVideo, probeClip } from '#server/ffmpeg/probe/probe.ts';
import type { MediaTools } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { publishVideo } from '#server/ffmpeg/publish/publish-video.ts';
import type { DataFolder } from '#server/files/data-folder.ts';
import { contentKeyOfFile, sha256OfFile } from '#server/files/finished-file.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import { AppError, invalidRequest } from '#server/runtime/app-error.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';
import type { Locks } from '#server/runtime/keyed-lock.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import type { GolferStore, LibraryGolfer, NewGolfer } from './golfer-store.ts';

interface AddGolferParts {
  readonly golfers: GolferStore;
  readonly media: MediaStore;
  readonly make: GolferMaker;
  readonly locks: Locks;
}

interface GolferFormInput {
  readonly form: CheckedGolferForm;
  readonly videoPath: string;
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

/** The name under which a golfer's video is stored. */
export function newVideoName({ source }: ProbedVideo): string {
  return newOpaqueId() + (EXTENSIONS[source.demuxer] ?? '.vid');
}

/** Adds golfers, one after the other. */
export class AddGolfer {
  readonly #parts: AddGolferParts;

  constructor(parts: AddGolferParts) {
    this.#parts = parts;
  }

  /**
   * Adds a golfer. A repeated request, whose first response was lost, returns the existing golfer; with `mustBeNew` a video
   * that the library already has is refused instead.
   */
  async add({ form, videoPath, workFolder, assertStillAllowed }: GolferFormInput): Promise<LibraryGolfer> {
    faultPoint('golfer-received');
    const made = await this.#parts.make({ path: videoPath, form: marksOf(form), workFolder });
    const { video, publishedPath } = made;
    const marks = [form.restTime, form.topTime, form.strikeTime];
    if (!marks.every((time) => isInsideClip(video.clip, time))) throw new AppError('position-outside-video');
    const videoSha256 = await sha256OfFile(publishedPath);
    const contentKey = await contentKeyOfFile(videoPath);
    const receivedSha256 = form.mustBeNew ? await sha256OfFile(videoPath) : null;
    return this.#parts.locks.run('add-golfer', async () => {
      await assertStillAllowed();
      if (receivedSha256 !== null) await this.#refuseKnownVideo(contentKey, [receivedSha256, videoSha256]);
      return (
        (await this.#findDuplicate(form, video, videoSha256)) ?? this.#store(form, { ...made, videoSha256, contentKey })
      );
    });
  }

  /** Files first, then the row: a file without a row is swept, but a row without a file could not be shown. */
  async #store(
    form: CheckedGolferForm,
    made: MadeGolfer & { readonly videoSha256: string; readonly contentKey: string },
  ): Promise<LibraryGolfer> {
    const { golfers, media } = this.#parts;
    const mediaName = newVideoName(made.video);
    const thumbnailName = made.thumbnailPath && `${newOpaqueId()}.jpg`;
    const thumbnailSha256 = made.thumbnailPath && (await sha256OfFile(made.thumbnailPath));
    const loop = made.loopPath && { name: `${newOpaqueId()}.mp4`, sha256: await sha256OfFile(made.loopPath) };
    try {
      await media.put('golfers', mediaName, made.publishedPath);
      faultPoint('golfer-video-stored');
      if (made.thumbnailPath && thumbnailName) await media.put('thumbnails', thumbnailName, made.thumbnailPath);
      if (made.loopPath && loop) await media.put('loops', loop.name, made.loopPath);
      faultPoint('golfer-picture-stored');
      const golfer: NewGolfer = {
        ...form,
        level: null,
        tag: null,
        slowMotionFactor: factorOf(form, made.video),
        mediaName,
        mediaSha256: made.videoSha256,
        contentKey: made.contentKey,
        thumbnailName,
        thumbnailSha256,
        loop: loop || null,
        // Bodies are detected by the administrator's browser, not by the server.
        body: null,
        video: made.video,
        seed: null,
      };
      const kept = await golfers.add(golfer);
      faultPoint('golfer-added');
      return kept;
    } catch (error) {
      // Deletes only files that no row refers to: the row may have been written before the failure.
      if (!(await golfers.owns('media_name', mediaName))) {
        await media.delete('golfers', mediaName);
        if (thumbnailName) await media.delete('thumbnails', thumbnailName);
        if (loop) await media.delete('loops', loop.name);
      }
      throw error;
    }
  }

  /** Golfers that an earlier version added have no content key: those are recognized by the video that was stored. */
  async #refuseKnownVideo(key: string, sha256s: readonly string[]): Promise<void> {
    const known = (await this.#parts.golfers.list()).find(
      ({ contentKey, mediaSha256 }) => contentKey === key || (mediaSha256 !== null && sha256s.includes(mediaSha256)),
    );
    if (known) throw new AppError('video-in-library', { values: { name: known.name } });
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
function factorOf(form: MarkedForm, { clip, source }: ProbedVideo): number {
  const facts = { capturedPerSecond: source.capturedPerSecond ?? null, isMarkedSlow: false };
  const { factor, reason } = judgeSlowMotion({ facts, clip, annotations: form });
  return form.slowMotionFactor ?? (reason === 'capture-rate' ? factor : 1);
}

function factsOf(
  golfer: Omit<CheckedGolferForm, keyof Filmed | 'mustBeNew'> & { readonly video: ProbedVideo },
): unknown[] {
  const { name, majorChampionships, club, height, restTime, topTime, strikeTime, slowMotionFactor, video } = golfer;
  return [name, majorChampionships, club, height, restTime, topTime, strikeTime, slowMotionFactor, video];
}

/** What of a form decides on pictures. */
export type MarkedForm = Pick<CheckedGolferForm, 'restTime' | 'topTime' | 'strikeTime' | 'slowMotionFactor'>;

function marksOf({ restTime, topTime, strikeTime, slowMotionFactor }: CheckedGolferForm): MarkedForm {
  return { restTime, topTime, strikeTime, slowMotionFactor };
}

interface CheckedGolferForm extends Filmed {
  readonly name: string;
  readonly majorChampionships: number;
  readonly club: string | null;
  readonly height: string | null;
  readonly restTime: number;
  readonly topTime: number;
  readonly strikeTime: number;
  /** The slow-motion factor; null when not given. */
  readonly slowMotionFactor: number | null;
  /** Whether to refuse a video that the library already has. */
  readonly mustBeNew: boolean;
}

/** Invisible characters and line breaks: they are removed, so that a name of nothing else is blank. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;
/** Emoji and several scripts need these joiners inside a word, never at its ends. */
const JOINERS = /^[\u200c\u200d]+|[\u200c\u200d]+$/g;

/** The values of a form. Throws an AppError with the first problem. */
export function checkGolferForm(fields: ReadonlyMap<string, string>, hasVideo: boolean): CheckedGolferForm {
  const { name: nameText = '', ...rest } = Object.fromEntries(fields);
  const { success, data: form, error } = GolferForm.safeParse({ ...rest, name: visible(nameText) });
  if (!success) throw invalidRequest(sentenceOf(error));
  const times = { restTime: timeIn(form.restTime), topTime: timeIn(form.topTime), strikeTime: timeIn(form.strikeTime) };
  const problem = golferFormProblem({ name: form.name, hasVideo, annotations: times });
  if (problem) throw new AppError(problem);
  if (firstOutOfOrder(times)) throw new AppError('positions-out-of-order');
  const { restTime, topTime, strikeTime } = times;
  return {
    name: form.name,
    majorChampionships: Number(form.majorChampionships),
    club: visible(form.club) || null,
    height: visible(form.height) || null,
    // Null is ruled out by the check above.
    restTime: restTime ?? 0,
    topTime: topTime ?? 0,
    strikeTime: strikeTime ?? 0,
    slowMotionFactor: form.slowMotionFactor === '' ? null : Number(form.slowMotionFactor),
    view: form.view || null,
    hand: form.hand || null,
    mustBeNew: form.mustBeNew === 'true',
  };
}

function visible(text: string): string {
  const shown = text.replace(INVISIBLE, (found) => (/^[\u200c\u200d]$/.test(found) ? found : ' '));
  return shown.trim().replace(JOINERS, '').trim().normalize('NFC');
}

function sentenceOf(error: z.ZodError): string {
  const [issue] = error.issues;
  const field = issue?.path.join('.') ?? '';
  return /^(Invalid input|Too (big|small))/.test(issue?.message ?? '')
    ? `Invalid value (${field})`
    : issue?.message === 'Invalid time'
      ? `Invalid time (${field})`
      : (issue?.message ?? 'The form could not be read');
}

/** A golfer's video, with a folder for the generated files. */
interface GolferVideo {
  readonly path: string;
  readonly form: MarkedForm;
  /** The folder; deleted by the caller. */
  readonly workFolder: string;
}

interface MadeGolfer {
  /** The facts of the published video. */
  readonly video: ProbedVideo;
  /** In the work folder: the video without what others must not see. */
  readonly publishedPath: string;
  /** In the work folder; null when it could not be made: the golfer is then shown without a picture (case 144). */
  readonly thumbnailPath: string | null;
  /** In the work folder; null when it could not be made: the card then stays still. */
  readonly loopPath: string | null;
}

/** The port: in this process, or on a worker. Throws an AppError for a file that cannot be used. */
export type GolferMaker = (video: GolferVideo) => Promise<MadeGolfer>;

export function localGolferMaker(parts: {
  readonly tools: MediaTools;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}): GolferMaker {
  const { tools, log } = parts;
  return async ({ path, form, workFolder }) => {
    const probed = await probeClip(tools, path);
    faultPoint('golfer-probed');
    const { path: publishedPath, video } = await publishVideo(tools, { path, video: probed, folder: workFolder });
    const made = async (name: string, make: (outputPath: string) => Promise<void>): Promise<string | null> => {
      const outputPath = join(workFolder, name);
      try {
        await make(outputPath);
        return outputPath;
      } catch (error) {
        log.warn({ err: error }, `Golfer ${parse(name).name} could not be made`);
        return null;
      }
    };
    const { restTime, topTime, strikeTime } = form;
    const isInside = [restTime, topTime, strikeTime].every((time) => isInsideClip(video.clip, time));
    if (!isInside) return { video, publishedPath, thumbnailPath: null, loopPath: null };
    const source = { path: publishedPath, video };
    const slowMotionFactor = factorOf(form, video);
    return {
      video,
      publishedPath,
      thumbnailPath: await made('thumbnail.jpg', (outputPath) =>
        makeThumbnail(tools, { ...source, at: topTime, outputPath }),
      ),
      loopPath: await made('loop.mp4', (outputPath) =>
        makeSwingLoop(tools, { ...source, marks: form, slowMotionFactor, outputPath }),
      ),
    };
  };
}

interface KeepBodyParts {
  readonly golfers: GolferStore;
  readonly media: MediaStore;
  readonly folder: DataFolder;
}

/**
 * Stores a body in place of an earlier one and returns the golfer. The stored JSON is regenerated from the parsed body.
 * Throws an AppError when there is no such golfer, or when the body does not match its video; nothing is then changed.
 */
export async function keepGolferBody(parts: KeepBodyParts, id: number, sent: unknown): Promise<LibraryGolfer> {
  const { golfers, media, folder } = parts;
  const golfer = await golfers.find(id);
  if (!golfer) throw new AppError('golfer-not-found');
  const body = readStoredGolferBody(sent);
  if (!body) throw new AppError('no-golfer-body');
  if (!isBodyOfClip(body, golfer.video.clip)) throw new AppError('body-of-other-video');
  const name = `${newOpaqueId()}.json`;
  try {
    const sha256 = await folder.inWorkFolder(async (work) => {
      const path = join(work, 'body.json');
      await writeFile(path, JSON.stringify(storedGolferBody(body)));
      const hash = await sha256OfFile(path);
      await media.put('bodies', name, path);
      return hash;
    });
    faultPoint('golfer-body-stored');
    const isKept = await golfers.setBody(id, { name, sha256 }, bodyAngles(body.track, golfer, golfer.slowMotionFactor));
    const kept = isKept ? await golfers.find(id) : undefined;
    if (!kept) throw new AppError('golfer-not-found');
    return kept;
  } catch (error) {
    // Deletes only a file that no row refers to: the row may have been written before the failure.
    if (!(await golfers.owns('body_name', name))) await media.delete('bodies', name);
    throw error;
  }
}
