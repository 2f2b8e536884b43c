// The worker that tracks bodies: handles one request at a time and keeps the model between requests. Tracks the people in
// the wanted frames of a clip and returns the golfer. One picture is in memory at a time, besides the few that are decoded
// ahead.
import { isBesidePosition } from '#domain/body/bodies-at.ts';
import { type BodyTrack, seenFrames } from '#domain/body/body-track.ts';
import { handsTravel } from '#domain/body/hands-path.ts';
import {
  evenFrames,
  framesAroundPositions,
  MAX_SAMPLED_FRAMES,
  outlineFrames,
  swingStretch,
} from '#domain/body/sampled-frames.ts';
import { passesForSwings, type SwingPass } from '#domain/moments/frames-for-swings.ts';
import type { FrameTimes } from '#domain/video/frame-times.ts';
import { type BodyModel, loadBodyModel, type ModelStep } from '#web/body/model/body-model.ts';
import { DOWNLOAD_BYTES, ModelNotFetched } from '#web/body/model/model-files.ts';
import { type FalseAnswer, rememberFalse } from '#web/lib/false-answers.ts';
import type { BodyAnswer, BodyProgress, BodyRequest, WantedFrames } from './body-request.ts';
import { type ClipFacts, type ClipPictures, openPictures, picturesFrom } from './clip-pictures.ts';
import { bodyFollower, type Followed, type FrameName } from './follow-bodies.ts';
import { standsBy } from './people.ts';
import type { Picture } from './picture.ts';

export type ToBodyWorker =
  | {
      readonly id: number;
      readonly source: Blob | string;
      readonly request: BodyRequest;
      readonly pictures: MessagePort | null;
      readonly falseAnswers: readonly FalseAnswer[];
    }
  | { readonly stop: number }
  /** Loads the model for requests that will come. */
  | 'load-model';

export type FromBodyWorker =
  /** The state of the model; `starting` is sent again with each further step. */
  | { readonly model: ModelStep }
  | { readonly id: number; readonly progress: BodyProgress }
  /** Null when the request was stopped. */
  | { readonly id: number; readonly answer: BodyAnswer | null };

const stops = new Map<number, AbortController>();
let last: Promise<unknown> = Promise.resolve();

self.addEventListener('message', ({ data }: MessageEvent<ToBodyWorker>) => {
  if (data === 'load-model') {
    // The next request tries again, and says why it fails.
    loadModel().catch(() => {
      loading = null;
    });
    return;
  }
  if ('stop' in data) {
    stops.get(data.stop)?.abort();
    return;
  }
  const { id, source, request, pictures } = data;
  rememberFalse(...data.falseAnswers);
  const stop = new AbortController();
  stops.set(id, stop);
  last = last.then(async () => {
    const onProgress = (progress: BodyProgress) => post({ id, progress });
    const options = { pictures, onProgress, signal: stop.signal };
    const answer = await trackClip(source, request, options).catch(() => null);
    stops.delete(id);
    post({ id, answer });
  });
});

function post(message: FromBodyWorker): void {
  self.postMessage(message);
}

interface TrackOptions {
  /** Where another worker offers the clip's pictures; null to decode them here. */
  readonly pictures: MessagePort | null;
  readonly onProgress: (progress: BodyProgress) => void;
  /** Ends the work before the next frame; `trackClip` then throws the signal's reason. */
  readonly signal: AbortSignal;
}

let loading: Promise<BodyModel> | null = null;
let onLoadedBytes: Parameters<typeof loadBodyModel>[0] = () => undefined;

function loadModel(): Promise<BodyModel> {
  loading ??= loadBodyModel(
    (bytes, ofBytes) => onLoadedBytes(bytes, ofBytes),
    (model) => post({ model }),
  );
  return loading;
}

/** Tracks the golfer in a clip. Throws only when it is stopped. */
async function trackClip(
  source: Blob | string,
  request: BodyRequest,
  { pictures, onProgress, signal }: TrackOptions,
): Promise<BodyAnswer> {
  const clip = await (pictures ? picturesFrom(pictures, signal) : openPictures(source));
  if (typeof clip === 'string') return { kind: 'cannot-see', reason: clip };
  try {
    // A request stopped while it waited must not download anything.
    signal.throwIfAborted();
    const model = await modelOf(onProgress);
    signal.throwIfAborted();
    if (typeof model === 'string') return { kind: 'cannot-see', reason: model };
    const passes = passesFor(clip, request);
    let before = 0;
    const wantsMask = request.wantsOutlines === true;
    const follow = async (isThorough: boolean) => {
      const follower = bodyFollower(model, { ...clip, isThorough });
      const track = (picture: Picture, frame: FrameName) =>
        follower.track(picture, frame, { wantsMask, isMeasured: isMeasured(request, frame) });
      for (const { framesAfter, isClose } of passes) {
        const known = follower.golfer().track;
        const wanted = framesAfter(known);
        const soFar = isClose ? known : null;
        // Later passes continue the count.
        const onFrames = (done: number) =>
          onProgress({ stage: 'looking', frames: before + done, ofFrames: before + wanted.length });
        if (wanted.length > 0) await trackFrames(clip, wanted, { soFar, onFrames, signal, track });
        before += wanted.length;
        const unsought = follower.unsought();
        if (unsought.length > 0)
          await trackFrames(clip, unsought, { soFar: null, onFrames: () => undefined, signal, track });
      }
      return follower.golfer();
    };
    const seen = await follow(false);
    if (!standsBy(seen.track)) return answerOf(seen);
    const other = await follow(true);
    return answerOf(handsTravel(other.track) > handsTravel(seen.track) ? other : seen);
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'cannot-see', reason: isOutOfMemory(error) ? 'cannot-run' : 'cannot-read' };
  } finally {
    clip.close();
  }
}

