// The number of the frame that a tab shows (domain/video/frame-number.ts): from the pixels of the player's picture, and
// from a picture of the screen.
import { readFrameNumber } from '#domain/video/frame-number.ts';
import type { Tab } from './tab.ts';

/** The size in which pictures are read. */
const SIZE = { widthPx: 160, heightPx: 120 } as const;

/** A stored mark, what the page says of the frame on screen, and the number in its picture. */
export interface MarkReading {
  /** The stored time, in seconds. */
  readonly mark: number;
  /** The page's "frame N of M", from 1; null while it says none. */
  readonly saidFrame: number | null;
  readonly number: number | null;
}

/** Waits for the next change of the workbench's annotations and reads the picture that is then seen. */
const READ_MARK = async (field: string, widthPx: number, heightPx: number) => {
  const output = document.querySelector<HTMLOutputElement>('[aria-label="user annotations"]');
  const video = document.querySelector('video');
  if (!output || !video) throw new Error('There is no player');
  while (output.dataset.changes === (output.dataset.read ?? '0')) await new Promise(requestAnimationFrame);
  output.dataset.read = output.dataset.changes ?? '';
  const overlay = video.parentElement?.querySelector<HTMLCanvasElement>('canvas:not([hidden])');
  const canvas = Object.assign(document.createElement('canvas'), { width: widthPx, height: heightPx });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(overlay ?? video, 0, 0, widthPx, heightPx);
  const { data } = context?.getImageData(0, 0, widthPx, heightPx) ?? { data: [] };
  const [, saidFrame] = /frame (\d+) of/.exec(document.body.innerText) ?? [];
  return {
    mark: Number(JSON.parse(output.textContent ?? '{}')[field]),
    saidFrame: saidFrame ? Number(saidFrame) : null,
    gray: [...data].filter((_, index) => index % 4 === 1),
  };
};

/** Marks the frame on screen by its key, at once, and reads what was stored and what is seen. */
export async function markAndRead(tab: Tab, position: 'rest' | 'top' | 'strike'): Promise<MarkReading> {
  await tab.key(position.charAt(0));
  const { widthPx, heightPx } = SIZE;
  const { gray, ...reading } = await tab.run<Omit<MarkReading, 'number'> & { gray: number[] }>(
    READ_MARK,
    `${position}Time`,
    widthPx,
    heightPx,
  );
  return { ...reading, number: readFrameNumber(gray, widthPx, heightPx) };
}

/** Runs in the page: the player's picture, cut out of a picture of the screen. */
const CUT_PICTURE = async (png: string, widthPx: number, heightPx: number) => {
  const image = Object.assign(new Image(), { src: `data:image/png;base64,${png}` });
  await image.decode();
  const video = document.querySelector('video');
  if (!video) throw new Error('There is no player');
  const box = video.getBoundingClientRect();
  const scale = Math.min(box.width / video.videoWidth, box.height / video.videoHeight);
  const [width, height] = [video.videoWidth * scale, video.videoHeight * scale];
  const [x, y] = [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2];
  const perPx = image.naturalWidth / innerWidth;
  const canvas = Object.assign(document.createElement('canvas'), { width: widthPx, height: heightPx });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(image, x * perPx, y * perPx, width * perPx, height * perPx, 0, 0, widthPx, heightPx);
  const { data } = context?.getImageData(0, 0, widthPx, heightPx) ?? { data: [] };
  return [...data].filter((_, index) => index % 4 === 1);
};

/** How long a picture may take from the canvas or the video to the screen of a busy machine. */
const PAINTED_WITHIN_MS = 10_000;

/**
 * The number in a picture of the screen: what a person sees, whichever element shows it. Looks again while it is not the
 * expected one, because painting takes a while. Needs the whole video in view.
 */
export async function numberOnScreen(tab: Tab, expected: number | null): Promise<number | null> {
  const { widthPx, heightPx } = SIZE;
  const startedAt = performance.now();
  for (;;) {
    const png = (await tab.screenshot()).toString('base64');
    const number = readFrameNumber(await tab.run<number[]>(CUT_PICTURE, png, widthPx, heightPx), widthPx, heightPx);
    if (number === expected || performance.now() - startedAt > PAINTED_WITHIN_MS) return number;
  }
}
