// The product's main job in each engine, against the real server: choose, mark, find, compare live, merge, draw, download,
// reload.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { REFERENCE_SWING } from '#tests/e2e/steps.ts';
import { rangeCamera } from '#tests/fixtures/range-camera.ts';
import { describeEngines } from './engines.ts';
import { chooseAndMark, openSite, storedMarks, untilHydrated } from './site-visitor.ts';
import type { Visitor } from './visitor.ts';

/** B-frames, which WebKitGTK's `<video>` shows two frames off after a seek. */
const USER = { fps: [30, 1], frames: 60, bFrames: 2 } as const;
const PRO = { fps: [60, 1], frames: 120 } as const;
const USER_FRAMES = [4, 16, 22] as const;
const PRO_FRAMES = [6, 20, 30] as const;

const MARKED = 'Your swing video and its positions';

async function compareBoth(visitor: Visitor): Promise<void> {
  await openSite(visitor);
  await chooseAndMark(visitor, 'user', USER, USER_FRAMES);
  await visitor.press({ role: 'button', name: 'Upload Your Own Pro Swing' });
  await chooseAndMark(visitor, 'pro', PRO, PRO_FRAMES);
}

describeEngines((engine, newVisitor) => {
  test('two swings are marked frame by frame, kept over a reload, merged and kept again', async () => {
    const visitor = await newVisitor();
    await compareBoth(visitor);
    const marks = await storedMarks(visitor, 'userVideo');
    expect(marks?.map((time) => Math.round(time * 30))).toEqual(USER_FRAMES);
    expect((await storedMarks(visitor, 'customProVideo'))?.map((time) => Math.round(time * 60))).toEqual(PRO_FRAMES);

    await visitor.tab.reload();
    await untilHydrated(visitor);
    for (const name of [MARKED, 'Pro swing video and its positions'])
      await visitor.find({ role: 'button', name: 'Step forward', within: name });
    expect(await storedMarks(visitor, 'userVideo')).toEqual(marks);

    await visitor.press({ role: 'button', name: 'Compare My Swing' });
    await visitor.sees('Videos successfully merged with strike alignment!');
    await visitor.until('the merged video has a picture', () => {
      const video = document.querySelector<HTMLVideoElement>('video[aria-label="Merged comparison"]');
      return (video?.videoWidth ?? 0) > 0;
    });
    await visitor.tab.reload();
    await visitor.sees('Videos successfully merged with strike alignment!');
    expect(await visitor.tab.errors()).toEqual([]);
  });

  if (engine === 'firefox') {
    test('a swing in front of the camera plays beside the pro', async () => {
      const visitor = await newVisitor();
      await openSite(visitor, '/range');
      await visitor.tab.run(GENERATE_TRACKS);
      await visitor.tab.run(`() => { ${rangeCamera()} }`);
      await visitor.press({ role: 'button', name: 'Start the session' });
      await visitor.until('a swing was seen and both swings play', () => {
        const videos = [
          ...document.querySelectorAll<HTMLVideoElement>('video[aria-label^="Left"], video[aria-label^="Right"]'),
        ];
        return videos.length === 2 && videos.every(({ played }) => played.length > 0);
      });
      expect(await visitor.tab.errors()).toEqual([]);
    });
  }

  test('the merged video is stepped, drawn on, made into stills and downloaded', async () => {
    const visitor = await newVisitor();
    await compareBoth(visitor);
    await visitor.press({ role: 'button', name: 'Compare My Swing' });
    await visitor.sees('Videos successfully merged with strike alignment!');
    await visitor.press({ role: 'radio', name: 'Video' });
    // It begins where the live view was.
    await visitor.press({ role: 'button', name: 'Step back', within: 'Merged comparison player' });
    await visitor.tab.key('Home');
    await visitor.sees(/frame 1 of \d+/);
    for (const frame of [3, 5, 7]) {
      await visitor.press({ role: 'button', name: 'Step forward', within: 'Merged comparison player' });
      await visitor.sees(new RegExp(`frame ${frame} of \\d+`));
    }

    await visitor.press({ role: 'button', name: 'Still pictures' });
    await visitor.find({ role: 'image', name: /at setup, top and impact$/ });

    await visitor.press({ role: 'switch', name: 'Drawing mode' });
    await visitor.drag({ role: 'video', name: 'Merged comparison' }, [0.3, 0.3], [0.4, 0.7]);
    await visitor.find({ role: 'button', name: 'Delete drawing 1' });
    await visitor.press({ role: 'button', name: 'Render drawings into video' });
    await visitor.sees('Your drawings are in this video:');
    expect(await visitor.tab.errors()).toEqual([]);
  });

  test('the merged video is downloaded under its name, at half speed too', async () => {
    const visitor = await newVisitor();
    await compareBoth(visitor);
    await visitor.press({ role: 'button', name: 'Compare My Swing' });
    await visitor.sees('Videos successfully merged with strike alignment!');
    await visitor.tab.run(KEEP_DOWNLOADS);
    await visitor.press({ role: 'button', name: 'Download' });
    await visitor.until('the link is pressed', DOWNLOADS);
    expect(await visitor.tab.run(DOWNLOADS)).toMatch(/^golf_swing_comparison_\d{4}-\d\d-\d\d\.mp4$/);
    await visitor.choose({ role: 'combobox', name: 'Download speed' }, '0.5x');
    await visitor.press({ role: 'button', name: 'Download' });
    await visitor.until('the link at half speed is pressed', () =>
      document.documentElement.dataset.downloads?.includes('0.5x'),
    );
    expect(await visitor.tab.errors()).toEqual([]);
  });

  test('the positions of a swing with sound are found', async () => {
    const visitor = await newVisitor();
    await openSite(visitor);
    await visitor.chooseFile('Your swing video file', await withSound(REFERENCE_SWING));
    await visitor.find({ role: 'button', name: /^Looks right/ });
    expect(await visitor.tab.errors()).toEqual([]);
  });

  test('the demo ends in a merged video', async () => {
    const visitor = await newVisitor();
    await openSite(visitor);
    await visitor.press({ role: 'button', name: /^Sample amateur swing/ });
    await visitor.press({ role: 'radio', name: /^Sam, driver, face-on$/ });
    await visitor.press({ role: 'button', name: 'Compare This Swing' });
    await visitor.sees('Comparison Complete!');
    await visitor.until('the video has a picture', () => {
      const video = document.querySelector<HTMLVideoElement>('video[aria-label="Merged comparison"]');
      return (video?.videoWidth ?? 0) > 0;
    });
    expect(await visitor.tab.errors()).toEqual([]);
  });
});

