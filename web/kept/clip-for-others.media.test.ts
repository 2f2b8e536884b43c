// A clip for another person shows the same frames at the same times, and tells nothing about its origin.
import { openAsBlob } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { type NumberedClipOptions, numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { readFrameNumbers } from '#tests/fixtures/read-frame-numbers.ts';
import { plainFile } from '#web/clip/plain-file.ts';
import { readClip } from '#web/player/engine/frame-table.ts';
import { clipForOthers } from './clip-for-others.ts';

const PLACE = '+48.8577+002.295/';
const DEVICE = 'Somebody’s phone 17';
/** What phones write, in the places where they do. */
const METADATA = [
  ...['-metadata', `com.apple.quicktime.location.ISO6709=${PLACE}`, '-metadata', `location=${PLACE}`],
  ...['-metadata', `com.apple.quicktime.model=${DEVICE}`, '-metadata', `title=${DEVICE}`],
  ...['-metadata', 'creation_time=2026-05-04T03:02:01Z', '-metadata:s:v:0', `handler_name=${DEVICE}`],
];

const KINDS: Readonly<Record<string, NumberedClipOptions>> = {
  'an iPhone’s file with sound': {
    container: 'mov',
    codec: 'hevc',
    audio: 'aac',
    frames: 60,
    orientation: 'turned-90',
  },
  'an MP4 with several tracks': { audio: 'aac', moreTracks: true, frames: 60 },
  'a motion photo': { stillsFirst: true, frames: 60 },
  'a clip trimmed by an edit list': { frames: 90, gop: 20, leadingFramesCut: 13, bFrames: 2, audio: 'aac' },
  'a fragmented MP4': { fragmented: true, frames: 60, gop: 15, audio: 'aac' },
  'a WebM file': { container: 'webm', codec: 'vp9', frames: 60, audio: 'opus' },
};

test.each(Object.entries(KINDS))(
  '%s tells neither place, device nor date, and has no sound [F6]',
  async (_, options) => {
    const { path, firstNumber } = await numberedClip(options);
    const folder = await mkdtemp(join(tmpdir(), 'swingmark-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const { container = 'mp4' } = options;
    const filmed = join(folder, `filmed.${container}`);
    const flags = options.fragmented ? 'frag_keyframe+empty_moov+default_base_moof+' : '';
    const tags = container === 'webm' ? [] : ['-movflags', `${flags}use_metadata_tags`, '-timecode', '10:11:12:13'];
    await execa('ffmpeg', ['-v', 'error', '-i', path, '-map', '0', '-c', 'copy', ...METADATA, ...tags, filmed]);
    const file = await openAsBlob(filmed);
    expect((await readFile(filmed)).includes(DEVICE)).toBe(true);

    const clean = await clipForOthers(file);
    const shared = join(folder, `shared.${container}`);
    await writeFile(shared, Buffer.from(await clean.arrayBuffer()));
    const bytes = await readFile(shared);
    for (const text of [DEVICE, PLACE, 'location', '10:11:12:13', 'mp4a', 'soun', 'OpusHead']) {
      expect(bytes.includes(text), text).toBe(false);
    }
    const probed = await execa('ffprobe', ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', shared]);
    const { streams, format } = JSON.parse(probed.stdout) as { streams: unknown[]; format: { tags?: object } };
    expect(streams).toHaveLength(1);
    expect(probed.stdout).not.toContain('2026-05');
    expect(Object.keys(format.tags ?? {}).filter((tag) => !/brand|version|encoder/i.test(tag))).toEqual([]);

    const [{ clip: before }, { clip: after }] = [
      await readClip(await plainFile(new File([file], 'swing'))),
      await readClip(clean),
    ];
    if (!before || !after) throw new Error('The clip cannot be read');
    expect(after.frameTimes).toHaveLength(before.frameTimes.length);
    for (const [frame, time] of after.frameTimes.entries()) expect(time).toBeCloseTo(before.frameTimes[frame] ?? -1, 4);
    expect(await readFrameNumbers(shared, after)).toEqual(after.frameTimes.map((_time, index) => firstNumber + index));
  },
);

test('rejects a file that is no video', async () => {
  await expect(clipForOthers(new Blob(['text']))).rejects.toThrow('cannot be read');
});
