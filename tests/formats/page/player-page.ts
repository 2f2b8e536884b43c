// The page of the format tests: the product's verdict on a file, its frame reader and its player, and a canvas that reads
// the number in the picture. Built by tests/shared/start-resource.ts.
import type { Clip } from '#domain/video/clip.ts';
import { readFrameNumber } from '#domain/video/frame-number.ts';
import { playableOf, type Verdict } from '#web/clip/playable-file.ts';
import { createFramePlayer } from '#web/player/engine/frame-player.ts';

/** The product's verdict on the file in the page's input. */
export interface Inspection {
  readonly verdict: Verdict;
  /** The clip as read by the browser; null if it cannot read the container. */
  readonly clip: Clip | null;
}

/** One requested frame, as shown. */
export interface ShownFrame {
  readonly frame: number;
  /** The number in the picture; null if none can be read. */
  readonly number: number | null;
  /** The time that a mark would store. */
  readonly time: number;
  /** The mean brightness of the picture, 0 to 255. */
  readonly brightness: number;
}

/** The interface for tests. */
export interface FormatsPage {
  inspect(): Promise<Inspection>;
  /** Shows a video (the file itself for null) and seeks frames of it. Throws when it cannot be opened. */
  show(src: string | null, clip: Clip, frames: readonly number[]): Promise<ShownFrame[]>;
}

declare global {
  interface Window {
    formats: FormatsPage;
  }
}

const WIDTH_PX = 160;
const HEIGHT_PX = 120;
const video = document.querySelector('video') as HTMLVideoElement;
const input = document.querySelector('input') as HTMLInputElement;
const context = new OffscreenCanvas(WIDTH_PX, HEIGHT_PX).getContext('2d', { willReadFrequently: true });
const player = createFramePlayer();
player.attach(video);

window.formats = {
  async inspect() {
    const playable = playableOf(chosenFile());
    const { verdict, reading } = await new Promise<ReturnType<typeof playable.getState>>((resolve) => {
      const check = () => playable.getState().verdict !== 'pending' && resolve(playable.getState());
      playable.subscribe(check);
      check();
    });
    return { verdict, clip: reading?.clip ?? null };
  },

  async show(src, clip, frames) {
    const url = src ?? URL.createObjectURL(chosenFile());
    try {
      await open(url);
      player.setClip(clip);
      const shown: ShownFrame[] = [];
      for (const frame of frames) {
        await player.seekTo(clip.frameTimes[frame] ?? Number.NaN);
        shown.push({ frame, ...pictureOnScreen(), time: player.getState().shownTime });
      }
      return shown;
    } finally {
      if (src === null) URL.revokeObjectURL(url);
    }
  },
};

function chosenFile(): File {
  const file = input.files?.[0];
  if (!file) throw new Error('No file was chosen');
  return file;
}

function open(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener('loadeddata', () => resolve(), { once: true });
    video.addEventListener('error', () => reject(new Error(video.error?.message ?? 'no video')), { once: true });
    video.src = url;
  });
}

function pictureOnScreen(): Pick<ShownFrame, 'number' | 'brightness'> {
  if (!context) throw new Error('No canvas');
  context.drawImage(video, 0, 0, WIDTH_PX, HEIGHT_PX);
  const { data } = context.getImageData(0, 0, WIDTH_PX, HEIGHT_PX);
  const gray = Uint8Array.from({ length: WIDTH_PX * HEIGHT_PX }, (_, pixel) => data[pixel * 4 + 1] ?? 0);
  const brightness = gray.reduce((sum, value) => sum + value, 0) / gray.length;
  return { number: readFrameNumber(gray, WIDTH_PX, HEIGHT_PX), brightness };
}
