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
    const box = await findMoov(byteReader(file));
    if (!box) return file;
    const header = { file, at: box.from, moov: new Uint8Array(await file.slice(box.from, box.to).arrayBuffer()) };
    return (await withTrueKeyFrames(withOneFilm(await withFileType(header)))).file;
  } catch {
    return file;
  }
}

/** A file and its `moov` box. */
interface FileHeader {
  readonly file: File;
  /** Where the box begins in the file. */
  readonly at: number;
  readonly moov: Uint8Array<ArrayBuffer>;
}

/** Readers know QuickTime by its file type only, which files of the 1990s' form do not have. */
async function withFileType(header: FileHeader): Promise<FileHeader> {
  if (!FIRST_BOXES.includes(fourCharsAt(await byteReader(header.file)(0, 8), 4))) return header;
  const moov = header.moov.slice();
  moveMedia(moov, QUICKTIME_TYPE.length);
  const { file } = withMoov(header, moov);
  return { file: fileLike(file, [QUICKTIME_TYPE, file]), at: header.at + QUICKTIME_TYPE.length, moov };
}

/** A motion photo has a track of stills beside the film, and readers choose differently. */
function withOneFilm(header: FileHeader): FileHeader {
  const changed = withFilmOnly(header.moov);
  return changed ? withMoov(header, changed) : header;
}

/**
 * H.264 may list recovery points as key frames: pictures from which a decoder recovers, but cannot start. Players that seek to
 * one fail.
 */
async function withTrueKeyFrames(header: FileHeader): Promise<FileHeader> {
  if (tracksIn(header.moov).every(({ sampleCount }) => sampleCount === 0)) return header;
  const keyFrames = await readTrackOf(header.file, trueKeyFrames);
  return keyFrames ? withMoov(header, withKeyFrames(header.moov, keyFrames)) : header;
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

/** The file with another `moov` box of the same length. */
function withMoov({ file, at }: FileHeader, moov: Uint8Array<ArrayBuffer>): FileHeader {
  return { file: fileLike(file, [file.slice(0, at), moov, file.slice(at + moov.length)]), at, moov };
}

function fileLike({ name, type, lastModified }: File, parts: BlobPart[]): File {
  return new File(parts, name, { type, lastModified });
}
