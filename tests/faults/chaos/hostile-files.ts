// Malicious and unusual files (hostile cases §6.3), encoded by ffmpeg and patched byte by byte. ffmpeg's output is
// cached in .cache/fixtures. Independent of the product's ffmpeg code, which the tests verify.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';

const CACHE_FOLDER = join(import.meta.dirname, '../../../.cache/fixtures');

/** ffmpeg's output for these arguments, in the container of the file extension. */
export async function encode(ending: string, args: readonly string[]): Promise<Buffer> {
  return readFile(await encodeFile(ending, args));
}

/** The same as a file path, for ffmpeg to read again. */
export async function encodeFile(ending: string, args: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(args)).digest('hex').slice(0, 16);
  const path = join(CACHE_FOLDER, `hostile-${hash}.${ending}`);
  if (!existsSync(path)) {
    await mkdir(CACHE_FOLDER, { recursive: true });
    const draft = join(CACHE_FOLDER, `draft-${process.pid}-${hash}.${ending}`);
    try {
      await execa('ffmpeg', ['-v', 'error', '-y', ...args, draft], { stdin: 'ignore' });
      await rename(draft, path);
    } finally {
      await rm(draft, { force: true });
    }
  }
  return path;
}

/** Input arguments for a moving test pattern. */
export function moving(size: string, rate: number | string, seconds: number): string[] {
  return ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=${seconds}`];
}

/** The cheap encoder for plain clips. */
export const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** Three seconds of numbered frames at 30 fps, with the index at the end. */
export async function plainMp4(): Promise<Buffer> {
  return readFile((await numberedClip({ frames: 90 })).path);
}

/** The same, with the index at the beginning. */
export async function fastStartMp4(): Promise<Buffer> {
  const { path } = await numberedClip({ frames: 90 });
  return encode('mp4', ['-i', path, '-c', 'copy', '-movflags', '+faststart']);
}

/** A copy of the bytes with a patch at an offset. */
export function patched(bytes: Buffer, at: number, patch: Buffer): Buffer {
  if (at < 0) throw new RangeError('There is nothing to patch');
  const copy = Buffer.from(bytes);
  patch.copy(copy, at);
  return copy;
}

/** An MP4 box. */
export function box(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** An MP4 with bytes appended to the box at `path`; all enclosing boxes grow. The index must be last. */
export function withMore(file: Buffer, path: readonly string[], more: Buffer): Buffer {
  const copy = Buffer.from(file);
  let at = 0;
  for (const name of path) {
    at = copy.indexOf(name, at, 'latin1');
    if (at < 0) throw new RangeError(`There is no box ${name}`);
    copy.writeUInt32BE(copy.readUInt32BE(at - 4) + more.length, at - 4);
  }
  const end = at - 4 + copy.readUInt32BE(at - 4) - more.length;
  return Buffer.concat([copy.subarray(0, end), more, copy.subarray(end)]);
}

/** An MP4 whose video track refers to another file, in the format of old Macs. */
export async function macAlias(target: string): Promise<Buffer> {
  const name = Buffer.alloc(64);
  name.writeUInt8(Math.min(63, target.length));
  name.write(target.slice(0, 63), 1, 'latin1');
  const path = Buffer.from(target, 'latin1');
  const tail = Buffer.alloc(4);
  tail.writeInt16BE(2);
  tail.writeInt16BE(path.length, 2);
  const alias = Buffer.concat([
    // Version and flags, the record's head, the volume's and the file's names, and then the path as entry 2.
    ...[Buffer.alloc(14), Buffer.alloc(28), Buffer.alloc(12), name, Buffer.alloc(36)],
    ...[tail, path, Buffer.alloc(path.length % 2), Buffer.from([0xff, 0xff, 0, 0])],
  ]);
  const file = await plainMp4();
  const url = file.indexOf('url ', 0, 'latin1');
  const replaced = box('alis', alias);
  // The old entry is 12 bytes long; the boxes around it grow by the difference.
  const grown = withMore(file, ['moov', 'trak', 'mdia', 'minf', 'dinf', 'dref'], Buffer.alloc(replaced.length - 12));
  return Buffer.concat([grown.subarray(0, url - 4), replaced, grown.subarray(url - 4 + replaced.length)]);
}

/** An AVI whose second stream claims to be a subtitle and holds a playlist in its first packet. */
export async function aviWithPlaylist(target: string): Promise<Buffer> {
  const sound = ['-f', 'lavfi', '-i', 'sine=d=1', '-c:a', 'pcm_s16le', '-c:v', 'mpeg4'];
  const avi = await encode('avi', [...moving('64x64', 10, 1), ...sound]);
  const playlist = Buffer.from(hlsPlaylist(target));
  const head = Buffer.alloc(17);
  head.write('GAB2\0', 0, 'latin1');
  head.writeUInt16LE(2, 5);
  head.writeUInt16LE(4, 11);
  head.writeUInt32LE(playlist.length, 13);
  const disguised = patched(avi, avi.indexOf('auds', 0, 'latin1'), Buffer.from('txts'));
  return patched(disguised, disguised.indexOf('01wb', disguised.indexOf('movi')) + 8, Buffer.concat([head, playlist]));
}

/** A playlist that includes another file. */
export function hlsPlaylist(target: string): string {
  return `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:4,\n${target}\n#EXT-X-ENDLIST\n`;
}

/** A DASH manifest. */
export function dashManifest(target: string): string {
  return (
    '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT4S" ' +
    'profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><Period><AdaptationSet mimeType="video/mp4">' +
    `<Representation id="1" bandwidth="1"><BaseURL>${target}</BaseURL></Representation></AdaptationSet></Period></MPD>`
  );
}

/** A script that concatenates files. */
export function concatScript(target: string): string {
  return `ffconcat version 1.0\nfile '${target}'\n`;
}

/** An SDP file that makes a program listen for a stream. */
export function sessionDescription(port: number): string {
  const lines = ['v=0', 'o=- 0 0 IN IP4 127.0.0.1', 's=x', 'c=IN IP4 127.0.0.1', 't=0 0'];
  return [...lines, `m=video ${port} RTP/AVP 96`, 'a=rtpmap:96 H264/90000', ''].join('\r\n');
}
