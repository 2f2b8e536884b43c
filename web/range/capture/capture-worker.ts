// The capture of a range session: reads the camera's frames, keeps the last seconds of them encoded, writes cuts, and makes
// small pictures for the search worker.
import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  VideoSample,
} from 'mediabunny';
import { droppedBetween } from '#domain/range/frame-ring.ts';
import { frameShrinker } from '#web/find/shrink-frame.ts';
import { mendedConfig } from '#web/player/engine/avc-record.ts';
import type {
  CaptureFacts,
  FrameSource,
  FromCaptureWorker,
  RangeCut,
  SmallFrame,
  ToCaptureWorker,
} from './capture-messages.ts';
import {
  type BufferedFrame,
  createDelayedMirror,
  createEncodedRing,
  type EncodedFormat,
  type EncodedRing,
  shapeOf,
} from './encoded-ring.ts';
import { receivedFrames, trackFrames } from './read-track.ts';

/** The same size as in the search of whole clips, whose thresholds were fitted at it. */
const LONG_SIDE_PX = 256;
/** The small pictures that may wait for a busy search: five seconds, 6 MB. A picture that is looked at late loses nothing. */
const MAX_WAITING_PICTURES = 150;
/** At 60 frames a second every second one is enough to recognize a swing. */
const MIN_MOTION_INTERVAL = 1 / 36;
const FACTS_EVERY = 1;
/** Dropped frames are judged over this many seconds. */
const RECENT = 4;
/** The quantile of the intervals between frames that counts as the camera's usual interval. */
const USUAL_SHARE = 0.2;
const MICROSECONDS = 1e6;
/** A camera that delivers no frame for this long leaves a cut without its end. */
const CUT_PATIENCE_MS = 3000;

let ring: EncodedRing | null = null;
let mirror: ReturnType<typeof createDelayedMirror> | null = null;
/** The cuts whose last frame has not come yet. */
const waitingCuts = new Map<number, { readonly from: number; readonly to: number }>();

// The page hears of errors, but not of rejections.
self.addEventListener('unhandledrejection', ({ reason }) => reportError(reason));
self.addEventListener('message', ({ data }: MessageEvent<ToCaptureWorker>) => {
  if ('start' in data) {
    void readFrames(data.start, data.rate, pictureSender(data.pictures));
  } else if ('mirror' in data) {
    mirror?.stop();
    mirror = data.mirror && createDelayedMirror(data.mirror, data.delay, () => ring);
  } else if ('mirrorDelay' in data) mirror?.setDelay(data.mirrorDelay);
  else askForCut(data.cut, data.from, data.to);
});

async function readFrames(
  source: FrameSource,
  rate: number,
  pictures: ReturnType<typeof pictureSender>,
): Promise<void> {
  const reader = framesOf(source).getReader();
  const shrink = frameShrinker(LONG_SIDE_PX);
  const count = frameCounter(rate);
  let motionAt = Number.NEGATIVE_INFINITY;
  let isShrinking = false;
  let brightness = 128;
  for (;;) {
    const { value: frame, done } = await reader.read();
    if (done || !frame) break;
    const time = frame.timestamp / MICROSECONDS;
    const arrivedAt = wallSeconds();
    ring ??= await createEncodedRing(shapeOf(frame), rate);
    if (!ring) {
      frame.close();
      post({ problem: 'cannot-encode' });
      return;
    }
    const { width, height } = { width: frame.displayWidth, height: frame.displayHeight };
    if (time - motionAt >= MIN_MOTION_INTERVAL && !isShrinking && pictures.hasRoom()) {
      motionAt = time;
      isShrinking = true;
      const sample = new VideoSample(frame.clone());
      void shrink(sample)
        .then((small) => {
          brightness = meanOf(small.gray);
          pictures.send({ ...small, time, arrivedAt });
        })
        .finally(() => {
          sample.close();
          isShrinking = false;
        });
    }
    const isKept = ring.add(frame);
    const facts = count(time, isKept);
    if (facts) post({ facts: { ...facts, ...bufferFacts(), widthPx: width, heightPx: height, brightness } });
    finishCuts();
    mirror?.show(time);
  }
  post({ problem: 'camera-ended' });
}

function framesOf(source: FrameSource): ReadableStream<VideoFrame> {
  if ('frames' in source) return source.frames;
  return 'track' in source ? trackFrames(source.track) : receivedFrames(source.shown);
}

function pictureSender(port: MessagePort) {
  let waiting = 0;
  port.addEventListener('message', () => waiting--);
  port.start();
  return {
    hasRoom: () => waiting < MAX_WAITING_PICTURES,
    send(picture: SmallFrame): void {
      waiting++;
      port.postMessage(picture, [picture.gray.buffer]);
    },
  };
}

