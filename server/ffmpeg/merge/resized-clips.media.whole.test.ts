// Clips whose pictures change their size: every video made of them shows every frame, at the size of the first picture.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AS_FILMED, type ComparisonChoices } from '#domain/comparison/comparison-choices.ts';
import { makePreview } from '#server/ffmpeg/preview/preview-video.ts';
import { makeThumbnail } from '#server/ffmpeg/preview/thumbnail.ts';
import { probeClip } from '#server/ffmpeg/probe/probe.ts';
import { readFrameNumbers, readPaneNumbers } from '#tests/fixtures/read-frame-numbers.ts';
import { RESIZED_CLIP, resizedClip } from '#tests/fixtures/resized-clip.ts';
import { startTestServer, type TestServer } from '#tests/server/test-server.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';

const TOOLS = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe' };
const { widthPx, heightPx, frames } = RESIZED_CLIP;
const SIZE_ARGS = ['-v', 'error', '-show_entries', 'frame=width,height', '-of', 'csv=p=0'];
const EVERY_FRAME = Array.from({ length: frames }, (_, number) => number);

describe.each(['h264', 'h264 in Matroska', 'vp8'] as const)(
  'a clip in %s whose pictures change their size',
  (codec) => {
    let folder: string;
    let clip: string;
    let server: TestServer;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'swingmark-resized-'));
      clip = await resizedClip(codec, folder);
      server = await startTestServer();
    });
    afterAll(async () => {
      await server.close();
      await rm(folder, { recursive: true });
    });

    const merge = async (choices: ComparisonChoices) => {
      const visitor = new TestVisitor(server.url);
      const { body } = await visitor.upload('swing', await readFile(clip), clip);
      const times = { userRestTime: 0.1, userTopTime: 0.8, userStrikeTime: 1.2 };
      const pro = { proVideoPath: body.filePath, proRestTime: 0.1, proTopTime: 0.8, proStrikeTime: 1.2 };
      const answer = await visitor.call('mergeVideos', {
        body: { userVideoPath: body.filePath, ...pro, ...times, alignmentType: 'strike', choices },
      });
      expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 });
      const path = join(folder, 'merged.mp4');
      const video = await visitor.fetch(String(answer.body.mergedVideoUrl));
      await writeFile(path, Buffer.from(await video.arrayBuffer()));
      return path;
    };

    test.each([
      ['whole', 100],
      ['enlarged and cropped', 104],
    ])('is merged frame by frame, %s [F47]', async (_, sizePercent) => {
      const fit = { ...AS_FILMED.user.fit, sizePercent };
      const sides = { user: { ...AS_FILMED.user, fit }, pro: { ...AS_FILMED.pro, fit } };
      const pane = { yPx: 0, widthPx, heightPx };
      const panes = [
        { ...pane, xPx: 0 },
        { ...pane, xPx: widthPx },
      ];
      const merged = await merge({ ...AS_FILMED, ...sides });
      const numbers = await readPaneNumbers(merged, { widthPx: 2 * widthPx, heightPx }, panes);
      expect(numbers).toEqual(EVERY_FRAME.map((number) => [number, number]));
    });

    test('has an encoded preview with every frame at its time, and thumbnails of both sizes [F47]', async () => {
      const video = await probeClip(TOOLS, clip);
      const preview = join(folder, 'preview.mp4');
      await makePreview(TOOLS, { path: clip, video, outputPath: preview });
      expect(await readFrameNumbers(preview)).toEqual(EVERY_FRAME);
      const sizes = await execa('ffprobe', [...SIZE_ARGS, preview]);
      expect(new Set(sizes.stdout.match(/\d+,\d+/g))).toEqual(new Set([`${widthPx},${heightPx}`]));
      for (const number of [10, 50]) {
        const outputPath = join(folder, `${number}.jpg`);
        await makeThumbnail(TOOLS, { path: clip, video, at: (number + 0.5) / 30, outputPath });
        expect(await readFrameNumbers(outputPath)).toEqual([number]);
      }
    });
  },
);
