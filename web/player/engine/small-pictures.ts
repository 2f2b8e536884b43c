// Small pictures of a clip's frames, for clips whose key frames are seconds apart and whose frames decode slowly. Every
// frame can be shown immediately, and the sharp picture follows. A worker makes them once for each clip, while nothing
// plays.
import type { WindowedSource } from './frame-window-keeper.ts';
import type { FromSmallPicturesWorker, SmallPicturesRequest, ToSmallPicturesWorker } from './small-pictures-worker.ts';

/** Can be drawn on a canvas. */
export type SmallPicture = ImageBitmap | VideoFrame;

/** Maximum total size of a clip's pictures: a minute of 60 frames a second at their usual 10 to 20 kB. */
const MOST_BYTES = 64_000_000;
/** How many pictures on each side are decoded with a wanted one: the next step then shows its picture within a refresh. */
const NEIGHBORS = 3;
/** Delay after the last step: the visitor may step again, and with few CPU cores both would be slow. */
const REST_MS = 1500;

/** Creates an empty set of small pictures. */
export function createSmallPictures() {
  let made: {
    readonly src: string;
    readonly pictures: Map<number, ArrayBuffer>;
    bytes: number;
    isDone: boolean;
  } | null = null;
  /** The decoded pictures near the one wanted last. */
  const decoded = new Map<number, Promise<SmallPicture | null>>();
  let worker: Worker | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Stops making pictures and keeps those already made. */
  function rest(): void {
    clearTimeout(timer);
    worker?.terminate();
    worker = null;
  }

  function release(): void {
    rest();
    made = null;
    closeExceptNear(Number.NaN);
  }

  function closeExceptNear(frame: number): void {
    for (const [other, picture] of decoded) {
      if (Math.abs(other - frame) <= NEIGHBORS) continue;
      decoded.delete(other);
      void picture.then((near) => near?.close());
    }
  }

  function decode(frame: number): Promise<SmallPicture | null> | undefined {
    const bytes = made?.pictures.get(frame);
    if (bytes && !decoded.has(frame)) decoded.set(frame, pictureOf(bytes));
    return decoded.get(frame);
  }

  function take(data: FromSmallPicturesWorker): void {
    if (!made) return;
    if (data === 'done') made.isDone = true;
    else {
      made.pictures.set(data.frame, data.picture);
      made.bytes += data.picture.byteLength;
      made.isDone = made.bytes > MOST_BYTES;
    }
    if (made.isDone) rest();
  }

  function goOn({ src, frameCount }: WindowedSource): void {
    if (made?.src !== src || made.isDone) return;
    if (worker) {
      worker.postMessage('go' satisfies ToSmallPicturesWorker);
      return;
    }
    const request: SmallPicturesRequest = { src, frameCount, from: Math.max(-1, ...made.pictures.keys()) + 1 };
    worker = new Worker(new URL('./small-pictures-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<FromSmallPicturesWorker>) => take(data));
    worker.addEventListener('error', () => take('done'));
    worker.postMessage(request);
  }

  return {
    /** Makes the missing pictures of this clip after {@link REST_MS}, or continues after a pause. Null makes none. */
    make(source: WindowedSource | null): void {
      if (!source || !('OffscreenCanvas' in globalThis)) return;
      const { src } = source;
      if (made?.src !== src) {
        release();
        made = { src, pictures: new Map(), bytes: 0, isDone: false };
      }
      clearTimeout(timer);
      timer = setTimeout(goOn, REST_MS, source);
    },
    /** A frame's picture, or null while there is none. Draw it at once: later calls may close it. */
    async picture(src: string, frame: number): Promise<SmallPicture | null> {
      if (made?.src !== src) return null;
      closeExceptNear(frame);
      const wanted = await decode(frame);
      // Only then: decoded together, each would come as late as the last.
      for (let near = 1; near <= NEIGHBORS; near += 1)
        for (const next of [frame + near, frame - near]) void decode(next);
      return wanted ?? null;
    },
    /** Pauses, so that stepping has the processor to itself. */
    hold(): void {
      clearTimeout(timer);
      worker?.postMessage('hold' satisfies ToSmallPicturesWorker);
    },
    rest,
    release,
  };
}

/** A Blob's bytes come from another process, two refreshes later on a busy machine. ImageDecoder has them at hand. */
async function pictureOf(bytes: ArrayBuffer): Promise<SmallPicture | null> {
  const type = 'image/jpeg';
  try {
    if (!('ImageDecoder' in globalThis)) return await createImageBitmap(new Blob([bytes], { type }));
    const decoder = new ImageDecoder({ data: bytes, type });
    const { image } = await decoder.decode();
    decoder.close();
    return image;
  } catch {
    // The sharp picture follows anyway.
    return null;
  }
}
