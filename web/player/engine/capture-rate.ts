// Reads how a video was filmed: Android's capture rate tag and Samsung's slow-motion record at the end of the file.
// domain/swing/slow-motion.ts interprets them. An iPhone's slow-motion file shows its 120 or 240 frames per second in
// real time, and an exported one has no such tag. Loads mediabunny, so it is imported lazily.
import { type FilmingFacts, NO_FILMING_FACTS } from '#domain/swing/slow-motion.ts';
import { fourCharsAt } from '#domain/video/mp4-boxes.ts';
import { openVideo } from './frame-table.ts';

const CAPTURE_RATE_TAG = 'com.android.capture.fps';

/** Reads a file, or a video at an address of this site. Never throws: unreadable facts are left out. */
export async function readFilmingFacts(source: Blob | string): Promise<FilmingFacts> {
  const [capturedPerSecond, isMarkedSlow] = await Promise.all([
    readCaptureRate(source).catch(() => null),
    typeof source === 'string' ? false : hasSamsungSlowMotion(source).catch(() => false),
  ]);
  return capturedPerSecond === null && !isMarkedSlow ? NO_FILMING_FACTS : { capturedPerSecond, isMarkedSlow };
}

async function readCaptureRate(source: Blob | string): Promise<number | null> {
  const input = openVideo(source);
  try {
    const { raw } = await input.getMetadataTags();
    return rateIn(raw?.[CAPTURE_RATE_TAG]);
  } finally {
    input.dispose();
  }
}

/** Parses the tag: phones write a 32-bit float, and tools that copy the tag write text. */
function rateIn(value: unknown): number | null {
  const rate =
    value instanceof Uint8Array && value.byteLength === 4
      ? new DataView(value.buffer, value.byteOffset, 4).getFloat32(0)
      : typeof value === 'string' && value.trim() !== ''
        ? Number(value)
        : Number.NaN;
  return Number.isFinite(rate) && rate > 0 ? rate : null;
}

/** Type of the slow-motion record in the list of records at the end of the file. */
const SLOW_MOTION_RECORD = 0x0890;
/** The list has a 12-byte header, 12 bytes per record, and an 8-byte footer with its length and the letters SEFT. */
const HEAD_BYTES = 12;
const RECORD_BYTES = 12;
const FOOT_BYTES = 8;
/** Maximum number of records that are read; real files have a handful. */
const MAX_RECORDS = 1000;

/** Whether a Samsung phone's list of records (the "SEF" trailer) contains slow-motion segments. */
async function hasSamsungSlowMotion(file: Blob): Promise<boolean> {
  const foot = await bytesAt(file, file.size - FOOT_BYTES, FOOT_BYTES);
  if (fourCharsAt(foot, 4) !== 'SEFT') return false;
  const listBytes = foot.getUint32(0, true);
  if (listBytes < HEAD_BYTES || listBytes > HEAD_BYTES + MAX_RECORDS * RECORD_BYTES) return false;
  const list = await bytesAt(file, file.size - FOOT_BYTES - listBytes, listBytes);
  if (fourCharsAt(list, 0) !== 'SEFH') return false;
  for (let at = HEAD_BYTES; at + RECORD_BYTES <= list.byteLength; at += RECORD_BYTES) {
    // Two bytes of padding, then the type.
    if (list.getUint16(at + 2, true) === SLOW_MOTION_RECORD) return true;
  }
  return false;
}

async function bytesAt(file: Blob, from: number, length: number): Promise<DataView> {
  if (from < 0) throw new RangeError('The file is shorter than that');
  return new DataView(await file.slice(from, from + length).arrayBuffer());
}
