// A canvas over a paused video that shows decoded frames: which frame a <video> itself shows after a seek is not reported
// truly by every engine (docs/browsers.md). The video seeks to the same frame when input stops, to play on from there.
import { type FrameTimes, frameIndexAt, seekTarget } from '#domain/video/frame-times.ts';
import { createFrameWindowKeeper, type WindowedSource } from './frame-window-keeper.ts';
import type { VideoStore } from './video-store.ts';

/** The canvas of one player. */
export interface FrameOverlay {
  readonly attach: (canvas: HTMLCanvasElement) => () => void;
  /** The frame that the canvas shows, or null while the video itself is seen. */
  readonly frame: () => number | null;
  /** Decodes a frame of a paused video and shows it; resolves to false when the video itself has to show it. */
  readonly show: (frame: number) => Promise<boolean>;
  readonly hide: () => void;
  /** Decodes the frames around a frame, for the next steps. */
  readonly prepare: (frame: number) => void;
  /**
   * No seek is pending: after {@link IDLE_AFTER_MS} the canvas shows the frame that the video is on, or the video seeks to
   * the canvas's frame; the neighbours are decoded.
   */
  readonly onIdle: () => void;
  /** Seeks the video to the frame that the canvas shows. */
  readonly syncVideo: () => void;
  /** Releases the decoded pictures. */
  readonly release: () => void;
}

/** Stepping or dragging has ended this long after the last seek. */
const IDLE_AFTER_MS = 250;
/** A presented frame this close to the element's time is not a late one from before a seek. In seconds. */
const SAME_PLACE = 0.25;
/** A video whose time has moved this far plays, also where no frame is reported. In seconds. */
const HAS_MOVED = 0.1;

/** Creates the overlay of one store's video. `onChange` is called when its frame changes. */
export function createFrameOverlay(
  store: VideoStore,
  frameTimes: () => FrameTimes | null,
  onChange: () => void,
): FrameOverlay {
  const keeper = createFrameWindowKeeper();
  let canvas: HTMLCanvasElement | null = null;
  let shown: number | null = null;
  /** Counts the frames that were asked for, so that an overtaken one is not shown. */
  let asked = 0;
  /** Whether the video is being sought to the canvas's frame. It may come elsewhere: the engine may clamp the seek. */
  let isSyncing = false;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  /** What can be decoded here. Local files only: a video of the server would be loaded twice. */
  function decodable(): WindowedSource | null {
    const src = store.video()?.currentSrc ?? '';
    const frameCount = frameTimes()?.length ?? 0;
    const canDecode = 'VideoDecoder' in globalThis && canvas !== null && frameCount > 0 && src.startsWith('blob:');
    return canDecode ? { src, frameCount } : null;
  }

  function prepare(frame: number): void {
    const source = decodable();
    if (source) keeper.moveTo(source, frame);
  }

  function draw(frame: number): boolean {
    const picture = keeper.picture(frame);
    if (!picture || !canvas || !drawPicture(canvas, picture)) return false;
    // Set directly: React would show it after it is reported as on screen.
    canvas.hidden = false;
    setShown(frame);
    return true;
  }

  function setShown(frame: number | null): void {
    if (shown === frame) return;
    shown = frame;
    onChange();
  }

  async function show(frame: number): Promise<boolean> {
    clearTimeout(idleTimer);
    asked += 1;
    const request = asked;
    if (frame === shown) return true;
    const source = decodable();
    if (!source || !store.video()?.paused || !(await keeper.bring(source, frame))) return false;
    return request === asked && store.video()?.paused === true && draw(frame);
  }

  function hide(): void {
    asked += 1;
    if (canvas) canvas.hidden = true;
    setShown(null);
  }

  function syncVideo(): void {
    const video = store.video();
    const table = frameTimes();
    if (!video || !table || shown === null) return;
    if (!video.seeking && frameIndexAt(table, video.currentTime) === shown) return;
    isSyncing = true;
    video.currentTime = seekTarget(table, shown);
  }

  function onIdle(): void {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => {
      const video = store.video();
      const table = frameTimes();
      if (!video?.paused || !table || document.hidden) return;
      const frame = shown ?? frameIndexAt(table, store.getState().presentedTime ?? video.currentTime);
      syncVideo();
      void show(frame).then((isShown) => isShown && prepare(frame));
    }, IDLE_AFTER_MS);
  }

  /** The browser's own controls seek too, and then the video is what the visitor looks at. */
  function onSeeking(): void {
    const video = store.video();
    const table = frameTimes();
    if (isSyncing || !video || !table || shown === null) return;
    if (frameIndexAt(table, video.currentTime) !== shown) hide();
  }

  function onSeeked(): void {
    if (!isSyncing) onIdle();
    isSyncing = false;
  }

  followVideo(store, { onSeeking, onSeeked, hide, onIdle, release });

  function release(): void {
    clearTimeout(idleTimer);
    keeper.release();
  }

  return {
    attach(element) {
      canvas = element;
      const onVisibility = () => document.hidden && keeper.release();
      document.addEventListener('visibilitychange', onVisibility);
      return () => {
        document.removeEventListener('visibilitychange', onVisibility);
        release();
        hide();
        canvas = null;
      };
    },
    frame: () => shown,
    show,
    hide,
    prepare,
    onIdle,
    syncVideo,
    release,
  };
}

