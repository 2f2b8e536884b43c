// What this browser can do with one of the visitor's files: read its frames, show it, step through it. Also the
// server's preview of it, if requested, which then is played instead. One store per file, shared by everything that
// shows the file.
import { EncodedPacketSink, type InputVideoTrack } from 'mediabunny';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { PreviewResponse } from '#contract/uploads.ts';
import { framesPerSecond, TIME_TOLERANCE } from '#domain/time.ts';
import { type Clip, endTime } from '#domain/video/clip.ts';
import { frameIndexAt } from '#domain/video/frame-times.ts';
import { sentenceOf } from '#web/api/api-client.ts';
import { firstAnswer } from '#web/lib/readonly-store.ts';
import { type ClipReading, readClip, readTrackOf } from '#web/player/engine/frame-table.ts';
import { words } from '#web/words/words.ts';
import { hasDecoderFor, showsOtherFrames, showsPicture } from './can-show.ts';
import { wasSent } from './known-uploads.ts';
import { type PreviewWork, recallPreview, requestPreview } from './request-preview.ts';
import { abandonUpload, UploadError } from './upload-video.ts';

/**
 * How well the browser handles a file. `plays-other-frames`: during playback and in the live comparison the picture is
 * a few frames off. `breaks-off`: it stopped playing the file before its end. `unreadable`: not a video, or a broken one.
 */
export type Verdict =
  | 'pending'
  | 'shows'
  | 'slow-to-step'
  | 'plays-other-frames'
  | 'breaks-off'
  | 'cannot-show'
  | 'unreadable';

/** Whether the browser can show a file only as the server's preview of it. */
export function needsPreview({ verdict, preview }: Pick<PlayableState, 'verdict' | 'preview'>): boolean {
  return (verdict === 'cannot-show' || verdict === 'breaks-off') && preview === null;
}

/** What the element was expected to show. */
const SHOWN: readonly Verdict[] = ['shows', 'slow-to-step', 'plays-other-frames'];

interface PlayableState {
  /** The facts read from the file; null until it is read. */
  readonly reading: ClipReading | null;
  readonly verdict: Verdict;
  /** The server's preview; its clip is the original's. */
  readonly preview: PreviewResponse | null;
  readonly work: PreviewWork;
}

/** The state without a file, and before inspection. */
export const NOTHING_KNOWN: PlayableState = {
  reading: null,
  verdict: 'pending',
  preview: null,
  work: { stage: 'none' },
};

type PlayableFile = ReturnType<typeof createPlayable>;

const known = new WeakMap<File, PlayableFile>();

/** The store of a file. The first call starts the inspection; nothing is uploaded for it. */
export function playableOf(file: File): PlayableFile {
  const found = known.get(file) ?? createPlayable(file);
  known.set(file, found);
  return found;
}

/** The facts of a file's frames, or of its preview's if there is one; null when they cannot be read. */
export function clipOfFile(file: File): Promise<Clip | null> {
  return firstAnswer(playableOf(file), ({ reading, preview }) => (preview ?? reading)?.clip);
}

/** Whether a file is a video, as far as this browser can tell. Resolves as soon as a picture track is found. */
export function containsVideo(file: File): Promise<boolean> {
  return firstAnswer(playableOf(file), ({ reading, verdict }) =>
    verdict === 'pending' ? reading?.hasPicture || undefined : verdict !== 'unreadable',
  );
}

