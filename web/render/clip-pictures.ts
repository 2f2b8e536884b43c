// The decoded frames of one clip, in the order in which the merged video shows them. Decodes only the window that is
// needed.
import type { VideoSample, VideoSampleSink } from 'mediabunny';
import { openUnedited, sinkOf } from '#web/player/engine/decodable-track.ts';
import { LOST_FRAME } from '#web/player/engine/lost-frames.ts';
import { RenderError, type RenderSource } from './render-request.ts';

/** The frames of a window of one clip. */
export interface ClipPictures {
  /**
   * The picture of a shown frame. Call in the order in which they were opened, once per frame. The caller owns the
   * picture and closes it.
   */
  readonly picture: (frame: number) => Promise<VideoSample>;
  readonly close: () => Promise<unknown>;
}

/** The margin around a window, and the tolerance for matching a picture to its frame time. In seconds. */
const RANGE_MARGIN = 1e-4;
const SAME_TIME = 2e-6;

/**
 * Opens the window between two shown frames. Throws a RenderError: 'cannot-decode', 'clip-gone', or 'wrong-frames' when
 * the file's frames differ from the plan's.
 */
export async function openClipPictures(source: RenderSource, from: number, to: number): Promise<ClipPictures> {
  return openPictures(source, (sink, timeOf) => {
    const samples = sink.samples(timeOf(from) - RANGE_MARGIN, timeOf(to) + RANGE_MARGIN);
    return { picture: (frame) => nextAt(samples, timeOf(frame), frame), end: () => samples.return() };
  });
}

/** Opens a list of shown frames in any order, which are then taken in this order. Throws as {@link openClipPictures}. */
export async function openListedPictures(source: RenderSource, frames: readonly number[]): Promise<ClipPictures> {
  return openPictures(source, (sink, timeOf) => {
    const samples = sink.samplesAtTimestamps(frames.map((frame) => timeOf(frame) + SAME_TIME / 2));
    return { picture: (frame) => listedAt(samples, timeOf(frame), frame), end: () => samples.return() };
  });
}

interface Pictures {
  readonly picture: ClipPictures['picture'];
  readonly end: () => Promise<unknown>;
}

async function openPictures(
  { file, frameTimes }: RenderSource,
  read: (sink: VideoSampleSink, timeOf: (frame: number) => number) => Pictures,
): Promise<ClipPictures> {
  const opened = await openUnedited(file).catch((error: unknown) => {
    throw asProblem(error);
  });
  if (!opened) throw new RenderError('cannot-decode', 'No decoder for the track');
  const { codec, shown, close } = opened;
  if (shown.length !== frameTimes.length) {
    close();
    throw new RenderError('wrong-frames', `${shown.length} frames instead of ${frameTimes.length}`);
  }
  const pictures = read(sinkOf(opened), (frame) => shown[frame]?.packetTime ?? 0);
  const picture = (frame: number) =>
    pictures.picture(frame).catch((error: RenderError) => {
      throw error.problem === 'clip-gone' ? error : new RenderError(error.problem, error.message, `hardware ${codec}`);
    });
  return { picture, close: () => pictures.end().finally(close) };
}

/** The next listed picture, which must have this time. */
async function listedAt(
  samples: AsyncGenerator<VideoSample | null, void, unknown>,
  time: number,
  frame: number,
): Promise<VideoSample> {
  const { value: sample } = await samples.next().catch((error: unknown) => {
    throw asProblem(error);
  });
  if (!sample) throw new RenderError('wrong-frames', `Frame ${frame} is missing`);
  if (Math.abs(sample.timestamp - time) <= SAME_TIME) return sample;
  sample.close();
  throw new RenderError('wrong-frames', `Frame ${frame} does not come`);
}

/** The picture with a given time. Earlier pictures are dropped; a later one means that the wanted one is missing. */
async function nextAt(samples: AsyncGenerator<VideoSample>, time: number, frame: number): Promise<VideoSample> {
  for (;;) {
    const { value: sample } = await samples.next().catch((error: unknown) => {
      throw asProblem(error);
    });
    if (!sample) throw new RenderError('wrong-frames', `The clip ends before frame ${frame}`);
    if (Math.abs(sample.timestamp - time) <= SAME_TIME) return sample;
    sample.close();
    if (sample.timestamp > time) throw new RenderError('wrong-frames', `Frame ${frame} does not come`);
  }
}

/** The errors of a file that was moved or deleted while it is read. */
const GONE = ['NotFoundError', 'NotReadableError'];

function asProblem(error: unknown): RenderError {
  if (error instanceof RenderError) return error;
  const isGone = error instanceof DOMException && GONE.includes(error.name);
  const isLoss = error instanceof DOMException && error.message === LOST_FRAME;
  return new RenderError(isGone ? 'clip-gone' : isLoss ? 'wrong-frames' : 'cannot-decode', String(error));
}
