// The decoded pictures of one clip in the order in which a merged video shows them. Decodes the needed window only.
import { type Input, type VideoSample, VideoSampleSink } from 'mediabunny';
import { openVideo, readShownFrames, withoutEditLists } from '#web/player/engine/frame-table.ts';
import { RenderError, type RenderSource } from './render-request.ts';

/** The pictures of a window of one clip. */
export interface ClipPictures {
  /** The picture of a shown frame; frames are asked for in ascending order, each once. It belongs to whoever asks. */
  readonly picture: (frame: number) => Promise<VideoSample>;
  readonly close: () => Promise<void>;
}

/** The range of a window is this much wider than its frames, and a picture this near to its time is the wanted one. In seconds. */
const RANGE_MARGIN = 1e-4;
const SAME_TIME = 2e-6;

/**
 * Opens the window from one shown frame to another of a clip. Throws a RenderError 'cannot-decode', 'clip-gone', or
 * 'wrong-frames' where the file has other frames than the plan was made with.
 */
export async function openClipPictures(
  { file, frameTimes }: RenderSource,
  from: number,
  to: number,
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
    // No time is negative then: some decoders lose frames before 0.
    const decoded = await open(await withoutEditLists(file));
    const later = (await decoded.getFirstTimestamp()) - (await track.getFirstTimestamp());
    const timeOf = (frame: number) => (shown[frame]?.packetTime ?? 0) + later;
    const samples = new VideoSampleSink(decoded).samples(timeOf(from) - RANGE_MARGIN, timeOf(to) + RANGE_MARGIN);
    return {
      picture: (frame) => nextAt(samples, timeOf(frame), frame),
      close: async () => {
        await samples.return();
        for (const input of inputs) input.dispose();
      },
    };
  } catch (error) {
    for (const input of inputs) input.dispose();
    throw asProblem(error);
  }
}

/** The next picture with a time. Pictures before it are passed over; a later one means that it never comes. */
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

/** A file that was moved or removed while it is read fails with one of these. */
const GONE = ['NotFoundError', 'NotReadableError'];

function asProblem(error: unknown): RenderError {
  if (error instanceof RenderError) return error;
  const isGone = error instanceof DOMException && GONE.includes(error.name);
  return new RenderError(isGone ? 'clip-gone' : 'cannot-decode', String(error));
}
