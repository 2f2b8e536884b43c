// The steps on the coded clips: every frame decoded, stepping, both in sync. What is seen is read from the pixels.
import { AS_FILMED } from '#domain/comparison/comparison-choices.ts';
import { type ComparisonPlan, planComparison } from '#domain/comparison/comparison-plan.ts';
import { paneStateAt, shownFrameAt, toPlanTime } from '#domain/comparison/timeline.ts';
import { bySide, SIDES, type Side } from '#domain/side.ts';
import { planTime, sourceTime } from '#domain/time.ts';
import type { Clip } from '#domain/video/clip.ts';
import { frameIndexAt } from '#domain/video/frame-times.ts';
import { hasDecoderFor, showsPicture } from '#web/clip/can-show.ts';
import { unloadMedia } from '#web/lib/unload-media.ts';
import { inTime } from '#web/lib/with-resolvers.ts';
import { openDecodable } from '#web/player/engine/decodable-track.ts';
import { createFramePlayer } from '#web/player/engine/frame-player.ts';
import { readClip } from '#web/player/engine/frame-table.ts';
import { jointFrameStep } from '#web/player/synced/synced-loops.ts';
import { SyncedPair } from '#web/player/synced/synced-pair.ts';
import { openClipPictures } from '#web/render/clip-pictures.ts';
import { withOtherCodecs } from '#web/render/other-codecs.ts';
import { RenderError } from '#web/render/render-request.ts';
import type { CheckRoom, StepRun } from './check-run.ts';
import type { Finding, Reason } from './check-state.ts';
import { CODED_CLIPS, CODED_TIMES } from './coded-clips.ts';
import { fetchCodedClips } from './fetch-clips.ts';
import { elementNumber, numberReader } from './picture-number.ts';

type CodedFiles = Awaited<ReturnType<typeof fetchCodedClips>>;

/** The coded clips, fetched once for all steps of a check. */
export function codedClips(): (signal: AbortSignal) => Promise<CodedFiles> {
  let files: Promise<CodedFiles> | null = null;
  return (signal) => {
    files ??= fetchCodedClips(signal);
    files.catch(() => {
      files = null;
    });
    return files;
  };
}

/** Errors of the file's times, in seconds: the clips are counted in microseconds at the coarsest. */
const SAME_TIME = 1e-3;

export function fails(reason: Reason, ...details: readonly string[]): Finding {
  return { word: 'fails', reason, details };
}

export function limited(reason: Reason, ...details: readonly string[]): Finding {
  return { word: 'limited', reason, details };
}

export function works(...details: readonly string[]): Finding {
  return { word: 'works', details };
}

/** Decodes every frame of both clips, and one of the kind that iPhones film. */
export const decodeStep =
  (clips: ReturnType<typeof codedClips>): StepRun =>
  async ({ signal }) => {
    const coded = await clips(signal).catch(() => null);
    if (!coded) return fails('not-loaded');
    for (const side of SIDES) {
      const problem = await decodedWrong(coded.files[side], side, signal);
      if (problem) return problem;
    }
    const canDecode = await openDecodable(coded.hevc).catch(() => null);
    canDecode?.close();
    if (canDecode || (await showsHevc(coded.hevc))) return works('180 frames');
    return limited('no-hevc', '180 frames');
  };

async function decodedWrong(file: Blob, side: Side, signal: AbortSignal): Promise<Finding | null> {
  const { clip } = await readClip(file);
  const frameTimes = CODED_TIMES[side];
  if (!clip) return fails('not-loaded', `${side}: no frame table`);
  if (clip.widthPx !== 480 || clip.heightPx !== 640) return fails('turned', `${clip.widthPx}×${clip.heightPx}`);
  const isTimed = frameTimes.every((time, frame) => Math.abs(time - (clip.frameTimes[frame] ?? -1)) < SAME_TIME);
  if (!isTimed || clip.frameTimes.length !== frameTimes.length)
    return fails('wrong-times', `${side}: ${clip.frameTimes.length} frames`);
  const read = numberReader();
  const readAll = async () => {
    const pictures = await openClipPictures({ file, frameTimes: clip.frameTimes }, 0, frameTimes.length - 1);
    try {
      for (const frame of frameTimes.keys()) {
        signal.throwIfAborted();
        const sample = await pictures.picture(frame);
        const number = read((context, widthPx, heightPx) => sample.draw(context, 0, 0, widthPx, heightPx));
        sample.close();
        if (number !== frame)
          return fails(number === null ? 'turned' : 'wrong-frames', `${side}: ${number} instead of ${frame}`);
      }
      return null;
    } finally {
      await pictures.close();
    }
  };
  try {
    return await withOtherCodecs(readAll);
  } catch (error) {
    const problem = error instanceof RenderError ? error.problem : null;
    return fails(problem === 'wrong-frames' ? 'wrong-frames' : 'no-decoder', `${side}: ${error}`);
  }
}

