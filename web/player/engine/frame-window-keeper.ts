// Opens a player's window of decoded frames on first use and moves it along. On a page with several players only the
// one used last holds pictures: phones have few decoders and little memory.
import type { FrameWindow } from './frame-window.ts';

/** A video of this device whose frame times are known. */
export interface WindowedSource {
  readonly src: string;
  readonly frameCount: number;
}

export interface FrameWindowKeeper {
  /** The picture of a frame, or null while it is not decoded. */
  readonly picture: (frame: number) => ReturnType<FrameWindow['picture']>;
  /** Opens a window around a frame, or moves the window that is open for this source. */
  readonly moveTo: (source: WindowedSource, frame: number) => void;
  /**
   * Moves to a frame and resolves with true when its picture is decoded. Resolves with false if this browser cannot
   * decode it, if that takes too long, or if the window is released meanwhile.
   */
  readonly bring: (source: WindowedSource, frame: number) => Promise<boolean>;
  /** Closes the window and its pictures. */
  readonly release: () => void;
}

/**
 * Maximum wait for a picture; then the video seeks instead. A minute of 1080p with a single key frame takes this long
 * on a slow machine.
 */
const PATIENCE_MS = 8000;

interface OwnedKeeper extends FrameWindowKeeper {
  /** Resolves when no picture is awaited. */
  readonly rest: () => Promise<unknown>;
}

let used: OwnedKeeper | null = null;

export function createFrameWindowKeeper(): FrameWindowKeeper {
  let current: FrameWindow | null = null;
  /** The address whose window is open or being opened. */
  let openedFor: string | null = null;
  /** The address whose pictures this browser cannot decode. */
  let undecodable: string | null = null;
  let at = 0;
  let awaited: Promise<unknown> = Promise.resolve();
  const waiting = new Set<() => void>();

  const onChange = () => {
    for (const look of [...waiting]) look();
  };

  async function open({ src, frameCount }: WindowedSource): Promise<void> {
    const before = used;
    used = keeper;
    // Wait for the other player's pending picture. Otherwise two players would take the window from each other forever.
    await before?.rest();
    if (before !== keeper) before?.release();
    const onEnd = () => {
      if (openedFor !== src) return;
      undecodable = src;
      keeper.release();
    };
    const opened = await import('./frame-window.ts')
      .then(({ openFrameWindow }) => openFrameWindow(src, frameCount, { onChange, onEnd }))
      .catch(() => null);
    if (openedFor !== src || current) return opened?.close();
    if (!opened) return onEnd();
    current = opened;
    current.moveTo(at);
    onChange();
  }

  function waitFor(src: string, frame: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timeout = setTimeout(() => finish(false), PATIENCE_MS);
      const look = () => {
        if (openedFor !== src || current?.isAbsent(frame)) finish(false);
        else if (current?.picture(frame)) finish(true);
      };
      function finish(hasCome: boolean) {
        clearTimeout(timeout);
        waiting.delete(look);
        resolve(hasCome);
      }
      waiting.add(look);
      look();
    });
  }

  const keeper: OwnedKeeper = {
    picture: (frame) => current?.picture(frame) ?? null,
    moveTo(source, frame) {
      at = frame;
      if (undecodable === source.src) return;
      if (openedFor === source.src) return current?.moveTo(frame);
      keeper.release();
      openedFor = source.src;
      void open(source);
    },
    bring(source, frame) {
      keeper.moveTo(source, frame);
      if (undecodable === source.src) return Promise.resolve(false);
      const coming = waitFor(source.src, frame);
      awaited = coming;
      return coming;
    },
    rest: () => awaited,
    release() {
      current?.close();
      current = null;
      openedFor = null;
      if (used === keeper) used = null;
      onChange();
    },
  };
  return keeper;
}
