// A chosen file in the form that every reader understands alike: browsers' players, frame readers and the server. Changed are
// only a few bytes of an MP4's or QuickTime file's header, at the moment it is chosen; nothing is encoded again.
import { EncodedPacketSink, type InputVideoTrack } from 'mediabunny';
import { moveMedia, QUICKTIME_TYPE, tracksIn, withFilmOnly, withKeyFrames } from '#domain/mp4/plain-header.ts';
import { fourCharsAt } from '#domain/video/mp4-boxes.ts';
import { findMoov } from '#web/player/engine/edit-list.ts';
import { byteReader, readTrackOf } from '#web/player/engine/frame-table.ts';

/** The boxes with which an old QuickTime file without a file type may begin. */
const FIRST_BOXES: readonly string[] = ['wide', 'skip', 'free', 'mdat', 'moov', 'pnot'];

/**
 * The file with a file type, one track of pictures, and only true key frames in its list; the same file where that holds or
 * cannot be read. Never rejects.
 */
export async function plainFile(file: File): Promise<File> {
  try {
    return await withTrueKeyFrames(await withOneFilm(await withFileType(file)));
  } catch {
    return file;
  }
}

/** Readers know QuickTime by its file type only, which files of the 1990s' form do not have. */
async function withFileType(file: File): Promise<File> {
  if (file.size < 8 || !FIRST_BOXES.includes(fourCharsAt(await byteReader(file)(0, 8), 4))) return file;
  const header = await headerOf(file);
  if (!header) return file;
  moveMedia(header.moov, QUICKTIME_TYPE.length);
  return fileLike(file, [QUICKTIME_TYPE, ...partsWith(file, header.at, header.moov)]);
}

/** A motion photo has a track of stills beside the film, and readers choose differently. */
async function withOneFilm(file: File): Promise<File> {
  const header = await headerOf(file);
  const changed = header && withFilmOnly(header.moov);
  return changed ? fileLike(file, partsWith(file, header.at, changed)) : file;
}

/**
 * H.264 may list recovery points as key frames: pictures from which a decoder recovers, but cannot start. Players that seek to
 * one fail.
 */
async function withTrueKeyFrames(file: File): Promise<File> {
  const header = await headerOf(file);
  if (!header || tracksIn(header.moov).every(({ sampleCount }) => sampleCount === 0)) return file;
  const keyFrames = await readTrackOf(file, trueKeyFrames);
  return keyFrames ? fileLike(file, partsWith(file, header.at, withKeyFrames(header.moov, keyFrames))) : file;
}

/** The key frames among the listed ones, in the order of decoding; null when all are, or for other codecs than H.264. */
async function trueKeyFrames(track: InputVideoTrack): Promise<readonly number[] | null> {
  if ((await track.getCodec()) !== 'avc' || (await track.hasOnlyKeyPackets())) return null;
  const sink = new EncodedPacketSink(track);
  const keyFrames: number[] = [];
  let [number, hasFalse] = [0, false];
  for await (const { type, timestamp } of sink.packets(undefined, undefined, { metadataOnly: true })) {
    if (type === 'key') {
      const packet = await sink.getPacket(timestamp);
      if (packet && (await track.determinePacketType(packet)) !== 'delta') keyFrames.push(number);
      else hasFalse = true;
    }
    number += 1;
  }
  return hasFalse && keyFrames.length > 0 ? keyFrames : null;
}

interface Header {
  /** Where the `moov` box begins in the file. */
  readonly at: number;
  readonly moov: Uint8Array<ArrayBuffer>;
}

async function headerOf(file: File): Promise<Header | null> {
  const box = await findMoov(byteReader(file));
  return box && { at: box.from, moov: new Uint8Array(await file.slice(box.from, box.to).arrayBuffer()) };
}

/** The parts of a file with another `moov` box of the same length. */
function partsWith(file: File, at: number, moov: Uint8Array<ArrayBuffer>): BlobPart[] {
  return [file.slice(0, at), moov, file.slice(at + moov.length)];
}

function fileLike({ name, type, lastModified }: File, parts: BlobPart[]): File {
  return new File(parts, name, { type, lastModified });
}
