// Burns drawings into a merged video: runs ffmpeg, checks what came out, and only then lets the file appear.
// Knows nothing of jobs and visitors.
import { inkBounds, type StrokesFromFrame } from '#domain/drawing-geometry.ts';
import { AppError } from '#server/app-error.ts';
import { checkOutput } from './check-output.ts';
import { drawingArgs } from './drawing-args.ts';
import { layerFrames } from './drawing-layer.ts';
import { isOutOfSpace } from './ffmpeg-error.ts';
import { writeFinishedFile } from './finished-file.ts';
import type { MediaTools } from './media-tools.ts';
import type { MergedVideoFacts } from './mp4-track.ts';
import { progressReader } from './progress.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

/** One video to draw on. */
export interface DrawingsOrder {
  /** The merged video: absolute and made by the server. */
  readonly path: string;
  readonly video: MergedVideoFacts;
  /** What appears when, frames ascending; at least one. Coordinates are pixels of the video. */
  readonly changes: readonly StrokesFromFrame[];
  /** Where the video appears once it is whole; `<outputPath>.part` is used until then. */
  readonly outputPath: string;
  /** Aborting stops the work at once and throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Hears a growing fraction from 0 to 1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

const RENDER_TIMEOUT_MS = 300_000;
/** Where no stroke touches the picture, the layer is a corner without ink. */
const NO_INK = { xPx: 0, yPx: 0, widthPx: 2, heightPx: 2 };

/** Writes the video with its drawings. Throws `AppError` 'render-failed', 'job-timeout' or 'no-space', and leaves no file then. */
export async function renderDrawings(tools: MediaTools, order: DrawingsOrder): Promise<void> {
  const { path, video, changes, signal, outputPath } = order;
  const strokes = changes.flatMap((change) => change.strokes);
  const bounds = inkBounds(strokes, video) ?? NO_INK;
  const layer = new WatchedInput(layerFrames(changes, bounds));
  try {
    await writeFinishedFile(outputPath, async (partPath) => {
      const args = drawingArgs({ path, video, bounds, firstFrame: changes[0]?.frame ?? 0 }, partPath);
      await runFfmpeg(tools.ffmpegPath, args, {
        timeoutMs: RENDER_TIMEOUT_MS,
        signal,
        input: layer,
        onStdout: progressReader(video.frameCount, order.onProgress ?? (() => {})),
      });
      layer.throwIfFailed();
      await checkOutput(tools, partPath, video, signal);
    });
  } catch (cause) {
    if (signal?.aborted || cause instanceof AppError) throw cause;
    throw new AppError(isOutOfSpace(cause) ? 'no-space' : 'render-failed', { cause });
  }
}

/** ffmpeg takes the end of its input for the last picture: a layer that broke off must not pass for a whole one. */
class WatchedInput implements AsyncIterable<Uint8Array> {
  readonly #pieces: AsyncIterable<Uint8Array>;
  #failure: { cause: unknown } | null = null;

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#pieces;
    } catch (cause) {
      this.#failure = { cause };
      throw cause;
    }
  }

  throwIfFailed(): void {
    if (this.#failure) throw this.#failure.cause;
  }
}
