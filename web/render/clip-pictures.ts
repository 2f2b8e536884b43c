// The decoded frames of one clip, in the order in which the merged video shows them. Decodes only the window that is
// needed.
import { type Input, type VideoSample, VideoSampleSink } from 'mediabunny';
import { openVideo, readShownFrames, withoutEditLists } from '#web/player/engine/frame-table.ts';
import { RenderError, type RenderSource } from './render-request.ts';

/** The frames of a window of one clip. */
export interface ClipPictures {
  /**
   * The picture of a shown frame. Call in the order in which they were opened, once per frame. The caller owns the
   * picture and closes it.
   */
  readonly picture: (frame: number) => Promise<VideoSample>;
  readonly close: () => Promise<void>;
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
  const inputs: Input[] = [];
  const open = async (source: Blob) => {
    const input = openVideo(source);
    inputs.push(input);
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new RenderError('cannot-decode', 'The file has no picture track');
    return track;
  };
  try {
    const track = await open(file);
    if (!(await track.canDecode())) throw new RenderError('cannot-decode', 'No decoder for the track');
    const shown = await readShownFrames(track, file);
    if (shown.length !== frameTimes.length) {
      throw new RenderError('wrong-frames', `${shown.length} frames instead of ${frameTimes.length}`);
    }
    // Some decoders drop frames with negative times.
    const decoded = await open(await withoutEditLists(file));
    const later = (await decoded.getFirstTimestamp()) - (await track.getFirstTimestamp());
    const pictures = read(new VideoSampleSink(decoded), (frame) => (shown[frame]?.packetTime ?? 0) + later);
    return {
      picture: pictures.picture,
      close: async () => {
        await pictures.end();
        for (const input of inputs) input.dispose();
      },
    };
  } catch (error) {
    for (const input of inputs) input.dispose();
    throw asProblem(error);
  }
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
  return new RenderError(isGone ? 'clip-gone' : 'cannot-decode', String(error));
}