function createPlayable(file: File) {
  const { setState: change, ...store } = createStore<PlayableState>(() => NOTHING_KNOWN);
  let running: AbortController | null = null;

  async function look(): Promise<void> {
    const reading = await readClip(file);
    change({ reading });
    const verdict = await verdictOn(file, reading);
    change({ verdict });
    if (verdict !== 'shows' && verdict !== 'unreadable') await work(recallPreview);
  }

  /** Runs one task unless one is running. A failure becomes part of the state. */
  async function work(task: typeof recallPreview): Promise<void> {
    if (running) return;
    const attempt = new AbortController();
    running = attempt;
    const tell = (next: PreviewWork) => running === attempt && change({ work: next });
    try {
      const made = await task(file, { signal: attempt.signal, onWork: tell });
      const preview = made && (await withShownFrames(made));
      if (running === attempt) change({ preview, work: { stage: 'none' } });
    } catch (error) {
      const sentence = error instanceof UploadError ? error.message : sentenceOf(error, words.clips.previewFailed);
      tell({ stage: 'failed', sentence });
    } finally {
      if (running === attempt) running = null;
    }
  }

  function cancel(): void {
    const { work: stopped } = store.getState();
    running?.abort();
    running = null;
    change({ work: { stage: 'none' } });
    if (stopped.stage === 'uploading' && (stopped.progress?.percent ?? 0) < 100) void abandonUpload(file);
  }

  async function failedToShow(hasPlayed: boolean): Promise<void> {
    const { preview, reading, verdict } = store.getState();
    if (preview) {
      if (!(await isGone(preview.previewUrl)) || store.getState().preview !== preview) return;
      change({ preview: null });
      await work(recallPreview);
    } else if (reading && SHOWN.includes(verdict)) {
      change({ verdict: hasPlayed ? 'breaks-off' : reading.hasPicture ? 'cannot-show' : 'unreadable' });
    }
  }

  void look();
  return {
    ...store,
    /** Uploads the file and requests a preview: only on the visitor's click. */
    makePreview: () => void work(requestPreview),
    /** Cancels the request and deletes a partial upload. */
    cancel,
    /** Reports that the element cannot show the file, or its preview, or not to its end. */
    failedToShow: (hasPlayed: boolean) => void failedToShow(hasPlayed),
  };
}

async function verdictOn(file: File, reading: ClipReading): Promise<Verdict> {
  const src = URL.createObjectURL(file);
  try {
    const shows = await showsPicture(src, () => hasDecoderFor(file));
    if (shows === 'no') {
      const isVideo = reading.hasPicture || (await isForeignContainer(file).catch(() => false));
      return isVideo ? 'cannot-show' : 'unreadable';
    }
    if (!reading.clip) return 'shows';
    if (await slowToStep(file, reading.clip)) return 'slow-to-step';
    const isOff = reading.mayBeginElsewhere && (await showsOtherFrames(file, reading.clip.frameTimes));
    return isOff ? 'plays-other-frames' : 'shows';
  } finally {
    URL.revokeObjectURL(src);
  }
}

/** Whether the server has deleted an expired preview. A lost connection is no sign of that. */
async function isGone(previewUrl: string): Promise<boolean> {
  const answer = await fetch(previewUrl, { method: 'HEAD', credentials: 'include' }).catch(() => null);
  return answer?.status === 404;
}

const BYTES_READ = 12;
/** The first bytes of AVI, Flash Video and Windows Media (ASF). */
const isAvi = (text: string) => text.startsWith('RIFF') && text.startsWith('AVI ', 8);
const isFlv = (text: string) => text.startsWith('FLV\u0001');
const isAsf = (text: string) => text.startsWith('\u0030\u0026\u00b2\u0075\u008e\u0066\u00cf\u0011');

/** Whether a file begins like an AVI, FLV or WMV. */
async function isForeignContainer(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, BYTES_READ).arrayBuffer());
  const text = String.fromCharCode(...bytes);
  return [isAvi, isFlv, isAsf].some((fits) => fits(text));
}

/** The preview, limited to the original's frames that it contains. Their times remain the original's. */
async function withShownFrames(preview: PreviewResponse): Promise<PreviewResponse> {
  const { clip } = await readClip(preview.previewUrl);
  return clip ? { ...preview, clip: framesIn(clip, preview.clip) } : preview;
}