function askForCut(id: number, from: number, to: number): void {
  waitingCuts.set(id, { from, to });
  setTimeout(() => void finishCut(id), CUT_PATIENCE_MS + 1000 * Math.max(0, to - newestTime()));
  finishCuts();
}

/** Writes the cuts whose last frame has been encoded. */
function finishCuts(): void {
  for (const [id, { to }] of waitingCuts) if (to <= newestTime()) void finishCut(id);
}

async function finishCut(id: number): Promise<void> {
  const cut = waitingCuts.get(id);
  if (!cut) return;
  waitingCuts.delete(id);
  const part = ring?.cut(cut.from, cut.to);
  const made = part ? await writeCut(part.frames, part.format).catch(() => null) : null;
  self.postMessage({ cut: id, made } satisfies FromCaptureWorker, made ? { transfer: [made.file] } : {});
}

function newestTime(): number {
  return ring?.frames().at(-1)?.time ?? Number.NEGATIVE_INFINITY;
}

function bufferFacts() {
  const frames = ring?.frames() ?? [];
  return {
    bufferedSeconds: (frames.at(-1)?.time ?? 0) - (frames[0]?.time ?? 0),
    bufferedBytes: frames.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

type Counted = Pick<CaptureFacts, 'rate' | 'frames' | 'dropped' | 'recentlyDropped'>;

/** Counts frames, and those that are missing; returns the facts about once a second. */
function frameCounter(rate: number): (time: number, isKept: boolean) => Counted | null {
  let [frames, dropped] = [0, 0];
  let last: number | null = null;
  let reportedAt = Number.NEGATIVE_INFINITY;
  let recent: readonly { readonly time: number; readonly dropped: number }[] = [];
  return (time, isKept) => {
    const missing = (last === null ? 0 : droppedBetween(last, time, usualInterval(recent, rate))) + (isKept ? 0 : 1);
    last = time;
    frames += 1 + (isKept ? missing : missing - 1);
    dropped += missing;
    recent = [...recent.filter((one) => one.time > time - RECENT), { time, dropped: missing }];
    if (time - reportedAt < FACTS_EVERY) return null;
    reportedAt = time;
    const missed = recent.reduce((sum, one) => sum + one.dropped, 0);
    const span = time - (recent[0]?.time ?? time);
    return {
      frames,
      dropped,
      rate: span > 0.5 ? (recent.length - 1) / span : rate,
      recentlyDropped: missed / (recent.length + missed),
    };
  };
}

/**
 * Cameras lower their rate in poor light: what is usual is measured, but never above the asked rate. The shorter intervals
 * count: where frames are dropped, most intervals are longer than the camera's.
 */
function usualInterval(recent: readonly { readonly time: number }[], rate: number): number {
  const gaps = recent.slice(1).map(({ time }, index) => time - (recent[index]?.time ?? time));
  const sorted = gaps.sort((a, b) => a - b);
  const usual = sorted.length < 10 ? 0 : (sorted[Math.floor(USUAL_SHARE * sorted.length)] ?? 0);
  return Math.max(1 / rate, usual);
}

function meanOf(values: Uint8Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length > 0 ? sum / values.length : 0;
}

function wallSeconds(): number {
  return (performance.timeOrigin + performance.now()) / 1000;
}

function post(message: FromCaptureWorker): void {
  self.postMessage(message);
}

/** The file of at least one frame, beginning with a key frame. All frames share one format. */
async function writeCut(frames: readonly BufferedFrame[], format: EncodedFormat): Promise<RangeCut> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const track = new EncodedVideoPacketSource(format.codec);
  output.addVideoTrack(track, { rotation: format.rotation });
  await output.start();
  const [first, last] = [frames[0], frames.at(-1)];
  if (!first || !last) throw new RangeError('A cut has at least one frame');
  const config = mendedConfig(format.config);
  for (const [index, frame] of frames.entries()) {
    const next = frames[index + 1];
    const duration = next ? next.time - frame.time : format.interval;
    const packet = new EncodedPacket(frame.data, frame.isKey ? 'key' : 'delta', frame.time - first.time, duration);
    await track.add(packet, index === 0 ? { decoderConfig: config } : undefined);
  }
  await output.finalize();
  if (!target.buffer) throw new Error('The cut has no content');
  const times = frames.map(({ time }) => time - first.time);
  return { file: target.buffer, type: 'video/mp4', from: first.time, to: last.time, times };
}
