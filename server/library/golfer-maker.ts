// Prepares a golfer's video for the library: probes it and makes the thumbnail.
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { isInsideClip } from '#domain/swing/swing.ts';
import { makeThumbnail } from '#server/ffmpeg/preview/thumbnail.ts';
import { type ProbedVideo, probeClip } from '#server/ffmpeg/probe/probe.ts';
import type { MediaTools } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';

/** A golfer's video, with a folder for the generated files. */
export interface GolferVideo {
  readonly path: string;
  /** The time of the thumbnail. */
  readonly topTime: number;
  /** The folder; deleted by the caller. */
  readonly workFolder: string;
}

export interface MadeGolfer {
  readonly video: ProbedVideo;
  /** In the work folder; null when it could not be made: the golfer is then shown without a picture (case 144). */
  readonly thumbnailPath: string | null;
}

/** The port: in this process, or on a worker. Throws an AppError for a file that cannot be used. */
export type GolferMaker = (video: GolferVideo) => Promise<MadeGolfer>;

/** Runs the programs in this process. */
export function localGolferMaker(parts: {
  readonly tools: MediaTools;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}): GolferMaker {
  const { tools, log } = parts;
  return async ({ path, topTime, workFolder }) => {
    const video = await probeClip(tools, path);
    faultPoint('golfer-probed');
    if (!isInsideClip(video.clip, topTime)) return { video, thumbnailPath: null };
    const outputPath = join(workFolder, 'thumbnail.jpg');
    try {
      await makeThumbnail(tools, { path, video, at: topTime, outputPath });
      return { video, thumbnailPath: outputPath };
    } catch (error) {
      log.warn({ err: error }, 'Golfer thumbnail could not be made');
      return { video, thumbnailPath: null };
    }
  };
}