function answerOf(followed: Followed): BodyAnswer {
  return seenFrames(followed.track).length > 0 ? { kind: 'seen', ...followed } : { kind: 'nobody' };
}

/** The model, loaded once, or the reason why it is missing. */
async function modelOf(onProgress: TrackOptions['onProgress']): Promise<BodyModel | 'not-loaded' | 'cannot-run'> {
  // Counts compressed bytes, as in the size that the visitor agrees to.
  onLoadedBytes = (bytes, ofBytes) =>
    onProgress({ stage: 'loading', loadedBytes: (DOWNLOAD_BYTES * bytes) / ofBytes, totalBytes: DOWNLOAD_BYTES });
  try {
    return await loadModel();
  } catch (error) {
    return error instanceof ModelNotFetched ? 'not-loaded' : 'cannot-run';
  }
}

/** The errors of browsers when an array or the model's memory cannot be allocated. */
function isOutOfMemory(error: unknown): boolean {
  return error instanceof RangeError || error instanceof WebAssembly.RuntimeError;
}

/** The frames of each pass, chosen by the results of the passes before it. */
function passesFor(
  { frameTimes, keyFrames }: ClipFacts,
  { wanted, slowMotionFactor = 1, wantsOutlines = false }: BodyRequest,
): readonly SwingPass[] {
  if ('forSwings' in wanted) return passesForSwings(frameTimes, keyFrames);
  const framesAfter = () => wantedFrames(frameTimes, wanted, slowMotionFactor, wantsOutlines);
  return [{ framesAfter, isClose: false }];
}

function wantedFrames(
  frameTimes: FrameTimes,
  wanted: Exclude<WantedFrames, { readonly forSwings: true }>,
  factor: number,
  wantsOutlines: boolean,
): readonly number[] {
  if ('frames' in wanted) {
    const inside = wanted.frames.filter((frame) => Number.isInteger(frame) && frame >= 0 && frame < frameTimes.length);
    return [...new Set(inside)].sort((a, b) => a - b).slice(0, MAX_SAMPLED_FRAMES);
  }
  if ('around' in wanted) return framesAroundPositions(frameTimes, wanted.around, factor);
  const whole = { from: frameTimes[0] ?? 0, to: frameTimes.at(-1) ?? 0 };
  if (wanted.over === 'clip') return evenFrames(frameTimes, whole, factor);
  const outlined = wantsOutlines ? outlineFrames(frameTimes, wanted.over, factor) : [];
  if (outlined.length > 0) return outlined;
  const stretch = swingStretch(wanted.over, factor) ?? whole;
  return evenFrames(frameTimes, stretch, factor);
}

/** Whether the body in a frame is measured. A search for swings does not measure it, because the visitor is waiting. */
function isMeasured({ wanted, slowMotionFactor = 1 }: BodyRequest, { time }: FrameName): boolean {
  return 'over' in wanted && wanted.over !== 'clip' && isBesidePosition(wanted.over, time, slowMotionFactor);
}

interface FrameTracking {
  readonly soFar: BodyTrack | null;
  readonly signal: AbortSignal;
  /** Called with the number of wanted frames processed. */
  readonly onFrames: (done: number) => void;
  readonly track: (picture: Picture, frame: FrameName) => Promise<void>;
}

async function trackFrames(
  clip: ClipPictures,
  wanted: readonly number[],
  { soFar, track, onFrames, signal }: FrameTracking,
): Promise<void> {
  let done = 0;
  onFrames(done);
  for await (const picture of clip.read(wanted, soFar)) {
    signal.throwIfAborted();
    const frameIndex = wanted[done] ?? 0;
    if (picture) await track(picture, { frameIndex, time: clip.frameTimes[frameIndex] ?? 0 });
    done++;
    onFrames(done);
  }
}
