// One run from two clips to the merged video by the server: uploads the user's video, then the custom pro's, then
// merges. Reports each stage through a callback.
import type { MergeRequest } from '#contract/merges.ts';
import { storedBodyTrack } from '#domain/body/stored-body-track.ts';
import {
  AS_FILMED,
  type ComparisonChoices,
  needsOutlines,
  type Side,
  usesBodies,
  withSlowMotion,
} from '#domain/comparison/comparison-choices.ts';
import type { BodyFacts } from '#domain/comparison/comparison-plan.ts';
import { doubtsOf, type TakenMoments } from '#domain/moments/taken-moments.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import type { UploadProgress } from '#domain/video/chunking.ts';
import type { Clip } from '#domain/video/clip.ts';
import { sentenceOf } from '#web/api/api-client.ts';
import { callUntilDone, type LongCallOptions, type Waiting } from '#web/api/retry.ts';
import { bodyFacts } from '#web/body/body-facts.ts';
import { type BodyLook, clipBodyOf } from '#web/body/clip-body.ts';
import { modelIsKept } from '#web/body/model/model-files.ts';
import { renderOnServer } from '#web/features/drawing/render-drawings.tsx';
import { drawingsOn } from '#web/features/drawing/stored-drawings.ts';
import { mergeFailed } from '#web/lib/messages.ts';
import { type BothLettering, bothLettering, sentLettering } from '#web/player/framing/lettering-of.ts';
import { pictureName, usualNames } from '#web/player/framing/picture-names.ts';
import type { DeviceResult } from '#web/render/device-results.ts';
import type { RenderProblem } from '#web/render/render-request.ts';
import { tempoText } from '#web/swing/tempo-words.ts';
import type { ToastText } from '#web/ui/toast/toast-store.ts';
import { withFreshUploads } from '#web/videos/upload/known-uploads.ts';
import { UploadError, uploadVideo } from '#web/videos/upload/upload-video.ts';
import { words } from '#web/words/words.ts';
import { sentEvidence } from './included-evidence.ts';
import type { ReadyComparison } from './use-comparison.ts';

/** Null for a video that is waiting for its turn; no entry for one that is not uploaded. */
export type SidesProgress = Readonly<Partial<Record<Side, UploadProgress | null>>>;

export interface MadeHere {
  readonly result: DeviceResult;
  /** Whether it survives a reload. */
  readonly isKept: boolean;
  /** Whether no part of the clips was ever uploaded, as far as this tab knows. */
  readonly isUnsent: boolean;
}

export type MergeStage =
  /** The video is made on request. */
  | { readonly stage: 'on-request' }
  | { readonly stage: 'preparing' }
  | { readonly stage: 'uploading' | 'merging'; readonly progress: SidesProgress; readonly waiting: Waiting | null }
  /** The videos are uploaded; the golfer in this side's clip is still being tracked. */
  | { readonly stage: 'looking'; readonly progress: SidesProgress; readonly side: Side; readonly look: BodyLook }
  /** Being made on this device. Both numbers are 0 until the first frame. */
  | { readonly stage: 'making'; readonly frames: number; readonly ofFrames: number }
  /** It cannot be made on this device; the visitor is asked whether to upload their clips. */
  | { readonly stage: 'ask-upload'; readonly problem: RenderProblem; readonly uploadBytes: number }
  /** `isWithoutBodies`: choices that need an undetected body are omitted. */
  | {
      readonly stage: 'done';
      readonly mergedVideoUrl: string;
      readonly isWithoutBodies?: true;
      readonly device?: MadeHere;
    }
  | { readonly stage: 'failed'; readonly toast: ToastText }
  | { readonly stage: 'canceled' };

/** Runs once and reports each stage; ends with `done` or `failed`. Reports nothing after the signal is aborted. */
export async function runMerge(
  comparison: ReadyComparison,
  signal: AbortSignal,
  report: (stage: MergeStage) => void,
): Promise<void> {
  const tell = (stage: MergeStage) => !signal.aborted && report(stage);
  try {
    tell(await withFreshUploads(filesOf(comparison), () => uploadAndMerge(comparison, signal, tell)));
  } catch (error) {
    const isUpload = error instanceof UploadError;
    tell({ stage: 'failed', toast: isUpload ? error.toast : mergeFailed(sentenceOf(error, words.merge.failed)) });
  }
}

