// Retimed files in a real Chromium: it must play them for their stated duration, and show every frame at its new time.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { readFrameNumber } from '#domain/video/frame-number.ts';
import { DOWNLOAD_SPEEDS, type DownloadSpeed } from '#domain/video/playback-speed.ts';
import { isCampaign } from '#tests/campaign-scale.ts';
import { mergedVideo } from '#tests/fixtures/merged-video.ts';
import { videoPageForTests } from '#tests/fixtures/video-page.ts';
import { retimedMp4 } from './retime-mp4.ts';

const FPS = 30;
let original: { path: string; frameCount: number };
const page = videoPageForTests({ html: '<video muted></video>', makeVideos });

async function makeVideos(folder: string): Promise<Map<string, Buffer>> {
  const { path, plan } = await mergedVideo(folder, { frames: 45 });
  original = { path, frameCount: plan.frameCount };
  const files = new Map<string, Buffer>();
  for (const speed of DOWNLOAD_SPEEDS) files.set(`/${speed}.mp4`, await retimed(path, speed));
  return files;
}

async function retimed(path: string, speed: DownloadSpeed): Promise<Buffer> {
  const { size } = await stat(path);
  const open = async ({ from, to }: { from: number; to: number }) => createReadStream(path, { start: from, end: to });
  const stream = await retimedMp4({ sizeBytes: size, open }, speed);
  if (!stream) throw new Error('no file');
  return buffer(stream);
}

/** Loads a file and returns its duration and size in the browser. */
function load(url: string) {
  return page().evaluate(async (address) => {
    const video = document.querySelector('video') as HTMLVideoElement;
    // Loaded from memory, so that seeking works without range support in this small server.
    video.src = URL.createObjectURL(await (await fetch(address)).blob());
    await new Promise((resolve, reject) => {
      video.onloadeddata = resolve;
      video.onerror = () => reject(new Error(video.error?.message));
    });
    return { duration: video.duration, width: video.videoWidth };
  }, url);
}

/** Seeks and returns the left pane of the frame on screen, in gray. `seeked` alone fires before the frame is on screen. */
function seek(time: number, frame: number): Promise<number[]> {
  return page().evaluate(
    async ({ time, frame }) => {
      const video = document.querySelector('video') as HTMLVideoElement;
      const isShown = new Promise<void>((resolve) => {
        const look = (_: number, { mediaTime }: VideoFrameCallbackMetadata) => {
          if (mediaTime <= time && time < mediaTime + frame) resolve();
          else video.requestVideoFrameCallback(look);
        };
        video.requestVideoFrameCallback(look);
      });
      video.currentTime = time;
      await isShown;
      const canvas = new OffscreenCanvas(160, 120);
      const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
      context.drawImage(video, 0, 0);
      const { data } = context.getImageData(0, 0, 160, 120);
      return Array.from({ length: 160 * 120 }, (_, index) => data[index * 4] ?? 0);
    },
    { time, frame },
  );
}

/** Plays from start to end and returns the elapsed seconds and the last time on screen. */
function playToEnd() {
  return page().evaluate(async () => {
    const video = document.querySelector('video') as HTMLVideoElement;
    video.currentTime = 0;
    const ended = new Promise((resolve) => {
      video.onended = resolve;
    });
    await video.play();
    const startedAt = performance.now();
    await ended;
    return { took: (performance.now() - startedAt) / 1000, endedAt: video.currentTime };
  });
}

describe.each(DOWNLOAD_SPEEDS.filter((speed) => isCampaign || speed === 0.5))(
  'a download at speed %d in Chromium',
  (speed) => {
    it('has the right duration and shows each frame at its new time', async () => {
      const frame = 1 / FPS / speed;
      const { duration, width } = await load(`/${speed}.mp4`);
      expect(width).toBe(320);
      expect(Math.abs(duration - original.frameCount * frame)).toBeLessThan(frame);
      const last = original.frameCount - 1;
      for (const number of [0, 1, Math.floor(last / 2), last - 1, last]) {
        const gray = await seek((number + 0.5) * frame, frame);
        expect(readFrameNumber(gray, 160, 120)).toBe(number);
      }
    });
  },
);

describe('playing a download', () => {
  it.each([0.5, 2].filter((speed) => isCampaign || speed === 0.5))(
    'at speed %d takes the expected time',
    async (speed) => {
      const { duration } = await load(`/${speed}.mp4`);
      const { took, endedAt } = await playToEnd();
      expect(endedAt).toBeCloseTo(duration, 2);
      // The two cores are shared: a start or a frame may be late, but never early.
      expect(took).toBeGreaterThan(duration - 0.2);
      expect(took).toBeLessThan(duration + 1.5);
    },
  );
});
