// Files that are not usable videos (hostile cases §6.3): each is refused with a plain sentence when its upload is
// complete, and nothing of it is stored.
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scaled } from '#tests/campaign-scale.ts';
import { wholeTest } from '#tests/campaign-test.ts';
import {
  aviWithPlaylist,
  box,
  concatScript,
  dashManifest,
  encode,
  encodeFile,
  hlsPlaylist,
  macAlias,
  moving,
  patched,
  plainMp4,
  sessionDescription,
  withMore,
  X264,
} from '#tests/faults/chaos/hostile-files.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';
import { summary } from '#tests/faults/site/site-swings.ts';
import { chunkFolders, smallClip, storedUploads } from '#tests/faults/site/upload-steps.ts';
import { golferForm, sendGolfer, videoFile } from '#tests/server/golfer-upload.ts';
import { listenLocally } from '#tests/server/local-port.ts';

const NOT_A_VIDEO = '422 This file could not be read as a video';
const UNSUPPORTED = '422 This video format is not supported';

const site = faultySite();
let canary: Server;
let canaryPort = 0;
let canaryHits = 0;
/** The path of another visitor's video, which an attacker would have to know. */
let neighbor: string;
beforeAll(async () => {
  canary = createServer((socket) => {
    canaryHits += 1;
    socket.destroy();
  });
  canaryPort = await listenLocally(canary);
  await site.visitor().upload('neighbor', await smallClip());
  const folder = join(site.dataDir, 'media/uploads');
  neighbor = join(folder, (await readdir(folder))[0] ?? '');
});
afterAll(() => canary.close());

/** Uploads a file and returns the response as one line. Afterwards only the neighbor's video is stored. */
async function responseTo(bytes: Buffer | string, fileName = 'swing.mp4'): Promise<string> {
  const visitor = site.visitor();
  const answer = await visitor.upload('file', Buffer.from(bytes), fileName);
  await visitor.call('deleteMyVideos');
  expect(await storedUploads(site.dataDir)).toHaveLength(1);
  expect(await chunkFolders(site.dataDir)).toEqual([]);
  return summary(answer);
}

async function expectResponses(
  files: Readonly<Record<string, Buffer | string>>,
  expected: string | RegExp,
): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) {
    const wanted = typeof expected === 'string' ? expected : expect.stringMatching(expected);
    expect([name, await responseTo(bytes)]).toEqual([name, wanted]);
  }
  expect(canaryHits).toBe(0);
}

wholeTest('case 56: a playlist that refers to another visitor’s video is not a video', () =>
  expectResponses(
    { hls: hlsPlaylist(neighbor), relative: hlsPlaylist('../uploads/x.vid'), dash: dashManifest(neighbor) },
    NOT_A_VIDEO,
  ),
);

test('case 57: a playlist that refers to the network is not a video, and nothing is fetched', async () => {
  const target = (scheme: string) => `${scheme}://127.0.0.1:${canaryPort}/a.mp4`;
  const schemes = scaled(['http', 'tcp'], ['http', 'https', 'ftp', 'tcp', 'rtmp', 'udp', 'gopher']);
  const lists = schemes.map((scheme) => hlsPlaylist(target(scheme)));
  const manifests = scaled(['http'], ['http', 'udp']).map((scheme) => dashManifest(target(scheme)));
  await expectResponses(Object.fromEntries([...lists, ...manifests].map((text) => [text, text])), NOT_A_VIDEO);
});

test('case 58: a file that refers to another file gives no access to it', async () => {
  const subtitles =
    '[Script Info]\nScriptType: v4.00+\n\n[Events]\nDialogue: 0,0:00:00.00,0:00:05.00,Default,,0,0,0,,hi\n';
  const mxf = await encode('mxf', [...moving('320x240', 25, 1), '-c:v', 'mpeg2video']);
  await expectResponses(
    {
      script: concatScript(neighbor),
      online: concatScript(`http://127.0.0.1:${canaryPort}/`),
      sdp: sessionDescription(canaryPort),
      subtitles,
      mxf,
      alias: await macAlias(neighbor),
    },
    /^422 /,
  );
  // These also contain pictures: the reference is not followed, and their own content may be accepted.
  const linked = await encode('mkv', [...moving('64x64', 10, 1), ...X264, '-metadata', `title=${'x'.repeat(60)}`]);
  const title = linked.indexOf(Buffer.from([0x7b, 0xa9]));
  const nextFile = Buffer.from([0x3e, 0x83, 0xbb, (linked[title + 2] ?? 0) - 1]);
  await expectResponses(
    {
      ...{
        gab2: await aviWithPlaylist(neighbor),
        gab2Online: await aviWithPlaylist(`http://127.0.0.1:${canaryPort}/`),
      },
      linked: patched(linked, title, nextFile),
    },
    /^(200|422 .*)$/,
  );
});

