// One run from two clips to the merged video by the server: uploads the user's video, then the custom pro's, then
// merges. Reports each stage through a callback.
import type { MergeRequest } from '#contract/merges.ts';
import { sentBodyTrack } from '#domain/body/stored-body-track.ts';
import { AS_FILMED, type ComparisonChoices, needsOutlines, usesBodies } from '#domain/comparison/comparison-choices.ts';
import type { BodyFacts } from '#domain/comparison/comparison-plan.ts';
import type { SideEvidence } from '#domain/comparison/evidence.ts';
import { bySide, SIDES, type Side } from '#domain/side.ts';
import type { Clip } from '#domain/video/clip.ts';
import type { UploadProgress } from '#domain/video/video-file.ts';
import { sentenceOf } from '#web/api/api-client.ts';
import { callUntilDone, type LongCallOptions, type Waiting } from '#web/api/retry.ts';
import { bodyFacts } from '#web/body/body-facts.ts';
import { type BodyLook, clipBodyOf } from '#web/body/clip-body.ts';
import { modelIsKept } from '#web/body/model/model-access.ts';
import { withFreshUploads } from '#web/clip/known-uploads.ts';
import { UploadError, uploadVideo } from '#web/clip/upload-video.ts';
import { renderOnServer } from '#web/drawing/render-drawings.tsx';
import { drawingsOn } from '#web/drawing/stored-drawings.ts';
import { type BothLettering, bothLettering, sentLettering } from '#web/player/framing/lettering-of.ts';
import type { DeviceResult } from '#web/render/device-results.ts';
import type { RenderProblem } from '#web/render/render-request.ts';
import { mergeFailed } from '#web/ui/toast/messages.ts';
import type { ToastText } from '#web/ui/toast/toast-store.ts';
import { tempoText } from '#web/words/timing-words.ts';
import { words } from '#web/words/words.ts';
import {
  includedEvidence,
  inTurn,
  namesIn,
  pacedChoices,
  type ReadyComparison,
  type ReadySide,
} from './use-comparison.ts';

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
  const clips = await inTurn((side) => clipOf(comparison.sides[side]));
  const evidence = sentEvidence(comparison, clips, bodies);
  const request = { ...requestOf(comparison, paths, bodies), ...sentLettering(written), ...(evidence && { evidence }) };
  const { mergedVideoUrl: undrawn } = await callUntilDone('mergeVideos', { body: request }, { signal, onWaiting });
  const seen = { ...written, bodies: bodies ?? NOTHING_SEEN };
  const mergedVideoUrl = await withDrawings(comparison, undrawn, clips, seen, { signal, onWaiting });
  const isWithoutBodies = isMissing(comparison.choices, bodies);
  return { stage: 'done', mergedVideoUrl, ...(isWithoutBodies && { isWithoutBodies }) };
}

/** The same video with the drawings, if there are any. Stays unchanged when the clips cannot be read here. */
async function withDrawings(
  comparison: ReadyComparison,
  videoUrl: string,
  { user, pro }: Readonly<Record<Side, Clip | null>>,
  seen: BothLettering & { readonly bodies: Bodies },
  options: LongCallOptions,
): Promise<string> {
  if (comparison.drawn.length === 0 || !user || !pro) return videoUrl;
  const { planOf } = await import('./make-on-device.ts');
  const { drawings, surface } = drawingsOn(planOf(comparison, { user, pro }, seen), comparison.drawn);
  return drawings.length === 0 ? videoUrl : renderOnServer(videoUrl, drawings, surface, options);
}

/** The uploads that the server needs for the comparison; it already has a golfer's video. */
export function filesOf({ sides }: ReadyComparison): readonly File[] {
  return SIDES.flatMap((side) => sides[side].video?.file ?? []);
}

type Paths = Readonly<{ user: string; pro: string | null }>;