/** Whether a paused video shows a frame of a table and is on its way to no other. */
export function showsFrame(store: VideoStore, frameTimes: FrameTimes, frame: number): boolean {
  const video = store.video();
  const { presentedTime } = store.getState();
  if (!video || presentedTime === null || !video.paused || video.seeking) return false;
  return [presentedTime, video.currentTime].every((time) => frameIndexAt(frameTimes, time) === frame);
}

interface Following extends Pick<FrameOverlay, 'hide' | 'onIdle' | 'release'> {
  /** A seek of the paused video has begun. */
  readonly onSeeking: () => void;
  /** It has ended. */
  readonly onSeeked: () => void;
}

/** Hides the overlay while the video plays or is sought by somebody else, and releases its pictures during playback. */
function followVideo(store: VideoStore, { onSeeking, onSeeked, hide, onIdle, release }: Following): void {
  let before = store.getState();
  let playsFrom: number | null = null;
  store.subscribe(() => {
    const now = store.getState();
    const { paused, seeking, status, currentTime } = now;
    if (status !== 'ready') hide();
    if (status !== 'ready' || !paused) release();
    else if (!before.paused) onIdle();
    if (paused && seeking && !before.seeking) onSeeking();
    if (!seeking && before.seeking) onSeeked();
    if (paused || seeking) playsFrom = null;
    else if (playsFrom === null) playsFrom = currentTime;
    else if (Math.abs(currentTime - playsFrom) > HAS_MOVED) hide();
    before = now;
  });
  store.onFrame((mediaTime) => {
    const video = store.video();
    if (video && !video.paused && !video.seeking && Math.abs(mediaTime - video.currentTime) < SAME_PLACE) hide();
  });
}

/** The parts of a decoded picture that are needed here: the decoder itself is loaded only when it is wanted. */
interface DecodedPicture {
  readonly displayWidth: number;
  readonly displayHeight: number;
  draw(context: CanvasRenderingContext2D, x: number, y: number, width: number, height: number): void;
}

function drawPicture(canvas: HTMLCanvasElement, picture: DecodedPicture): boolean {
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) return false;
  const { displayWidth, displayHeight } = picture;
  // Also the same number empties a canvas and throws its memory away.
  if (canvas.width !== displayWidth) canvas.width = displayWidth;
  if (canvas.height !== displayHeight) canvas.height = displayHeight;
  picture.draw(context, 0, 0, displayWidth, displayHeight);
  return true;
}
