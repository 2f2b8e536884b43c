// One run from two clips to the merged video, once the comparison is ready or on request: made on this device if
// possible, otherwise by the server once the visitor agrees to upload their clips. Cancels and retries it.

import { useEffect, useRef, useState } from 'react';
import { usesBodies } from '#domain/comparison/comparison-choices.ts';
import { RENDERING } from '#domain/rendering/rendering-versions.ts';
import { bySide, SIDES } from '#domain/side.ts';
import { sentenceOf } from '#web/api/api-client.ts';
import { cancelJob, useRunningJob } from '#web/api/use-running-job.ts';
import { clipBodyOf } from '#web/body/clip-body.ts';
import { readAgreedUploads, writeAgreedUploads } from '#web/clip/comparison-session.ts';
import { knownUpload, wasSent } from '#web/clip/known-uploads.ts';
import { abandonUpload } from '#web/clip/upload-video.ts';
import { isThenAndNow } from '#web/kept/then-and-now.ts';
import { MAKE_VIDEOS_ON, type MakeVideosOn } from '#web/lib/site-settings.ts';
import { readVideoShape, type VideoShape } from '#web/player/engine/video-shape.ts';
import { addressOf, type DeviceResult, findResult } from '#web/render/device-results.ts';
import { hasCodecs } from '#web/render/has-codecs.ts';
import { renderProblemText } from '#web/render/problem-words.ts';
import { RenderError } from '#web/render/render-request.ts';
import { mergeFailed, TOASTS } from '#web/ui/toast/messages.ts';
import { toast } from '#web/ui/toast/toast-store.ts';
import { words } from '#web/words/words.ts';
import { beginMaking } from './making-mark.ts';
import type { MergeStage, SidesProgress } from './merge-stage.ts';
import { filesOf, runMerge } from './run-merge.ts';
import type { ReadyComparison } from './use-comparison.ts';
import { isMissing, NOTHING_SEEN, seeBodies, writtenOf } from './video-contents.ts';

const ON_REQUEST: MergeStage = { stage: 'on-request' };

export type MergeRun = ReturnType<typeof useMergeRun>;