async function uploadBoth(
  { user, sides }: ReadyComparison,
  signal: AbortSignal,
  tell: (stage: MergeStage) => void,
): Promise<{ paths: Paths; progress: SidesProgress }> {
  const ownPro = sides.pro.video;
  let progress: SidesProgress = ownPro ? { user: null, pro: null } : { user: null };
  let waiting: Waiting | null = null;
  const show = () => tell({ stage: 'uploading', progress, waiting });
  const upload = (side: Side, file: File) =>
    uploadVideo(file, {
      signal,
      onProgress: (sent) => {
        progress = { ...progress, [side]: sent };
        show();
      },
      onWaiting: (reason) => {
        waiting = reason;
        show();
      },
    });
  show();
  const userPath = await upload('user', user.file);
  const proPath = ownPro && (await upload('pro', ownPro.file));
  return { paths: { user: userPath, pro: proPath }, progress };
}

export type Bodies = Readonly<Record<Side, BodyFacts | null>>;

export const NOTHING_SEEN: Bodies = { user: null, pro: null };

/** The bodies of both golfers; null when the choices do not need them. */
export async function seeBodies(
  comparison: ReadyComparison,
  signal: AbortSignal,
  onLook: (side: Side, look: BodyLook) => void,
): Promise<Bodies | null> {
  const { choices, sides } = comparison;
  if (!usesBodies(choices) && !(await comesByItself(comparison))) return null;
  return inTurn((side) => {
    const { source, annotations, slowMotionFactor, bodyUrl } = sides[side];
    return bodyFacts(
      { of: source, source, annotations, slowMotionFactor, storedAt: bodyUrl },
      { wantsOutlines: side === 'pro' && needsOutlines(choices), signal, onLook: (look) => onLook(side, look) },
    );
  });
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
  return { track: sentBodyTrack(facts.track), ...(needsOutline && { outlines: facts.outlines }) };
}

export async function writtenOf(comparison: ReadyComparison): Promise<BothLettering> {
  const { choices, sides } = comparison;
  const names = namesIn(comparison);
  const tempos = await inTurn(async (side) => {
    if (!choices.hasStrip) return null;
    const { annotations, slowMotionFactor, doubts } = sides[side];
    return tempoText({ clip: await clipOf(sides[side]), annotations, slowMotionFactor, doubts });
  });
  return bothLettering(
    bySide((side) => (choices.names.isShown ? names[side] : '')),
    tempos,
  );
}

/** The frames of a side's clip, as the live preview reads them; null when they cannot be read. */
async function clipOf({ video, clip }: ReadySide): Promise<Clip | null> {
  if (!video) return clip;
  // Loads the frame reader, which the live preview also needs.
  const { clipOfFile } = await import('#web/clip/playable-file.ts');
  return clipOfFile(video.file);
}

function requestOf(comparison: ReadyComparison, paths: Paths, bodies: Bodies | null): MergeRequest {
  const { pro, alignment, choices } = comparison;
  const { user: own, pro: other } = bySide((side) => comparison.sides[side].annotations);
  return {
    userVideoPath: paths.user,
    proVideoPath: paths.pro,
    proVideoId: pro.golferId,
    userRestTime: own.restTime,
    userTopTime: own.topTime,
    userStrikeTime: own.strikeTime,
    proRestTime: other.restTime,
    proTopTime: other.topTime,
    proStrikeTime: other.strikeTime,
    alignmentType: alignment,
    choices: {
      ...pacedChoices(comparison),
      // The lettering is sent separately.
      names: { ...AS_FILMED.names, isShown: choices.names.isShown },
    },
    ...(bodies && {
      bodies: { user: seenBody(bodies.user, false), pro: seenBody(bodies.pro, needsOutlines(choices)) },
    }),
  };
}

/** The included evidence for the server; null where the clips cannot be read here, too. */
function sentEvidence(
  comparison: ReadyComparison,
  { user, pro }: Readonly<Record<Side, Clip | null>>,
  bodies: Bodies | null,
): MergeRequest['evidence'] {
  const evidence = user && pro && includedEvidence(comparison, { user, pro }, bodies);
  const sent = ({ at, shapes }: SideEvidence) => ({
    at,
    shapes: shapes.map((shape) => ({ ...shape, points: [...shape.points] })),
  });
  return evidence && { user: evidence.user.map(sent), pro: evidence.pro.map(sent) };
}