wholeTest('case 59: a picture is not a video, whatever its name', async () => {
  const picture = (ending: string) => encode(ending, [...moving('64x64', 1, 1), '-frames:v', '1']);
  const heic = Buffer.concat([box('ftyp', Buffer.from('heic\0\0\0\0mif1heic')), box('meta', Buffer.alloc(400))]);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>';
  const kinds = { png: await picture('png'), jpg: await picture('jpg'), gif: await picture('gif') };
  await expectResponses({ ...kinds, heic, svg, 'one frame': await picture('mp4') }, NOT_A_VIDEO);
});

wholeTest('case 60: a page, an archive, a program, a text and random bytes are not videos', () =>
  expectResponses(
    {
      page: '<!doctype html><script>alert(1)</script>',
      archive: Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(2000)]),
      program: Buffer.concat([Buffer.from('MZ'), randomBytes(2000)]),
      elf: Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), randomBytes(2000)]),
      text: 'This is no video at all.\n'.repeat(40),
      random: randomBytes(5000),
    },
    NOT_A_VIDEO,
  ),
);

test('case 61: an empty file is reported as empty, or has no chunk to send', async () => {
  const admin = await site.admin();
  const form = golferForm(new Uint8Array(), { video: videoFile(new Uint8Array(), 'swing.mp4') });
  const answer = await sendGolfer(admin, form);
  expect([answer.status, await answer.json()]).toMatchObject([422, { error: 'The video is empty' }]);
  const visitor = site.visitor();
  const nothing = { totalChunks: 0, chunkIndex: 0, fileName: 'swing.mp4', fileId: 'empty', chunk: '' };
  expect(summary(await visitor.call('uploadChunk', { body: nothing }))).toBe('400 Invalid chunk count');
  expect(summary(await visitor.call('uploadChunk', { body: { ...nothing, totalChunks: 1 } }))).toBe('400 Empty chunk');
});

wholeTest('case 63: a recording that was cut off before its index is incomplete', async () => {
  const file = await plainMp4();
  const cut = file.subarray(0, file.indexOf('moov') - 4);
  const sentence = '422 The video file is incomplete. Please export or record it again.';
  await expectResponses({ cut, shorter: cut.subarray(0, 2000), head: cut.subarray(0, 40) }, sentence);
});

wholeTest('case 66: sound alone is not a video', async () => {
  const sine = ['-f', 'lavfi', '-i', 'sine=d=1'];
  const sound = { mp4: await encode('m4a', sine), mkv: await encode('mka', [...sine, '-c:a', 'aac']) };
  await expectResponses(sound, '422 The file has no video');
});

wholeTest('case 73: a picture of 16384 by 8192 pixels is refused without using memory for it', async () => {
  const source = ['-f', 'lavfi', '-i', 'color=s=16384x8192:r=1:d=1', '-frames:v', '1'];
  const files = { mjpeg: await encode('mkv', [...source, '-c:v', 'mjpeg', '-q:v', '31']) };
  await expectResponses(files, '422 The video resolution is too large. Please use 4K or smaller.');
});

wholeTest('case 74: a video of more than two minutes or of too many frames is too long', async () => {
  const dense = await encode('mov', ['-f', 'lavfi', '-i', 'color=s=16x16:r=1000:d=29', '-c:v', 'mjpeg']);
  const black = await encodeFile('mp4', ['-f', 'lavfi', '-i', 'color=s=3840x2160:r=1:d=10', ...X264]);
  const long = await encode('mp4', ['-stream_loop', String(scaled(179, 719)), '-i', black, '-c', 'copy']);
  await expectResponses({ dense, long }, '422 The video is too long. Please cut it to 2 minutes or less.');
});

