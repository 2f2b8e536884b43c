// A canvas over a paused video that shows decoded frames, because not every engine reports correctly which frame a
// <video> shows after a seek (docs/browsers.md). When input stops, the video seeks to the same frame, so that playback
// continues from there.
import { type FrameTimes, frameIndexAt, seekTarget } from '#domain/video/frame-times.ts';
import { createFrameWindowKeeper, type WindowedSource } from './frame-window-keeper.ts';
import { createSmallPictures, type SmallPicture } from './small-pictures.ts';
import type { VideoStore } from './video-store.ts';

/** Stepping or dragging counts as finished this long after the last seek. */
const IDLE_AFTER_MS = 250;
/** Maximum distance of a presented frame from the element's time, in seconds. A frame farther away predates a seek. */
const SAME_PLACE = 0.25;
/** Minimum time change that shows that a video plays, even if no frame is reported. In seconds. */
const HAS_MOVED = 0.1;
/** Some phones show nothing of a larger canvas, and report no error. */
const MAX_CANVAS_SIDE_PX = 4096;

export type FrameOverlay = ReturnType<typeof createFrameOverlay>;

/** Creates the overlay of one store's video. `onChange` is called when its frame changes. */
export function createFrameOverlay(store: VideoStore, frameTimes: () => FrameTimes | null, onChange: () => void) {
  const keeper = createFrameWindowKeeper();
  const smalls = createSmallPictures();
  let canvas: HTMLCanvasElement | null = null;
  let shown: number | null = null;
  /** Counts the requested frames, so that an overtaken one is not shown. */
  let asked = 0;
  /** Whether the video is seeking to the canvas's frame. The engine may clamp the seek, so it may end elsewhere. */
  let isSyncing = false;
  /** The frame on the canvas that stays a small picture, because its sharp picture could not be decoded. */
  let staysSmall: number | null = null;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  const decodable = () => (canvas ? decodableSource(store, frameTimes) : null);

  /** Decodes the frames around a frame, for the next steps. */
  function prepare(frame: number): void {
    const source = decodable();
    if (source) keeper.moveTo(source, frame);
  }

  function draw(frame: number, picture: Drawable | null = keeper.picture(frame)): boolean {
    if (!picture || !canvas || !drawPicture(canvas, picture)) return false;
    // Set directly: React would show the canvas only after the frame is reported as on screen.
    canvas.hidden = false;
    setShown(frame);
    return true;
  }

  function setShown(frame: number | null): void {
    if (shown === frame) return;
    shown = frame;
    onChange();
  }

  /** Decodes a frame of a paused video and shows it; resolves to false when the video itself has to show it. */
  async function show(frame: number): Promise<boolean> {
    clearTimeout(idleTimer);
    smalls.hold();
    const request = ++asked;
    if (frame === shown) return true;
    const source = decodable();
    if (!source || !store.video()?.paused) return false;
    const isStillAsked = () => request === asked && store.video()?.paused === true;
    // Before the decoder starts, which takes all cores where the last key frame is far away.
    const small = keeper.picture(frame) ? null : await smalls.picture(source.src, frame);
    if (small && isStillAsked() && draw(frame, small)) {
      void keeper.bring(source, frame).then((hasCome) => sharpen(frame, hasCome));
      return true;
    }
    const coming = keeper.bring(source, frame);
    // At once, so that the target and the picture are rendered together.
    if (isStillAsked() && draw(frame)) return true;
    return (await coming) && isStillAsked() && draw(frame);
  }

  /** Draws the sharp picture over the small one. If that fails, reveals the video once it shows the same frame. */
  function sharpen(frame: number, hasCome: boolean): void {
    if (shown !== frame || (hasCome && draw(frame)) || !store.video()?.paused) return;
    syncVideo();
    staysSmall = frame;
    if (!isSyncing) hide();
  }

  function hide(): void {
    asked += 1;
    staysSmall = null;
    if (canvas) canvas.hidden = true;
    setShown(null);
  }

  /** Seeks the video to the canvas's frame, unless something else is seeking it: that seek is newer. */
  function syncVideo(): void {
    if ((isSyncing || !store.video()?.seeking) && seekToFrame(store.video(), frameTimes(), shown)) isSyncing = true;
  }

  /**
   * Call when no seek is pending. After {@link IDLE_AFTER_MS} the canvas shows the video's current frame, or the video
   * seeks to the canvas's frame. The neighboring frames are decoded.
   */
  function onIdle(): void {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => {
      const video = store.video();
      const table = frameTimes();
      if (!video?.paused || !table || document.hidden) return;
      const frame = shown ?? frameIndexAt(table, store.getState().presentedTime ?? video.currentTime);
      syncVideo();
      void show(frame).then((isShown) => {
        if (isShown) prepare(frame);
        smalls.make(decodable());
      });
    }, IDLE_AFTER_MS);
  }

  /** The browser's own controls seek too. Such a seek reveals the video and cancels a picture that is being decoded. */
  function onSeeking(): void {
    const video = store.video();
    const table = frameTimes();
    if (isSyncing || !video || !table) return;
    if (shown === null || frameIndexAt(table, video.currentTime) !== shown) hide();
  }

  function onSeeked(): void {
    if (!isSyncing) onIdle();
    isSyncing = false;
    if (staysSmall !== null && staysSmall === shown) hide();
  }

  followVideo(store, { onSeeking, onSeeked, hide, onIdle, release });

  /** Releases the decoded pictures. Small pictures stay until the clip changes: they take little memory. */
  function release(): void {
    clearTimeout(idleTimer);
    keeper.release();
    smalls.rest();
  }

  return {
    attach(element: HTMLCanvasElement): () => void {
      canvas = element;
      const stopWatching = watch(element, { release, onIdle, syncVideo, hide });
      return () => {
        stopWatching();
        release();
        smalls.release();
        hide();
        canvas = null;
      };
    },
    /** The frame that the canvas shows, or null while the video itself is visible. */
    frame: () => shown,
    show,
    hide,
    prepare,
    onIdle,
    syncVideo,
    release,
  };
}