async function uploadAndMerge(
  comparison: ReadyComparison,
  signal: AbortSignal,
  tell: (stage: MergeStage) => void,
): Promise<MergeStage> {
  let uploaded: SidesProgress | null = null;
  // Track the golfers during the uploads. Report it once nothing else is being waited for.
  const seeing = seeBodies(comparison, signal, (side, look) => {
    if (uploaded) tell({ stage: 'looking', progress: uploaded, side, look });
  });
  // Awaited below, unless an upload fails first.
  seeing.catch(() => undefined);
  const { paths, progress } = await uploadBoth(comparison, signal, tell);
  uploaded = progress;
  const bodies = await seeing;
  const onWaiting = (waiting: Waiting | null) => tell({ stage: 'merging', progress, waiting });
  onWaiting(null);
  const written = await writtenOf(comparison);
  const clips = { user: await clipOf(comparison, 'user'), pro: await clipOf(comparison, 'pro') };
  const evidence = sentEvidence(comparison, clips, bodies);
  const request = { ...requestOf(comparison, paths, bodies), ...sentLettering(written), ...(evidence && { evidence }) };
  const { mergedVideoUrl: undrawn } = await callUntilDone('mergeVideos', { body: request }, { signal, onWaiting });
  const mergedVideoUrl = await withDrawings(comparison, undrawn, { bodies, written }, { signal, onWaiting });
  const isWithoutBodies = isMissing(comparison.choices, bodies);
  return { stage: 'done', mergedVideoUrl, ...(isWithoutBodies && { isWithoutBodies }) };
}

/** The same video with the drawings, if there are any. Stays unchanged when the clips cannot be read here. */
async function withDrawings(
  comparison: ReadyComparison,
  videoUrl: string,
  { bodies, written }: { bodies: Bodies | null; written: BothLettering },
  { signal, onWaiting }: LongCallOptions,
): Promise<string> {
  if (comparison.drawn.length === 0) return videoUrl;
  const [user, pro] = [await clipOf(comparison, 'user'), await clipOf(comparison, 'pro')];
  if (!user || !pro) return videoUrl;
  const { planOf } = await import('./make-on-device.ts');
  const seen = { ...written, bodies: bodies ?? { user: null, pro: null } };
  const { drawings, surface } = drawingsOn(planOf(comparison, { user, pro }, seen), comparison.drawn);
  if (drawings.length === 0) return videoUrl;
  return renderOnServer(videoUrl, drawings, surface, { signal, onWaiting });
}

/** The uploads that the server needs for the comparison; it already has a golfer's video. */
export function filesOf({ user, pro }: ReadyComparison): readonly File[] {
  return pro.golferId === null ? [user.file, pro.video.file] : [user.file];
}

type Paths = Readonly<{ user: string; pro: string | null }>;

async function uploadBoth(
  { user, pro }: ReadyComparison,
  signal: AbortSignal,
  tell: (stage: MergeStage) => void,
): Promise<{ paths: Paths; progress: SidesProgress }> {
  let progress: SidesProgress = pro.golferId === null ? { user: null, pro: null } : { user: null };
  let waiting: Waiting | null = null;
  const upload = (side: Side, file: File) =>
    uploadVideo(file, {
      signal,
      onProgress: (sent) => {
        progress = { ...progress, [side]: sent };
        tell({ stage: 'uploading', progress, waiting });
      },
      onWaiting: (reason) => {
        waiting = reason;
        tell({ stage: 'uploading', progress, waiting });
      },
    });
  tell({ stage: 'uploading', progress, waiting });
  const userPath = await upload('user', user.file);
  const proPath = pro.golferId === null ? await upload('pro', pro.video.file) : null;
  return { paths: { user: userPath, pro: proPath }, progress };
}

export type Bodies = Readonly<Record<Side, BodyFacts | null>>;