wholeTest('case 76: a codec that is not on the list is not opened', async () => {
  const encoded = (ending: string, codec: string) => encode(ending, [...moving('64x64', 10, 1), '-c:v', codec]);
  const mpeg4 = await encoded('avi', 'mpeg4');
  const renamed = (codec: string) => {
    const first = patched(mpeg4, mpeg4.indexOf('FMP4'), Buffer.from(codec));
    return patched(first, first.indexOf('FMP4'), Buffer.from(codec));
  };
  const ofEncoder = scaled(
    [['avi', 'magicyuv']],
    [
      ['avi', 'magicyuv'],
      ['flv', 'flashsv'],
      ['mkv', 'ffv1'],
      ['avi', 'huffyuv'],
      ['mov', 'qtrle'],
    ],
  ).map(async ([ending = '', codec = '']) => [codec, await encoded(ending, codec)] as const);
  const ofName = scaled(['CSCD'], ['CSCD', 'MVC2', 'AFLC']).map((codec) => [codec, renamed(codec)] as const);
  await expectResponses(Object.fromEntries([...(await Promise.all(ofEncoder)), ...ofName]), UNSUPPORTED);
});

wholeTest(
  'case 77: very many streams, endless metadata, an attached path and sizes beyond the file do no harm',
  async () => {
    const avi = await encode('avi', [...moving('16x16', 5, 1), '-c:v', 'mpeg4']);
    const list = avi.indexOf('strl') - 8;
    const strl = avi.subarray(list, list + 8 + avi.readUInt32LE(list + 4));
    const more = Buffer.concat(Array.from({ length: 10_000 }, () => strl));
    const hdrl = avi.indexOf('hdrl') - 4;
    const crowded = Buffer.concat([avi.subarray(0, list), more, avi.subarray(list)]);
    crowded.writeUInt32LE(avi.readUInt32LE(hdrl) + more.length, hdrl);
    const mp4 = await plainMp4();
    const text = Buffer.alloc(scaled(5_000_000, 50_000_000), 'x');
    const facts = box(
      'udta',
      box('meta', Buffer.concat([Buffer.alloc(4), box('ilst', box('©cmt', box('data', text)))])),
    );
    await expectResponses({ crowded }, /^422 /);
    const attached = [
      '-attach',
      'package.json',
      '-metadata:s:t',
      'filename=../../x',
      '-metadata:s:t',
      'mimetype=font/ttf',
    ];
    await expectResponses(
      {
        facts: withMore(mp4, ['moov'], facts),
        'a box of 4 GB': Buffer.concat([mp4, Buffer.from([0xff, 0xff, 0xff, 0xff]), Buffer.from('free')]),
        'an index of 4 GB': patched(mp4, mp4.indexOf('moov') - 4, Buffer.from([0xff, 0xff, 0xff, 0xf0])),
        'a list of 4 billion': patched(mp4, mp4.indexOf('stsz') + 12, Buffer.from([0xff, 0xff, 0xff, 0xff])),
        attached: await encode('mkv', [...moving('64x64', 10, 1), ...X264, ...attached]),
      },
      /^(200|422 .*)$/,
    );
    expect((await readdir(join(site.dataDir, '..'))).includes('x')).toBe(false);
  },
);

test('case 78: a file that could be read forever is aborted in time', async () => {
  const gif = await encode('gif', [...moving('32x32', 10, 1), '-loop', '0']);
  const mkv = await encode('mkv', [...moving('32x32', 10, 1), ...X264]);
  const cluster = mkv.indexOf(Buffer.from([0x1f, 0x43, 0xb6, 0x75]));
  const voids = Buffer.alloc(2_000_000);
  for (let at = 0; at < voids.length; at += 2) voids.writeUInt16BE(0xec80, at);
  const startedAt = performance.now();
  await expectResponses(
    {
      gif,
      'empty elements': Buffer.concat([mkv.subarray(0, cluster), voids]),
      'an element of no length': Buffer.concat([mkv.subarray(0, cluster), Buffer.from([0x1f, 0x43, 0xb6, 0x75, 0x80])]),
    },
    /^422 /,
  );
  expect(performance.now() - startedAt).toBeLessThan(30_000);
});

test('case 79: an encrypted video is not supported', async () => {
  const key = '76a6c65c5ea762046bd749a2e632ccbb';
  const scheme = ['-encryption_scheme', 'cenc-aes-ctr', '-encryption_key', key, '-encryption_kid', key];
  await expectResponses({ cenc: await encode('mp4', [...moving('64x64', 10, 1), ...X264, ...scheme]) }, UNSUPPORTED);
});
