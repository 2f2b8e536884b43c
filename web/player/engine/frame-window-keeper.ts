// Opens a player's window of decoded frames on first use and moves it along. On a page with several players only the
// one used last holds pictures: phones have few decoders and little memory.
import { rememberFalse } from '#web/lib/false-answers.ts';
import type { FrameWindow } from './frame-window.ts';

/** A video of this device whose frame times are known. */
export interface WindowedSource {
  readonly src: string;
  readonly frameCount: number;
}

/**
 * Maximum wait for a picture; then the video seeks instead. A minute of 1080p with a single key frame takes this long
 * on a slow machine.
 */
const PATIENCE_MS = 8000;
/** A decoder of which no frame comes for this long while one is awaited has stalled, and is not asked again. */
const STALLED_SECONDS = 3;

let used: { readonly rest: () => Promise<unknown>; readonly release: () => void } | null = null;

export function createFrameWindowKeeper() {
  let current: FrameWindow | null = null;
  /** The address whose window is open or being opened. */
  let openedFor: string | null = null;
  /** The address whose pictures this browser cannot decode. */
  let undecodable: string | null = null;
  let at = 0;
  let decodedCount = 0;
  let awaited: Promise<unknown> = Promise.resolve();
  const waiting = new Set<() => void>();

  const onChange = () => {
    for (const look of [...waiting]) look();
  };

  const onDecoded = () => {
    decodedCount += 1;
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
      .then(({ openFrameWindow }) => openFrameWindow(src, frameCount, { onChange, onDecoded, onEnd }))
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
      let [decoded, quietSeconds] = [decodedCount, 0];
      const watch = setInterval(() => {
        quietSeconds = current && decoded === decodedCount ? quietSeconds + 1 : 0;
        decoded = decodedCount;
        if (quietSeconds < STALLED_SECONDS) return;
        if (current) rememberFalse(`pictures ${current.codec}`);
        undecodable = src;
        keeper.release();
      }, 1000);
      const look = () => {
        if (openedFor !== src || current?.isAbsent(frame)) finish(false);
        else if (current?.picture(frame)) finish(true);
      };
      function finish(hasCome: boolean) {
        clearTimeout(timeout);
        clearInterval(watch);
        waiting.delete(look);
        resolve(hasCome);
      }
      waiting.add(look);
      look();
    });
  }

  const keeper = {
    /** The picture of a frame, or null while it is not decoded. */
    picture: (frame: number): ReturnType<FrameWindow['picture']> => current?.picture(frame) ?? null,
    /** Opens a window around a frame, or moves the window that is open for this source. */
    moveTo(source: WindowedSource, frame: number): void {
      at = frame;
      if (undecodable === source.src) return;
      if (openedFor === source.src) {
        current?.moveTo(frame);
        return;
      }
      keeper.release();
      openedFor = source.src;
      void open(source);
    },
    /**
     * Moves to a frame and resolves with true when its picture is decoded. Resolves with false if this browser cannot
     * decode it, if that takes too long, or if the window is released meanwhile.
     */
    bring(source: WindowedSource, frame: number): Promise<boolean> {
      keeper.moveTo(source, frame);
      if (undecodable === source.src) return Promise.resolve(false);
      const coming = waitFor(source.src, frame);
      awaited = coming;
      return coming;
    },
    /** Resolves when no picture is awaited. */
    rest: () => awaited,
    /** Closes the window and its pictures. */
    release(): void {
      current?.close();
      current = null;
      openedFor = null;
      if (used === keeper) used = null;
      onChange();
    },
  };
  return keeper;
}