/** Seeks to a frame. Returns false if the video already shows it, or without a video, frame times or a frame. */
function seekToFrame(video: HTMLVideoElement | null, table: FrameTimes | null, frame: number | null): boolean {
  if (!video || !table || frame === null) return false;
  if (!video.seeking && frameIndexAt(table, video.currentTime) === frame) return false;
  video.currentTime = seekTarget(table, frame);
  return true;
}

/** The source to decode, or null. Local files only: a video from the server would be loaded twice. */
function decodableSource(store: VideoStore, frameTimes: () => FrameTimes | null): WindowedSource | null {
  const src = store.video()?.currentSrc ?? '';
  const frameCount = frameTimes()?.length ?? 0;
  return 'VideoDecoder' in globalThis && frameCount > 0 && src.startsWith('blob:') ? { src, frameCount } : null;
}

type Watched = Readonly<Record<'release' | 'onIdle' | 'syncVideo' | 'hide', () => void>>;

/**
 * Releases what a hidden page does not need, and shows the frame in the video when the graphics process ends: the canvas is black
 * from then on, until it is drawn again.
 */
function watch(canvas: HTMLCanvasElement, { release, onIdle, syncVideo, hide }: Watched): () => void {
  const look = () => document.hidden && release();
  document.addEventListener('visibilitychange', look);
  canvas.oncontextlost = () => {
    syncVideo();
    hide();
  };
  canvas.oncontextrestored = onIdle;
  return () => document.removeEventListener('visibilitychange', look);
}

/** Whether a paused video shows a frame of the table and is not seeking. */
export function showsFrame(store: VideoStore, frameTimes: FrameTimes, frame: number): boolean {
  const video = store.video();
  const { presentedTime } = store.getState();
  if (!video || presentedTime === null || !video.paused || video.seeking) return false;
  return [presentedTime, video.currentTime].every((time) => frameIndexAt(frameTimes, time) === frame);
}

interface Following extends Readonly<Record<'hide' | 'onIdle' | 'release', () => void>> {
  /** The paused video has started to seek. */
  readonly onSeeking: () => void;
  readonly onSeeked: () => void;
}

/** Hides the overlay during playback and after other seeks, and releases its pictures during playback. */
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

/** The parts of a decoded picture that are used here. The decoder itself is loaded only on first use. */
interface DecodedPicture {
  readonly displayWidth: number;
  readonly displayHeight: number;
  draw(context: CanvasRenderingContext2D, x: number, y: number, width: number, height: number): void;
}

type Drawable = DecodedPicture | SmallPicture;

function drawPicture(canvas: HTMLCanvasElement, picture: Drawable): boolean {
  const context = canvas.getContext('2d', { alpha: false });
  // Older engines cannot say.
  if (!context || ('isContextLost' in context && context.isContextLost())) return false;
  const own =
    'displayWidth' in picture ? [picture.displayWidth, picture.displayHeight] : [picture.width, picture.height];
  const scale = Math.min(1, MAX_CANVAS_SIDE_PX / Math.max(...own));
  const [width = 0, height = 0] = own.map((sidePx) => Math.round(sidePx * scale));
  // Assigning even the same size clears a canvas and reallocates its memory.
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  if ('draw' in picture) picture.draw(context, 0, 0, width, height);
  else context.drawImage(picture, 0, 0, width, height);
  return true;
}
