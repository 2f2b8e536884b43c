// Replaces the videos of administrators' golfers that an earlier version stored as they were received. Each golfer is done by
// itself: a process that is killed goes on where it was, and frame times, marks, body and thumbnail stay as they are.
import type { FastifyBaseLogger } from 'fastify';
import type { MediaTools } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { publishVideo } from '#server/ffmpeg/publish/publish-video.ts';
import type { DataFolder } from '#server/files/data-folder.ts';
import { sha256OfFile } from '#server/files/finished-file.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { newVideoName } from './add-golfer.ts';
import type { GolferStore, LibraryGolfer } from './golfer-store.ts';

interface PublishParts {
  readonly golfers: GolferStore;
  readonly media: MediaStore;
  readonly folder: Pick<DataFolder, 'inWorkFolder'>;
  readonly tools: MediaTools;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/** Publishes all of them. One that cannot be published is logged, and tried again by the next sweep. */
export async function publishStoredGolfers(parts: PublishParts): Promise<void> {
  for (const golfer of await parts.golfers.listUnpublished()) {
    try {
      await publishGolfer(parts, golfer);
      parts.log.info({ golferId: golfer.id }, 'Removed what is not picture from the video of a golfer');
    } catch (err) {
      parts.log.warn(
        { err, golferId: golfer.id },
        'The video of a golfer could not be rid of metadata; it is tried again',
      );
    }
  }
}

async function publishGolfer({ golfers, media, folder, tools }: PublishParts, golfer: LibraryGolfer): Promise<void> {
  await folder.inWorkFolder(async (work) => {
    const path = await media.copyToScratch('golfers', golfer.mediaName, work);
    if (path === null) throw new Error(`The video ${golfer.mediaName} is missing`);
    const published = await publishVideo(tools, { path, video: golfer.video, folder: work });
    const file = { name: newVideoName(published.video), sha256: await sha256OfFile(published.path) };
    await media.put('golfers', file.name, published.path);
    faultPoint('golfer-published-stored');
    if (!(await golfers.setPublished(golfer, file, published.video))) await media.delete('golfers', file.name);
  });
}