/**
 * Runs in the page: the track generator of Chromium that the tests' camera films with, on a canvas. Without a
 * microphone, because there is no such generator for sound. Swings are then recognized in the picture.
 */
const GENERATE_TRACKS = () => {
  function generate({ kind }: { readonly kind: 'video' | 'audio' }) {
    if (kind === 'audio') throw new DOMException('No microphone', 'NotFoundError');
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    const [track] = canvas.captureStream().getVideoTracks();
    const writable = new WritableStream<VideoFrame>({
      write(frame) {
        if (canvas.width !== frame.displayWidth)
          [canvas.width, canvas.height] = [frame.displayWidth, frame.displayHeight];
        context?.drawImage(frame, 0, 0);
        frame.close();
      },
    });
    return Object.assign(track ?? {}, { writable });
  }
  Object.assign(window, { MediaStreamTrackGenerator: generate });
};

/** Runs in the page: notes the names of downloads, which not every engine lets a test see, and saves nothing. */
const KEEP_DOWNLOADS = () => {
  HTMLAnchorElement.prototype.click = function click() {
    document.documentElement.dataset.downloads = `${document.documentElement.dataset.downloads ?? ''}${this.download}\n`;
  };
};

/** Runs in the page: the name of the first download. */
const DOWNLOADS = () => document.documentElement.dataset.downloads?.split('\n')[0] ?? null;

/** A clip with an AAC tone added: WebKitGTK's sound decoder gave nothing and the search waited for it. */
async function withSound(path: string): Promise<string> {
  const folder = join(import.meta.dirname, '../../.cache/fixtures');
  await mkdir(folder, { recursive: true });
  const output = join(folder, `with-sound-${process.pid}.mp4`);
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440', '-c:v', 'copy', '-c:a', 'aac', '-shortest'];
  await execa('ffmpeg', ['-v', 'error', '-y', '-i', path, ...tone, output]);
  return output;
}
