// Opens a player's window of decoded frames on first use and moves it along. On a page with several players only the
// one used last holds pictures.
import type { FrameWindow } from './frame-window.ts';

/** A video of this device whose frame times are known. */
export interface WindowedSource {
  readonly src: string;
  readonly frameCount: number;
}

/** The window of one player. */
export interface FrameWindowKeeper {
  /** The open window, or null. */
  readonly current: () => FrameWindow | null;
  /** Opens a window around a frame, or moves the one open for this source. */
  readonly moveTo: (source: WindowedSource, frame: number) => void;
  /** Resolves when the picture of a frame is decoded, or with false when it does not come soon. */
  readonly comes: (frame: number) => Promise<boolean>;
  /** Gives the pictures up. */
  readonly release: () => void;
}

/** A picture that is decoded on the way comes within this, or a seek is tried after all. */
const COMING_MS = 400;

let used: FrameWindowKeeper | null = null;

/** Makes a keeper without a window. */
export function createFrameWindowKeeper(): FrameWindowKeeper {
  let current: FrameWindow | null = null;
  /** The address whose window is open, being opened or cannot be opened. */
  let openedFor: string | null = null;
  let at = 0;
  let onPicture: (frame: number) => void = () => undefined;

  async function open({ src, frameCount }: WindowedSource): Promise<void> {
    const opened = await import('./frame-window.ts')
      .then(({ openFrameWindow }) => openFrameWindow(src, frameCount, (frame) => onPicture(frame)))
      .catch(() => null);
    if (openedFor !== src || current) return opened?.close();
    current = opened;
    current?.moveTo(at);
  }

  const keeper: FrameWindowKeeper = {
    current: () => current,
    moveTo(source, frame) {
      at = frame;
      if (openedFor === source.src) return current?.moveTo(frame);
      keeper.release();
      used?.release();
      used = keeper;
      openedFor = source.src;
      void open(source);
    },
    comes(frame) {
      if (!current?.isComing(frame)) return Promise.resolve(false);
      return new Promise((resolve) => {
        const timeout = setTimeout(() => finish(false), COMING_MS);
        onPicture = (came) => came === frame && finish(true);
        function finish(hasCome: boolean) {
          clearTimeout(timeout);
          onPicture = () => undefined;
          resolve(hasCome);
        }
      });
    },
    release() {
      current?.close();
      current = null;
      openedFor = null;
      if (used === keeper) used = null;
    },
  };
  return keeper;
}