/** The bodies of both golfers; null when the choices do not need them. */
export async function seeBodies(
  comparison: ReadyComparison,
  signal: AbortSignal,
  onLook: (side: Side, look: BodyLook) => void,
): Promise<Bodies | null> {
  const { choices, user, pro, proAnnotations, slowMotionFactors, golferVideoUrl, golferBodyUrl } = comparison;
  if (!usesBodies(choices) && !(await comesByItself(comparison))) return null;
  const see = (side: Side, of: File | string, annotations: SwingAnnotations, wantsOutlines: boolean) =>
    bodyFacts(
      {
        of,
        source: of,
        annotations,
        slowMotionFactor: slowMotionFactors[side],
        storedAt: side === 'pro' ? golferBodyUrl : null,
      },
      { wantsOutlines, signal, onLook: (look) => onLook(side, look) },
    );
  const proSource = pro.golferId === null ? pro.video.file : golferVideoUrl;
  return {
    user: await see('user', user.file, user.annotations, false),
    pro: proSource === null ? null : await see('pro', proSource, proAnnotations, needsOutlines(choices)),
  };
}

/** Whether to frame the golfers as in the live preview: only if tracked already, or trackable without a download. */
async function comesByItself({ choices, user }: ReadyComparison): Promise<boolean> {
  if (choices.framing === 'full') return false;
  return clipBodyOf(user.file).getState().facts !== null || (await modelIsKept());
}

/** Whether a choice needs a body that was not detected. A ghost of whole pictures does not. */
export function isMissing(choices: ComparisonChoices, bodies: Bodies | null): boolean {
  if (!bodies) return false;
  const lacksLines = (choices.hasBodyLines || choices.hasEvidence) && !(bodies.user && bodies.pro);
  return lacksLines || (needsOutlines(choices) && !bodies.pro?.outlines);
}

function seenBody(facts: BodyFacts | null, needsOutline: boolean) {
  if (!facts) return null;
  return { track: storedBodyTrack(facts.track), ...(needsOutline && { outlines: facts.outlines }) };
}

/** The lettering of names and tempos, if they are shown. */
export async function writtenOf(comparison: ReadyComparison): Promise<BothLettering> {
  const { choices, golferName, slowMotionFactors, user, pro, proAnnotations } = comparison;
  const usual = usualNames(golferName);
  const called = (side: Side) => (choices.names.isShown ? pictureName(choices.names, side, usual) : '');
  const tempoOf = async (side: Side, annotations: SwingAnnotations, taken: TakenMoments | undefined) => {
    if (!choices.hasStrip) return null;
    const clip = await clipOf(comparison, side);
    const doubts = taken ? doubtsOf(annotations, taken) : {};
    return tempoText({ clip, annotations, slowMotionFactor: slowMotionFactors[side], doubts });
  };
  return bothLettering(
    { user: called('user'), pro: called('pro') },
    {
      user: await tempoOf('user', user.annotations, user.taken),
      pro: await tempoOf('pro', proAnnotations, pro.golferId === null ? pro.video.taken : undefined),
    },
  );
}

/** The frames of a side's clip, as the live preview reads them; null when they cannot be read. */
async function clipOf({ user, pro, golferClip }: ReadyComparison, side: Side): Promise<Clip | null> {
  if (side === 'pro' && pro.golferId !== null) return golferClip;
  const file = side === 'pro' && pro.golferId === null ? pro.video.file : user.file;
  // Loads the frame reader, which the live preview also needs.
  const { clipOfFile } = await import('#web/videos/playable-file.ts');
  return clipOfFile(file);
}

function requestOf(comparison: ReadyComparison, paths: Paths, bodies: Bodies | null): MergeRequest {
  const { user, pro, proAnnotations, alignment, choices } = comparison;
  return {
    userVideoPath: paths.user,
    proVideoPath: paths.pro,
    proVideoId: pro.golferId,
    userRestTime: user.annotations.restTime,
    userTopTime: user.annotations.topTime,
    userStrikeTime: user.annotations.strikeTime,
    proRestTime: proAnnotations.restTime,
    proTopTime: proAnnotations.topTime,
    proStrikeTime: proAnnotations.strikeTime,
    alignmentType: alignment,
    choices: {
      ...withSlowMotion(choices, comparison.slowMotionFactors),
      // The lettering is sent separately.
      names: { ...AS_FILMED.names, isShown: choices.names.isShown },
    },
    ...(bodies && {
      bodies: { user: seenBody(bodies.user, false), pro: seenBody(bodies.pro, needsOutlines(choices)) },
    }),
  };
}
