// The worker of a range session: reads the camera's frames, keeps the last seconds of them encoded, looks for swings and
// writes cuts.
import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  VideoSample,
} from 'mediabunny';
import type { RangeClick } from '#domain/range/clicks.ts';
import { createClockMatch } from '#domain/range/clock-match.ts';
import { droppedBetween } from '#domain/range/frame-ring.ts';
import { frameShrinker } from '#web/moments/shrink-frame.ts';
import { mendedAvcC } from '#web/render/avcc.ts';
import type { CaptureFacts, FrameSource, FromCaptureWorker, RangeCut, ToCaptureWorker } from './capture-messages.ts';
import { createDelayedMirror, type DelayedMirror } from './delayed-mirror.ts';
import type { EncodedFormat, EncodedFrame } from './encoded-ring.ts';
import { createEncodedRing, type EncodedRing, shapeOf } from './encoded-ring.ts';
import { hearClicks } from './hear-clicks.ts';
import { createLiveSwings } from './live-swings.ts';
import { trackFrames } from './read-track.ts';

/** The same size as in the search of whole clips, whose thresholds were fitted at it. */
const LONG_SIDE_PX = 256;
/** At 60 frames a second every second one is enough to recognise a swing. */
const MIN_MOTION_INTERVAL = 1 / 36;
const FACTS_EVERY = 1;
/** Dropped frames are judged over this many seconds. */
const RECENT = 4;
const MICROSECONDS = 1e6;
/** A camera that delivers no frame for this long leaves a cut without its end. */
const CUT_PATIENCE_MS = 3000;

const cameraClock = createClockMatch(10);
const live = createLiveSwings();
let ring: EncodedRing | null = null;
let mirror: DelayedMirror | null = null;
let canHear = false;
/** Up to when the sound has been searched for clicks: a wall time in seconds; null where the page listens. */
let heardUntil: number | null = null;
let waitingCuts: readonly { readonly id: number; readonly from: number; readonly to: number }[] = [];

self.addEventListener('message', ({ data }: MessageEvent<ToCaptureWorker>) => {
  if ('start' in data) {
    void readFrames(data.start, data.rate);
    if (data.sound) void hearClicks(data.sound, { onClick, onCanHear, onHeardUntil });
  } else if ('click' in data) onClick(data.click);
  else if ('canHear' in data) canHear = data.canHear;
  else if ('mirror' in data) {
    mirror?.stop();
    mirror = data.mirror && createDelayedMirror(data.mirror, data.delay, () => ring);
  } else if ('mirrorDelay' in data) mirror?.setDelay(data.mirrorDelay);
  else askForCut(data.cut, data.from, data.to);
});

function onClick(click: RangeClick): void {
  const time = cameraClock.toSender(click.time);
  if (time !== null) live.hear({ ...click, time });
}

function onCanHear(can: boolean): void {
  canHear = can;
  say({ canHear });
}

function onHeardUntil(time: number): void {
  heardUntil = time;
}

async function readFrames(source: FrameSource, rate: number): Promise<void> {
  const reader = ('frames' in source ? source.frames : trackFrames(source.track)).getReader();
  const shrink = frameShrinker(LONG_SIDE_PX);
  const count = frameCounter(rate);
  let motionAt = Number.NEGATIVE_INFINITY;
  let isShrinking = false;
  let brightness = 128;
  for (;;) {
    const { value: frame, done } = await reader.read();
    if (done || !frame) break;
    const time = frame.timestamp / MICROSECONDS;
    cameraClock.note(time, wallSeconds());
    ring ??= await createEncodedRing(shapeOf(frame), rate);
    if (!ring) {
      frame.close();
      say({ problem: 'cannot-encode' });
      return;
    }
    const { width, height } = { width: frame.displayWidth, height: frame.displayHeight };
    if (time - motionAt >= MIN_MOTION_INTERVAL && !isShrinking) {
      motionAt = time;
      isShrinking = true;
      const sample = new VideoSample(frame.clone());
      void shrink(sample)
        .then((small) => {
          live.see({ ...small, time });
          brightness = meanOf(small.grey);
          judge();
        })
        .finally(() => {
          sample.close();
          isShrinking = false;
        });
    }
    const isKept = ring.add(frame);
    const facts = count(time, isKept);
    if (facts) say({ facts: { ...facts, ...bufferFacts(), widthPx: width, heightPx: height, brightness } });
    finishCuts(time);
    mirror?.show(time);
  }
  say({ problem: 'camera-ended' });
}