/** The original's clip without the frames that its preview lacks. */
export function framesIn(preview: Clip, original: Clip): Clip {
  if (preview.frameTimes.length === original.frameTimes.length) return original;
  const frameTimes = original.frameTimes.filter((time) => {
    const nearest = preview.frameTimes[frameIndexAt(preview.frameTimes, time)] ?? Number.NaN;
    return Math.abs(nearest - time) <= TIME_TOLERANCE;
  });
  return frameTimes.length === preview.frameTimes.length ? { ...original, frameTimes } : original;
}

/** Maximum long side, in pixels. A larger picture takes several times as long to decode as a screen needs. */
const MAX_FAST_SIDE_PX = 2560;
/**
 * Maximum number of pixels to decode for a seek, which decodes everything since the last key frame. More take a desktop
 * computer a second without hardware decoding. Steps to neighboring frames use decoded frames (frame-window.ts) and
 * cost less.
 */
const MAX_PIXELS_PER_SEEK = 300_000_000;

/** True for a video that is slow to step through; false when unknown. Never throws. */
async function slowToStep(file: File, clip: Clip): Promise<boolean> {
  if (Math.max(clip.widthPx, clip.heightPx) > MAX_FAST_SIDE_PX) return true;
  const pixelsPerSecond = clip.widthPx * clip.heightPx * framesPerSecond(clip.frameRate);
  const longestGoodGap = MAX_PIXELS_PER_SEEK / pixelsPerSecond;
  if (endTime(clip) - (clip.frameTimes[0] ?? 0) <= longestGoodGap) return false;
  const gap = await readTrackOf(file, (track) => longestKeyFrameGap(track, endTime(clip))).catch(() => null);
  return gap !== null && gap > longestGoodGap;
}

async function longestKeyFrameGap(track: InputVideoTrack, end: number): Promise<number> {
  const sink = new EncodedPacketSink(track);
  const options = { metadataOnly: true };
  let longest = 0;
  let packet = await sink.getFirstPacket(options);
  while (packet) {
    const next = await sink.getNextKeyPacket(packet, options);
    longest = Math.max(longest, (next?.timestamp ?? end) - packet.timestamp);
    packet = next;
  }
  return longest;
}

const NO_FILE = createStore<PlayableState>(() => NOTHING_KNOWN);

/**
 * What a <video> plays: `src` is a blob: address of the file, or the address of its preview. Null without a file.
 * `clip` are the original's facts, of which marks are times in both cases: undefined while they are read, null when
 * this browser cannot play the file.
 */
export type PlayableSource = ReturnType<typeof usePlayableSource>;

/** A file's source as far as it is known. */
export function usePlayableSource(file: File | null) {
  const playable = file && playableOf(file);
  const state = useStore(playable ?? NO_FILE);
  const fileUrl = useFileUrl(file);
  return { src: state.preview?.previewUrl ?? fileUrl, clip: clipOf(state), state, playable };
}

function clipOf(state: PlayableState): Clip | null | undefined {
  const { reading, verdict, preview } = state;
  if (preview) return preview.clip;
  if (needsPreview(state) || verdict === 'unreadable') return null;
  return reading ? reading.clip : undefined;
}

/** The blob: address under which a <video> can show a file; null without a file and until the address exists. */
export function useFileUrl(file: File | null): string | null {
  const [made, setMade] = useState<{ file: File; url: string } | null>(null);
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setMade({ file, url });
    return () => {
      setMade(null);
      URL.revokeObjectURL(url);
    };
  }, [file]);
  return made?.file === file && made ? made.url : null;
}

/** True while no part of the file was uploaded; false until that is known. */
export function useIsLocal(file: File, { preview, work }: PlayableState): boolean {
  const [checked, setChecked] = useState<{ readonly file: File; readonly isSent: boolean } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a preview or its stage may have sent the file
  useEffect(() => {
    let isCurrent = true;
    wasSent(file)
      .then((isSent) => isCurrent && setChecked({ file, isSent }))
      // A file that cannot be read has no id, so nothing is claimed.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [file, preview, work.stage]);
  const isBeingSent = work.stage === 'uploading' || work.stage === 'making';
  return checked?.file === file && !checked.isSent && !isBeingSent && preview === null;
}
