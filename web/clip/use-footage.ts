// The evidence of a clip's real speed: frame times, container tags, new frames per second. Read in the background;
// domain/swing/slow-motion.ts interprets it. Imports the frame reader, so it is loaded lazily.
import { useEffect, useState } from 'react';
import { downswingOf, type FilmingFacts, NO_FILMING_FACTS } from '#domain/swing/slow-motion.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import type { Clip } from '#domain/video/clip.ts';
import { fourCharsAt } from '#domain/video/mp4-boxes.ts';
import { useAnswer } from '#web/lib/use-answer.ts';
import { openVideo } from '#web/player/engine/frame-table.ts';
import { whenIdle } from '#web/ui/when-idle.ts';
import { newPicturesPerSecond, readPictureChanges } from './new-pictures.ts';
import { usePlayableSource } from './playable-file.ts';

/** The facts read so far. */
export interface FootageReading {
  readonly clip: Clip | null;
  readonly facts: FilmingFacts;
  /** New frames per second around the swing of a clip with repeated frames; null without them, or while measuring. */
  readonly newPicturesPerSecond: number | null;
}

/** The facts of one of the visitor's own files; empty without one. */
export function useFileFootage(file: File | null, annotations: SwingAnnotations): FootageReading {
  const { clip, state } = usePlayableSource(file);
  const facts = useAnswer(file, readFilmingFacts) ?? NO_FILMING_FACTS;
  const pictures = useNewPictures(state.preview?.previewUrl ?? file, annotations);
  return { clip: clip ?? null, facts, newPicturesPerSecond: pictures };
}

/** The facts of a video of this site whose clip is known, such as a golfer's. */
export function useAddressFootage(
  address: string | null,
  clip: Clip | null,
  annotations: SwingAnnotations,
): FootageReading {
  return { clip, facts: NO_FILMING_FACTS, newPicturesPerSecond: useNewPictures(address, annotations) };
}

/** Marks move while they are corrected: decoding starts after this long without a change, in milliseconds. */
const PAUSE_MS = 1500;
/** The measured span around the swing, in downswings. */
const LEAD_IN = 3;

/** Measured once per swing, in idle time; the last result stays while marks move slightly. */
function useNewPictures(source: File | string | null, annotations: SwingAnnotations): number | null {
  const [read, setRead] = useState<{ source: File | string; perSecond: number | null } | null>(null);
  const { restTime, strikeTime } = annotations;
  const downswing = downswingOf(annotations);
  useEffect(() => {
    if (!source || downswing === null || strikeTime === null) return;
    const from = restTime ?? strikeTime - LEAD_IN * downswing;
    const stop = new AbortController();
    const callOff = afterPause(() => {
      readPictureChanges(source, { from, to: strikeTime, signal: stop.signal }).then(
        (changes) => setRead({ source, perSecond: newPicturesPerSecond(changes) }),
        () => undefined,
      );
    });
    return () => {
      callOff();
      stop.abort();
    };
  }, [source, restTime, strikeTime, downswing]);
  return read && read.source === source ? read.perSecond : null;
}

/** Runs the work after a pause, once the browser is idle. Returns the function that cancels it. */
function afterPause(work: () => void): () => void {
  let callOff = () => clearTimeout(pause);
  const pause = setTimeout(() => {
    callOff = whenIdle(work, PAUSE_MS);
  }, PAUSE_MS);
  return () => callOff();
}

/** Android's capture rate. An iPhone shows its 120 or 240 frames per second in real time and writes no such tag. */
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