export function useMergeRun(comparison: ReadyComparison | null, makeOn: MakeVideosOn = MAKE_VIDEOS_ON) {
  const [runStage, setStage] = useState<MergeStage>({ stage: 'preparing' });
  const [round, setRound] = useState(0);
  const running = useRef<AbortController>(undefined);
  const job = useRunningJob('merge', runStage.stage === 'merging');

  // Two of the visitor's own swings are watched first: making the video at the same time would slow down playback.
  const isOnRequest = comparison !== null && isThenAndNow(comparison.choices) && round === 0;
  const stage = isOnRequest ? ON_REQUEST : runStage;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` starts the next run
  useEffect(() => {
    if (!comparison || isOnRequest) return;
    const controller = new AbortController();
    running.current = controller;
    // Starts in the next task, because React's strict mode mounts twice and only the second mount may start the run.
    queueMicrotask(() => {
      if (controller.signal.aborted) return;
      const report = (next: MergeStage) => {
        setStage(next);
        if (next.stage === 'done') toast(TOASTS.merged);
        if (next.stage === 'failed') toast(next.toast);
      };
      void runComparison(comparison, { makeOn, signal: controller.signal, report });
    });
    return () => controller.abort();
  }, [comparison, isOnRequest, round, makeOn]);

  function retry() {
    setStage({ stage: 'preparing' });
    setRound((count) => count + 1);
  }

  /** Records the visitor's agreement to upload their clips, and lets the server make the video. */
  function uploadInstead() {
    if (comparison) agreeToUpload(comparison);
    retry();
  }

  /** Cancels the run and deletes partial uploads and results on the server. */
  function cancel() {
    running.current?.abort();
    if (job) void cancelJob(job);
    if (stage.stage === 'uploading' && comparison) void abandonUnfinished(stage.progress, comparison);
    setStage({ stage: 'canceled' });
  }

  return { stage, job, retry, uploadInstead, cancel };
}

async function abandonUnfinished(progress: SidesProgress, { sides }: ReadyComparison): Promise<void> {
  for (const side of SIDES) {
    const [sent, { video }] = [progress[side], sides[side]];
    if (video && sent && sent.percent < 100) await abandonUpload(video.file);
  }
}

export interface ShownStage {
  readonly stage: MergeStage;
  /** The aspect ratio of the merged video; null while unknown or without one. */
  readonly shape: VideoShape | null;
}

export function useShownStage(stage: MergeStage): ShownStage {
  const [shown, setShown] = useState<ShownStage>({ stage, shape: null });
  useEffect(() => {
    if (stage.stage !== 'done') {
      setShown({ stage, shape: null });
      return;
    }
    const left = new AbortController();
    void readVideoShape(stage.mergedVideoUrl, left.signal).then(
      (shape) => !left.signal.aborted && setShown({ stage, shape }),
    );
    return () => left.abort();
  }, [stage]);
  return shown;
}

interface RunOptions {
  readonly makeOn: MakeVideosOn;
  readonly signal: AbortSignal;
  readonly report: (stage: MergeStage) => void;
}

/** Runs once and reports each stage; ends with `done`, `failed` or `ask-upload`. Reports nothing once aborted. */
async function runComparison(comparison: ReadyComparison, { makeOn, signal, report }: RunOptions): Promise<void> {
  if (makeOn === 'server') return runMerge(comparison, signal, report);
  const tell = (stage: MergeStage) => !signal.aborted && report(stage);
  const last = await makeHere(comparison, makeOn, signal, tell).catch(
    (error: unknown): MergeStage => ({
      stage: 'failed',
      toast: mergeFailed(isRefusal(error) ? error.message : sentenceOf(error, words.merge.failed)),
    }),
  );
  if (last) tell(last);
  else await runMerge(comparison, signal, report);
}

/** Records the agreement to upload a comparison's clips, for the life of the tab. */
function agreeToUpload(comparison: ReadyComparison): void {
  writeAgreedUploads([...new Set([...readAgreedUploads(), ...clipIdsOf(comparison)])]);
}

function clipIdsOf({ sides }: ReadyComparison): readonly string[] {
  return SIDES.flatMap((side) => sides[side].video?.clipId ?? []);
}

/** The result of making the video on this device, or null when the server has to make it. */
async function makeHere(
  comparison: ReadyComparison,
  makeOn: 'both' | 'device',
  signal: AbortSignal,
  tell: (stage: MergeStage) => void,
): Promise<MergeStage | null> {
  const key = keyOf(comparison);
  const kept = await findResult(key);
  // Results made before the golfers were tracked are made again.
  if (kept && (kept.hasBodies || !knowsBodies(comparison))) return doneHere(comparison, kept, true);
  const agreed = readAgreedUploads();
  if (makeOn === 'both' && clipIdsOf(comparison).every((id) => agreed.includes(id))) return null;
  let endMaking = () => {};
  try {
    if (!hasCodecs()) throw new RenderError('no-codecs', 'No WebCodecs');
    endMaking = beginMaking(key);
    tell({ stage: 'making', frames: 0, ofFrames: 0 });
    const bodies = await seeBodies(comparison, signal, (side, look) =>
      tell({ stage: 'looking', progress: {}, side, look }),
    );
    const written = await writtenOf(comparison);
    const { makeOnDevice } = await import('./make-on-device.ts');
    const isWithoutBodies = isMissing(comparison.choices, bodies);
    const seen = { ...written, key, bodies: bodies ?? NOTHING_SEEN, isWithoutBodies };
    const { result, isKept } = await makeOnDevice(comparison, seen, {
      signal,
      onFrames: (frames, ofFrames) => tell({ stage: 'making', frames, ofFrames }),
    });
    return await doneHere(comparison, result, isKept);
  } catch (error) {
    signal.throwIfAborted();
    if (isRefusal(error)) throw error;
    const problem = error instanceof RenderError ? error.problem : 'failed';
    if (makeOn === 'device') return { stage: 'failed', toast: mergeFailed(renderProblemText(problem)) };
    const files = filesOf(comparison);
    const known = await Promise.all(files.map(knownUpload));
    // Clips that the server already has are not uploaded again.
    if (known.every((upload) => upload !== null)) return null;
    const uploadBytes = files.reduce((sum, { size }, index) => sum + (known[index] ? 0 : size), 0);
    return { stage: 'ask-upload', problem, uploadBytes };
  } finally {
    endMaking();
  }
}

/** Whether the clips cannot be compared at all. Compares the name, because the class is loaded with the renderer. */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && error.name === 'PlanRefused';
}

async function doneHere(comparison: ReadyComparison, result: DeviceResult, isKept: boolean): Promise<MergeStage> {
  const sent = await Promise.all(filesOf(comparison).map(wasSent));
  const device = { result, isKept, isUnsent: !sent.includes(true) };
  const isWithoutBodies = result.isWithoutBodies;
  return { stage: 'done', mergedVideoUrl: addressOf(result), ...(isWithoutBodies && { isWithoutBodies }), device };
}

/** Whether both golfers were detected since the page was loaded, and the video would differ. */
function knowsBodies({ choices, sides }: ReadyComparison): boolean {
  if (choices.framing === 'full' && !usesBodies(choices)) return false;
  return SIDES.every((side) => clipBodyOf(sides[side].source).getState().facts !== null);
}

/** The parts of a comparison that make a different video when they change. */
function keyOf(comparison: ReadyComparison): string {
  const { user, pro, sides, alignment, choices, golferName } = comparison;
  const proClip = pro.golferId === null ? pro.video.clipId : [pro.golferId, sides.pro.source, golferName];
  const marks = SIDES.map((side) => sides[side].annotations);
  const drawn = comparison.drawn.length > 0 ? [comparison.drawn] : [];
  const chosen = [marks, alignment, choices, bySide((side) => sides[side].slowMotionFactor), ...drawn];
  return JSON.stringify([RENDERING.merge, user.clipId, proClip, ...chosen]);
}
