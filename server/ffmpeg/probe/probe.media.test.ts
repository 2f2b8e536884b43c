import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaignTest } from '#tests/campaign-test.ts';
import { jitteredTimes, type NumberedClipOptions, numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { listenLocally } from '#tests/server/local-port.ts';
import { probeClip } from './probe.ts';

const TOOLS = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe' };

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'probe-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function made(options: NumberedClipOptions) {
  const { path } = await numberedClip(options);
  return probeClip(TOOLS, path);
}

async function fileOf(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function ffmpeg(name: string, ...args: string[]): Promise<string> {
  const path = join(folder, name);
  await execa('ffmpeg', ['-v', 'error', '-y', ...args, path], { stdin: 'ignore' });
  return path;
}

const refusalOf = (path: string) =>
  probeClip(TOOLS, path).then(
    () => 'accepted',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

describe('probeClip', () => {
  it('returns when each frame is shown, in whole microseconds', async () => {
    const { clip } = await made({ fps: [30_000, 1001], frames: 60 });
    expect(clip.frameTimes.slice(0, 4)).toEqual([0, 0.033367, 0.066733, 0.1001]);
    expect(clip.frameTimes).toHaveLength(60);
    expect(clip.frameRate).toEqual({ numerator: 30_000, denominator: 1001 });
  });

  it('keeps the times of a variable rate and of a late first frame', async () => {
    const times = jitteredTimes(110, 30, 0.9, 7);
    const { clip } = await made({ frameTimes: times });
    expect(clip.frameTimes).toEqual(times.map((time) => Math.round(time * 1e6) / 1e6));
    expect((await made({ frames: 120, firstFrameAt: 10 })).clip.frameTimes[0]).toBe(10);
  });

  it('leaves out the frames that an edit list leaves out, as browsers do', async () => {
    const { clip } = await made({ frames: 131, leadingFramesCut: 11, gop: 30 });
    expect(clip.frameTimes).toHaveLength(120);
    expect(clip.frameTimes[0]).toBe(0);
  });

  it('returns the upright size of rotated pictures and of non-square pixels', async () => {
    const turned = await made({ frames: 120, widthPx: 120, heightPx: 160, orientation: 'turned-90' });
    expect(turned.clip).toMatchObject({ widthPx: 120, heightPx: 160 });
    expect(turned.source).toMatchObject({ codedWidthPx: 160, codedHeightPx: 120, orientation: 'turned-90' });
    expect((await made({ frames: 120, pixelAspect: [2, 1] })).clip).toMatchObject({ widthPx: 320, heightPx: 120 });
    expect((await made({ frames: 120, pixelAspect: [3, 4] })).clip).toMatchObject({ widthPx: 160, heightPx: 160 });
  });

  it('returns plain data that survives a trip through JSON', async () => {
    const video = await made({ frames: 120, container: 'mkv', audio: 'opus' });
    expect(JSON.parse(JSON.stringify(video))).toEqual(video);
    // Opus starts a little before 0; browsers do not move the picture for it.
    expect(video.source.timelineOffset).toBe(0);
  });

  it('uses the content of a file, not its name', async () => {
    const { path } = await numberedClip({ frames: 120, container: 'webm', codec: 'vp9' });
    const renamed = await fileOf('really-webm.mp4', await readFile(path));
    expect((await probeClip(TOOLS, renamed)).source.demuxer).toBe('matroska');
  });

  it('skips a cover picture and uses the first video stream with motion', async () => {
    const { path } = await numberedClip({ frames: 120 });
    const cover = await ffmpeg('cover.png', '-f', 'lavfi', '-i', 'testsrc2=s=64x64', '-frames:v', '1');
    const maps = ['-map', '1', '-map', '0', '-c', 'copy', '-disposition:v:0', 'attached_pic'];
    const covered = await ffmpeg('covered.mp4', '-i', path, '-i', cover, ...maps);
    expect((await probeClip(TOOLS, covered)).clip.frameTimes).toHaveLength(120);
  });
});

describe('probeClip refuses, with a sentence that gives the reason', () => {
  it('an empty file', async () => expect(await refusalOf(await fileOf('empty.mp4', ''))).toBe('empty-video'));

  it('text, a page and random bytes', async () => {
    expect(await refusalOf(await fileOf('text.mp4', 'hello\n'.repeat(100)))).toBe('not-a-video');
    expect(await refusalOf(await fileOf('page.mp4', '<html><script>alert(1)</script></html>'))).toBe('not-a-video');
    expect(await refusalOf(await fileOf('bytes.mp4', Buffer.alloc(5000, 0x5a)))).toBe('not-a-video');
  });

  it('a picture, whatever it is called', async () => {
    for (const kind of ['png', 'jpg', 'gif']) {
      const picture = await ffmpeg(`one.${kind}`, '-f', 'lavfi', '-i', 'testsrc2=s=64x64', '-frames:v', '1');
      expect(await refusalOf(await fileOf(`${kind}.mp4`, await readFile(picture)))).toBe('not-a-video');
    }
    expect(await refusalOf(await ffmpeg('still.mp4', '-f', 'lavfi', '-i', 'testsrc2=s=64x64', '-frames:v', '1'))).toBe(
      'not-a-video',
    );
  });

  it('a recording that was cut off before its index was written', async () => {
    const { path } = await numberedClip({ frames: 120 });
    const file = await readFile(path);
    expect(await refusalOf(await fileOf('cut-off.mp4', file.subarray(0, file.indexOf('moov') - 4)))).toBe(
      'incomplete-video',
    );
  });

  it('sound alone', async () => {
    const sound = await ffmpeg('sound.mp4', '-f', 'lavfi', '-i', 'sine=d=1', '-c:a', 'aac');
    expect(await refusalOf(sound)).toBe('no-picture');
  });

  it('a codec that is not on the list, without opening its decoder', async () => {
    const { path } = await numberedClip({ frames: 10, container: 'avi', codec: 'magicyuv' });
    expect(await refusalOf(path)).toBe('unsupported-video');
  });

  it('a picture that is too large or too small', async () => {
    const large = ['-f', 'lavfi', '-i', 'color=s=8192x4352:r=2:d=1', '-c:v', 'mjpeg', '-frames:v', '1'];
    expect(await refusalOf(await ffmpeg('large.mov', ...large))).toBe('too-many-pixels');
    const small = ['-f', 'lavfi', '-i', 'color=s=8x8:r=10:d=1', '-c:v', 'mpeg4'];
    expect(await refusalOf(await ffmpeg('small.mp4', ...small))).toBe('too-few-pixels');
  });

  campaignTest('a video of more than two minutes, or of too many frames, whatever its header says', async () => {
    const slow = ['-f', 'lavfi', '-i', 'color=s=16x16:r=1:d=130', '-c:v', 'mpeg4'];
    expect(await refusalOf(await ffmpeg('long.mp4', ...slow))).toBe('too-long');
    const dense = ['-f', 'lavfi', '-i', 'color=s=16x16:r=1000:d=29', '-c:v', 'mjpeg'];
    expect(await refusalOf(await ffmpeg('dense.mov', ...dense))).toBe('too-long');
  });

  it('a playlist or a script named .mp4 that points at a neighbor’s video or at the network', async () => {
    const { path } = await numberedClip({ frames: 120 });
    const asked: string[] = [];
    const canary = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    const port = await listenLocally(canary);
    const playlist = (target: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:4,\n${target}\n#EXT-X-ENDLIST\n`;
    try {
      for (const target of [path, `http://127.0.0.1:${port}/segment.mp4`]) {
        expect(await refusalOf(await fileOf('playlist.mp4', playlist(target)))).toBe('not-a-video');
        expect(await refusalOf(await fileOf('script.mp4', `ffconcat version 1.0\nfile '${target}'\n`))).toBe(
          'not-a-video',
        );
      }
      expect(asked).toEqual([]);
    } finally {
      canary.close();
    }
  });

  it('further work once it is aborted', async () => {
    const { path } = await numberedClip({ frames: 120 });
    const reason = new Error('the visitor left');
    await expect(probeClip(TOOLS, path, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
