// Small files that use excessive resources: memory for a forged index, very many pictures, hours of silence.
import { deflateSync } from 'node:zlib';
import { box, encode, encodeFile, patched } from './hostile-files.ts';

const PLAIN = ['-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=30:d=3', '-c:v', 'libx264', '-preset', 'ultrafast'];
/** 7680×4320: the largest picture that is accepted. */
const MAX_PICTURE = '7680x4320';
const FRAMES_ENCODED = 5;

/** An MP4 of a few kilobytes whose index declares many one-byte samples in each of several tracks. */
export async function sampleTableBomb(samples: number, tracks = 1): Promise<Buffer> {
  const file = await encode('mp4', [...PLAIN, '-pix_fmt', 'yuv420p', '-bf', '0']);
  const moovAt = file.indexOf('moov') - 4;
  const moov = Buffer.from(file.subarray(moovAt));
  const trak = boxIn(moov, 'trak');
  claimSamples(trak, samples);
  const more = Array.from({ length: tracks - 1 }, (_, index) => renumbered(trak, index + 2));
  const trakAt = moov.indexOf('trak') - 4;
  const grown = Buffer.concat([moov.subarray(0, trakAt), trak, ...more, moov.subarray(trakAt + trak.length)]);
  grown.writeUInt32BE(moov.readUInt32BE(0) + more.length * trak.length, 0);
  return Buffer.concat([file.subarray(0, moovAt), grown]);
}

/** An MP4 whose compressed index decompresses to a given number of megabytes. */
export async function compressedIndexBomb(megabytes: number): Promise<Buffer> {
  const file = await encode('mp4', [...PLAIN, '-pix_fmt', 'yuv420p', '-bf', '0']);
  const moovAt = file.indexOf('moov') - 4;
  const padding = box('free', Buffer.alloc(megabytes * 1_000_000));
  const moov = Buffer.concat([file.subarray(moovAt), padding]);
  moov.writeUInt32BE(moov.length, 0);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(moov.length);
  const packed = Buffer.concat([size, deflateSync(moov)]);
  const cmov = box('cmov', Buffer.concat([box('dcom', Buffer.from('zlib')), box('cmvd', packed)]));
  return Buffer.concat([file.subarray(0, moovAt), box('moov', cmov)]);
}

/** An AVI of black pictures of the maximum size, 2 kB each, all of which must be decoded to probe it. */
export async function pictureBomb(frames: number): Promise<Buffer> {
  const black = ['-f', 'lavfi', '-i', `color=black:s=${MAX_PICTURE}:r=30:d=${FRAMES_ENCODED / 30}`];
  const vp8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-pix_fmt', 'yuv420p'];
  const few = await encodeFile('avi', [...black, ...vp8]);
  return encode('avi', ['-stream_loop', String(frames / FRAMES_ENCODED - 1), '-i', few, '-c', 'copy']);
}

/** Two seconds of pictures, and hours of silence in a few kilobytes. */
export function silenceBomb(hours: number): Promise<Buffer> {
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=30:d=2'];
  const silence = ['-f', 'lavfi', '-i', `anullsrc=r=8000:cl=mono:d=${hours * 3600}`];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'flac'];
  return encode('mkv', [...picture, ...silence, ...codecs, '-frame_size', '65535']);
}

function boxIn(bytes: Buffer, name: string): Buffer {
  const at = bytes.indexOf(name, 0, 'latin1') - 4;
  return Buffer.from(bytes.subarray(at, at + bytes.readUInt32BE(at)));
}

/** Rewrites a track's index to declare one chunk of this many one-byte samples. */
function claimSamples(trak: Buffer, samples: number): void {
  const sizes = trak.indexOf('stsz');
  trak.writeUInt32BE(1, sizes + 8);
  trak.writeUInt32BE(samples, sizes + 12);
  const times = trak.indexOf('stts');
  trak.writeUInt32BE(1, times + 8);
  trak.writeUInt32BE(samples, times + 12);
  const chunks = trak.indexOf('stsc');
  trak.writeUInt32BE(1, chunks + 8);
  trak.writeUInt32BE(samples, chunks + 16);
}

function renumbered(trak: Buffer, id: number): Buffer {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(id);
  return patched(trak, trak.indexOf('tkhd') + 16, number);
}