function judge(): void {
  for (const shot of live.judge({
    canHear,
    heardUntil: heardUntil === null ? null : cameraClock.toSender(heardUntil),
  })) {
    say({ shot, struckAt: cameraClock.toReceiver(shot.strikeTime) ?? wallSeconds() });
  }
}

function askForCut(id: number, from: number, to: number): void {
  waitingCuts = [...waitingCuts, { id, from, to }];
  setTimeout(() => finishCuts(Number.POSITIVE_INFINITY, id), CUT_PATIENCE_MS + 1000 * Math.max(0, to - newestTime()));
  finishCuts(newestTime());
}

/** Writes the cuts whose last frame has been encoded. */
function finishCuts(now: number, only: number | null = null): void {
  const ready = waitingCuts.filter(
    ({ id, to }) => (only === null || id === only) && (only !== null || (to <= now && to <= newestTime())),
  );
  waitingCuts = waitingCuts.filter((cut) => !ready.includes(cut));
  for (const { id, from, to } of ready) void makeCut(from, to).then((made) => sayCut(id, made));
}

async function makeCut(from: number, to: number): Promise<RangeCut | null> {
  const part = ring?.cut(from, to);
  return part ? writeCut(part.frames, part.format).catch(() => null) : null;
}

function sayCut(id: number, made: RangeCut | null): void {
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

/** Cameras lower their rate in poor light: what is usual is measured, but never above the asked rate. */
function usualInterval(recent: readonly { readonly time: number }[], rate: number): number {
  const gaps = recent.slice(1).map(({ time }, index) => time - (recent[index]?.time ?? time));
  const sorted = gaps.sort((a, b) => a - b);
  const median = sorted.length < 10 ? 0 : (sorted[sorted.length >> 1] ?? 0);
  return Math.max(1 / rate, median);
}

function meanOf(values: Uint8Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length > 0 ? sum / values.length : 0;
}

function wallSeconds(): number {
  return (performance.timeOrigin + performance.now()) / 1000;
}

function say(message: FromCaptureWorker): void {
  self.postMessage(message);
}

/** The file of at least one frame, beginning with a key frame. All frames share one format. */
async function writeCut(frames: readonly EncodedFrame[], format: EncodedFormat): Promise<RangeCut> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const track = new EncodedVideoPacketSource(format.codec);
  output.addVideoTrack(track, { rotation: format.rotation });
  await output.start();
  const [first, last] = [frames[0], frames.at(-1)];
  if (!first || !last) throw new RangeError('A cut has at least one frame');
  const config = withMendedRecord(format.config);
  for (const [index, frame] of frames.entries()) {
    const next = frames[index + 1];
    const duration = next ? next.time - frame.time : format.interval;
    const packet = new EncodedPacket(frame.data, frame.isKey ? 'key' : 'delta', frame.time - first.time, duration);
    await track.add(packet, index === 0 ? { decoderConfig: config } : undefined);
  }
  await output.finalize();
  if (!target.buffer) throw new Error('The cut has no content');
  return { file: target.buffer, type: 'video/mp4', from: first.time, to: last.time };
}

function withMendedRecord(config: VideoDecoderConfig): VideoDecoderConfig {
  const { description } = config;
  if (!description || !config.codec.startsWith('avc')) return config;
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  return { ...config, description: mendedAvcC(bytes) };
}