/** A picture that does not come soon counts as none. */
const HEVC_MS = 2500;

async function showsHevc(file: Blob): Promise<boolean> {
  const src = URL.createObjectURL(file);
  try {
    return (
      (await inTime(
        showsPicture(src, () => hasDecoderFor(file)),
        HEVC_MS,
      )) === 'yes'
    );
  } catch {
    return false;
  } finally {
    URL.revokeObjectURL(src);
  }
}

/** How the player is moved, in frames. */
const MOVES = [1, 1, 1, -1, 4, 10, -3, 1, 20, -1, -12, 1] as const;

/** Steps through the visitor's clip with the player that marks positions. */
export const steppingStep =
  (clips: ReturnType<typeof codedClips>): StepRun =>
  async (room) => {
    const { files } = await clips(room.signal);
    const { clip } = await readClip(files.user);
    const player = createFramePlayer();
    const canvas = document.createElement('canvas');
    const { video, close } = showing(files.user, room);
    const detach = [player.attach(video), player.attachOverlay(canvas)];
    const read = numberReader();
    const wrong: string[] = [];
    try {
      player.setClip(clip);
      if (!(await isShown(player, room.signal))) return fails('cannot-show', player.getState().status);
      let at = 0;
      await player.seekTo(0);
      for (const frames of MOVES) {
        room.signal.throwIfAborted();
        at += frames;
        player.moveFrames(frames);
        const said = frameIndexAt(CODED_TIMES.user, await player.settledTime());
        const seen = elementNumber(read, canvas.hidden ? video : canvas);
        if (said !== at || seen !== at) wrong.push(`${seen}, said ${said}, instead of ${at}`);
      }
      if (wrong.length > 0) return fails('wrong-step', ...wrong);
      return works(`${MOVES.length} steps${canvas.hidden ? ', shown by the video element' : ''}`);
    } finally {
      player.setClip(null);
      for (const end of detach) end();
      close();
    }
  };

/** A video on the check's screen. */
function showing(file: Blob, { screen }: CheckRoom) {
  const video = document.createElement('video');
  const src = URL.createObjectURL(file);
  Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src });
  screen.append(video);
  const close = () => {
    unloadMedia(video);
    video.remove();
    URL.revokeObjectURL(src);
  };
  return { video, close };
}

/** Resolves when a player's video has a picture: false when it never will. */
function isShown(player: ReturnType<typeof createFramePlayer>, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const { status } = player.getState();
      if (status === 'loading') return;
      stop();
      resolve(status === 'ready');
    };
    const stop = player.subscribe(look);
    signal.addEventListener('abort', () => {
      stop();
      reject(signal.reason);
    });
    look();
  });
}

/** Pictures farther apart than this, in seconds, are not the same moment: two frames, and one by which whole frames differ. */
const TOGETHER = 3 / 30;
/** The share of the time in which both must be together: a busy phone may start late. */
const MOST_OF_THE_TIME = 0.75;
/** So many frames off while paused is a flaw of some engines that the page corrects in its pictures, not in this view. */
const A_LITTLE = 2;

/** The plan of both coded clips. Throws where it is refused, which their marks never are. */
export function codedPlan(clips: Readonly<Record<Side, Clip>>): ComparisonPlan {
  const side = (of: Side) => ({ clip: clips[of], annotations: CODED_CLIPS[of].annotations });
  const planned = planComparison(side('user'), side('pro'), 'strike', AS_FILMED);
  if (!planned.ok) throw new Error(planned.problem);
  return planned.plan;
}

export async function codedClipsRead(files: CodedFiles['files']): Promise<Readonly<Record<Side, Clip>>> {
  const [user, pro] = [(await readClip(files.user)).clip, (await readClip(files.pro)).clip];
  if (!user || !pro) throw new Error('The clips cannot be read');
  return { user, pro };
}

