// Reads the edit list of one track of an MP4 or MOV file and applies it to frame times. mediabunny shifts times by the
// first edit but keeps the frames that the edits cut away. Browsers and ffmpeg do not show those frames.
import { MAX_BOX_HEADER_BYTES, type Mp4Box, mp4BoxAt, mp4BoxByPath, mp4BoxesIn } from '#domain/video/mp4-boxes.ts';

/** Reads bytes of a file: `from` inclusive, `to` exclusive; fewer at the end of the file. */
export type ReadBytes = (from: number, to: number) => Promise<DataView>;

/** One entry of an edit list, in seconds. */
export interface Edit {
  /** When the entry begins on the shown timeline. */
  readonly at: number;
  /** The first media time that it shows, or null for an empty entry: nothing is shown. */
  readonly mediaFrom: number | null;
  /** Its duration; 0 in fragmented files means until the end of the media. */
  readonly length: number;
}

/** A larger moov box is not read. The one of a two-minute clip has about 1 MB. */
const MAX_MOOV_BYTES = 64 * 1024 * 1024;
/** Far more than real files have before their moov box. Stops the search in corrupt files. */
const MAX_TOP_LEVEL_BOXES = 10_000;

/** The edit list of the track with this id; empty if the file has none or is not an MP4. */
export async function readEditList(read: ReadBytes, trackId: number): Promise<readonly Edit[]> {
  const moov = await findMoov(read);
  if (!moov) return [];
  const view = await read(moov.content, moov.to);
  const boxes = mp4BoxesIn(view, 0, view.byteLength);
  const movieTimescale = timescaleOf(
    view,
    boxes.find((box) => box.type === 'mvhd'),
  );
  for (const track of boxes.filter((box) => box.type === 'trak')) {
    const header = mp4BoxByPath(view, track, ['tkhd']);
    if (!header || view.getUint32(header.content + (view.getUint8(header.content) === 1 ? 20 : 12)) !== trackId)
      continue;
    const list = mp4BoxByPath(view, track, ['edts', 'elst']);
    const mediaTimescale = timescaleOf(view, mp4BoxByPath(view, track, ['mdia', 'mdhd']));
    const sampleTimes = mp4BoxByPath(view, track, ['mdia', 'minf', 'stbl', 'stts']);
    if (boxes.some((box) => box.type === 'mvex') && sampleTimes && view.getUint32(sampleTimes.content + 4) > 0) {
      // mediabunny would read only the frames before the first fragment, and an incomplete table is worse than none.
      throw new Error('Frames both in the moov box and in fragments');
    }
    return list && movieTimescale && mediaTimescale ? readEdits(view, list, movieTimescale, mediaTimescale) : [];
  }
  return [];
}

/** Byte offset of the box type of each track's edit list; empty for a file without edit lists. */
export async function editListPositions(read: ReadBytes): Promise<readonly number[]> {
  const moov = await findMoov(read);
  if (!moov) return [];
  const view = await read(moov.content, moov.to);
  const TYPE_AFTER_BYTES = 4;
  return mp4BoxesIn(view, 0, view.byteLength)
    .filter((box) => box.type === 'trak')
    .flatMap((track) => mp4BoxByPath(view, track, ['edts']) ?? [])
    .map((box) => moov.content + box.from + TYPE_AFTER_BYTES);
}

/** Tolerance for times in seconds, which are computed from edits and time stamps in whole ticks. */
const ROUNDING = 1e-6;

/** A frame that is shown: when it appears, and which packet of the file holds it. */
export interface ShownFrame {
  readonly time: number;
  /** The packet's time as mediabunny reports it: media time minus the first edit's start. */
  readonly packetTime: number;
}

/**
 * The frames that a browser and ffmpeg show, with their times. Frames outside the edits are dropped. If an edit starts
 * between two frames, both programs move the whole clip forward so that its first shown frame appears at the edit's own
 * start (libavformat, `mov_fix_index`: "Offset DTS … to make first pts zero").
 */
export function applyEdits(packetTimes: readonly number[], edits: readonly Edit[]): readonly ShownFrame[] {
  const unedited = packetTimes.map((packetTime) => ({ time: packetTime, packetTime }));
  const first = edits.find((edit) => edit.mediaFrom !== null);
  if (!first) return unedited;
  const start = mediaStart(edits);
  const shown = edits.flatMap((edit) => {
    const from = edit.mediaFrom;
    if (from === null) return [];
    const to = edit.length > 0 ? from + edit.length : Number.POSITIVE_INFINITY;
    return packetTimes
      .map((packetTime) => ({ time: packetTime + start, packetTime }))
      .filter(({ time }) => time >= from - ROUNDING && time < to - ROUNDING)
      .map(({ time, packetTime }) => ({ time: edit.at + time - from, packetTime }));
  });
  const firstShown = shown[0];
  if (firstShown === undefined) return unedited;
  const late = Math.max(0, firstShown.time - first.at);
  return late > ROUNDING ? shown.map(({ time, packetTime }) => ({ time: time - late, packetTime })) : shown;
}

/** The media time that is shown at 0, which mediabunny subtracts from packet times. 0 without edits. */
export function mediaStart(edits: readonly Edit[]): number {
  const first = edits.find((edit) => edit.mediaFrom !== null);
  return first ? (first.mediaFrom ?? 0) - first.at : 0;
}

/** The `moov` box with its places in the file; null in another kind of file, or where it is too large to read. */
export async function findMoov(read: ReadBytes): Promise<Mp4Box | null> {
  let at = 0;
  for (let count = 0; count < MAX_TOP_LEVEL_BOXES; count++) {
    const box = mp4BoxAt(await read(at, at + MAX_BOX_HEADER_BYTES), 0, Number.POSITIVE_INFINITY);
    if (!box) return null;
    if (box.type === 'moov') {
      const isReadable = box.to - box.content <= MAX_MOOV_BYTES;
      return isReadable ? { ...box, from: at, content: at + box.content, to: at + box.to } : null;
    }
    if (!Number.isFinite(box.to)) return null;
    at += box.to;
  }
  return null;
}

/** The ticks per second in an mvhd or mdhd box, which store it at the same offset. */
function timescaleOf(view: DataView, box: Mp4Box | undefined): number {
  return box ? view.getUint32(box.content + (view.getUint8(box.content) === 1 ? 20 : 12)) : 0;
}

function readEdits(view: DataView, list: Mp4Box, movieTimescale: number, mediaTimescale: number): readonly Edit[] {
  const isLong = view.getUint8(list.content) === 1;
  const entryBytes = isLong ? 20 : 12;
  const first = list.content + 8;
  const count = Math.min(view.getUint32(list.content + 4), Math.floor((list.to - first) / entryBytes));
  const edits: Edit[] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    const entry = first + index * entryBytes;
    const movieTicks = isLong ? Number(view.getBigUint64(entry)) : view.getUint32(entry);
    // mediabunny and ffmpeg round to whole ticks of the media too, so a frame on an edge falls on the same side.
    const length = Math.round((movieTicks / movieTimescale) * mediaTimescale) / mediaTimescale;
    const mediaFrom = isLong ? Number(view.getBigInt64(entry + 8)) : view.getInt32(entry + 4);
    edits.push({ at, mediaFrom: mediaFrom < 0 ? null : mediaFrom / mediaTimescale, length });
    at += length;
  }
  return edits;
}
