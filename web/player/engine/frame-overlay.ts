// A canvas over a paused video that shows decoded frames at once; the video seeks to the same frame when input stops.
// While the canvas is visible it is what the visitor sees, whatever frame the video is on.
import { type FrameTimes, frameIndexAt, seekTarget } from '#domain/video/frame-times.ts';
import { createFrameWindowKeeper } from './frame-window-keeper.ts';
import type { VideoStore } from './video-store.ts';

/** The canvas of one player. */
export interface FrameOverlay {
  readonly attach: (canvas: HTMLCanvasElement) => () => void;
  /** The frame that the canvas shows, or null while the video itself is seen. */
  readonly frame: () => number | null;
  /** Shows a frame if its picture is decoded or will be soon; resolves to false when the video has to seek. */
  readonly show: (frame: number) => Promise<boolean>;
  readonly hide: () => void;
  /** Decodes the frames around a frame, for the next steps. */
  readonly prepare: (frame: number) => void;
  /** No seek is pending: after {@link IDLE_AFTER_MS} the video seeks to the canvas's frame and its neighbours are decoded. */
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

/** Creates the overlay of one store's video. `onChange` is called when its frame changes. */
export function createFrameOverlay(
  store: VideoStore,
  frameTimes: () => FrameTimes | null,
  onChange: () => void,
): FrameOverlay {
  const keeper = createFrameWindowKeeper();
  let canvas: HTMLCanvasElement | null = null;
  let shown: number | null = null;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  function prepare(frame: number): void {
    const video = store.video();
    const frameCount = frameTimes()?.length ?? 0;
    const canDecode = 'VideoDecoder' in globalThis && video && 'requestVideoFrameCallback' in video;
    // Local files only: a video of the server would be loaded twice.
    if (canDecode && frameCount > 0 && video.currentSrc.startsWith('blob:')) {
      keeper.moveTo({ src: video.currentSrc, frameCount }, frame);
    }
  }

  function draw(frame: number): boolean {
    const picture = keeper.current()?.picture(frame);
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

  function hide(): void {
    if (canvas) canvas.hidden = true;
    setShown(null);
  }

  function isInSync(): boolean {
    const table = frameTimes();
    return shown !== null && table !== null && showsFrame(store, table, shown);
  }

  function syncVideo(): void {
    const video = store.video();
    if (isInSync()) hide();
    else if (video && shown !== null) video.currentTime = seekTarget(frameTimes() ?? [0], shown);
  }

  function onIdle(): void {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => {
      const video = store.video();
      const table = frameTimes();
      if (!video?.paused || !table || document.hidden) return;
      const frame = shown ?? frameIndexAt(table, store.getState().presentedTime ?? video.currentTime);
      syncVideo();
      prepare(frame);
    }, IDLE_AFTER_MS);
  }

  followVideo(store, { isInSync, hide, onIdle, release });

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
    async show(frame) {
      clearTimeout(idleTimer);
      if (frame === shown) return true;
      const current = keeper.current();
      if (!store.video()?.paused || !current) return false;
      if (current.picture(frame) || current.isComing(frame)) current.moveTo(frame);
      return draw(frame) || ((await keeper.comes(frame)) && draw(frame));
    },
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

type Following = Pick<FrameOverlay, 'hide' | 'onIdle' | 'release'> & { readonly isInSync: () => boolean };

/** Hides the overlay when the video shows the same frame or plays, and releases its pictures during playback. */
function followVideo(store: VideoStore, { isInSync, hide, onIdle, release }: Following): void {
  let wasPaused = true;
  store.subscribe(() => {
    const { paused, status } = store.getState();
    if (status !== 'ready' || isInSync()) hide();
    if (status !== 'ready' || !paused) release();
    else if (!wasPaused) onIdle();
    wasPaused = paused;
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