/** Shows and plays both clips as the live comparison does. */
export const syncStep =
  (clips: ReturnType<typeof codedClips>): StepRun =>
  async (room) => {
    const { files } = await clips(room.signal);
    const read = await codedClipsRead(files);
    const plan = codedPlan(read);
    const shown = bySide((side) => showing(files[side], room));
    const pair = new SyncedPair();
    const detach = SIDES.map((side) => pair.attach(side, shown[side].video));
    const numbers = pairNumbers(bySide((side) => shown[side].video));
    try {
      pair.setSwings({
        plan,
        marks: bySide((side) => CODED_CLIPS[side].annotations),
        frameTimes: bySide((side) => read[side].frameTimes),
        frameStep: jointFrameStep(
          plan,
          bySide((side) => read[side].frameRate),
        ),
      });
      if (!(await areShown(pair, room.signal))) return fails('cannot-show', JSON.stringify(pair.getState().statuses));
      const still = await stillErrors(pair, plan, numbers);
      if (still.some((off) => off > A_LITTLE)) return fails('pair-off', `frames off: ${still.join(', ')}`);
      const played = await playAndMeasure(pair, plan, numbers, room.signal);
      if (played.apart.length < FEW) return limited('will-not-play', `${played.apart.length} pictures`);
      const apart = played.apart.toSorted((a, b) => a - b)[Math.floor(played.apart.length * MOST_OF_THE_TIME)] ?? 0;
      const details = `${played.apart.length} pictures, ${Math.round(apart * 1000)} ms apart`;
      if (apart > TOGETHER) return limited('pair-apart', details);
      return still.some((off) => off > 0) ? limited('pair-a-little-off', details) : works(details);
    } finally {
      pair.setPlaying(false);
      for (const end of detach) end();
      for (const side of SIDES) shown[side].close();
    }
  };

function areShown(pair: SyncedPair, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const { statuses, settled } = pair.getState();
      const isBroken = SIDES.some((side) => statuses[side] === 'broken' || statuses[side] === 'no-picture');
      if (!isBroken && !settled) return;
      stop();
      resolve(!isBroken);
    };
    const stop = pair.subscribe(look);
    signal.addEventListener('abort', () => {
      stop();
      reject(signal.reason);
    });
    look();
  });
}

type PairNumbers = () => Readonly<Record<Side, number | null>>;

function pairNumbers(videos: Readonly<Record<Side, HTMLVideoElement>>): PairNumbers {
  const readers = bySide(() => numberReader());
  return () => bySide((side) => elementNumber(readers[side], videos[side]));
}

/** How many frames each side is off at some places, paused. */
async function stillErrors(pair: SyncedPair, plan: ComparisonPlan, numbers: PairNumbers): Promise<readonly number[]> {
  const errors: number[] = [];
  for (const share of [0.5, 0.2, 0.8]) {
    const at = planTime(plan.duration * share);
    await pair.seekTo(at);
    const seen = numbers();
    for (const side of SIDES) {
      const wanted = frameIndexAt(CODED_TIMES[side], shownFrameAt(plan, side, CODED_TIMES[side], at));
      errors.push(Math.abs((seen[side] ?? Number.POSITIVE_INFINITY) - wanted));
    }
  }
  return errors;
}

/** Fewer pictures than this tell nothing. */
const FEW = 5;

/** Plays once from the beginning; how far both sides are apart at each new picture, in seconds. */
async function playAndMeasure(pair: SyncedPair, plan: ComparisonPlan, numbers: PairNumbers, signal: AbortSignal) {
  const apart: number[] = [];
  let last = '';
  pair.setLoop('once');
  await pair.seekTo(0);
  pair.setPlaying(true);
  while (pair.getState().playing && !signal.aborted) {
    await new Promise(requestAnimationFrame);
    const seen = numbers();
    const now = JSON.stringify(seen);
    if (now === last) continue;
    last = now;
    const { at } = pair.getState();
    if (SIDES.some((side) => paneStateAt(plan, side, at) !== 'plays' || seen[side] === null)) continue;
    const [user, pro] = SIDES.map((side) =>
      toPlanTime(plan, side, sourceTime(CODED_TIMES[side][seen[side] ?? 0] ?? 0)),
    );
    apart.push(Math.abs((user ?? 0) - (pro ?? 0)));
  }
  return { apart };
}
