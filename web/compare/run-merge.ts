// One run from two clips to the merged video by the server: uploads the user's video, then the custom pro's, then
// merges. Reports each stage through a callback.
import type { MergeRequest } from '#contract/merges.ts';
import { sentBodyTrack } from '#domain/body/stored-body-track.ts';
import { AS_FILMED, needsOutlines } from '#domain/comparison/comparison-choices.ts';
import type { BodyFacts } from '#domain/comparison/comparison-plan.ts';
import type { SideEvidence } from '#domain/comparison/evidence.ts';
import { bySide, SIDES, type Side } from '#domain/side.ts';
import type { Clip } from '#domain/video/clip.ts';
import { sentenceOf } from '#web/api/api-client.ts';
import { callUntilDone, type LongCallOptions, type Waiting } from '#web/api/retry.ts';
import { withFreshUploads } from '#web/clip/known-uploads.ts';
import { UploadError, uploadVideo } from '#web/clip/upload-video.ts';
import { renderOnServer } from '#web/drawing/render-drawings.tsx';
import { drawingsOn } from '#web/drawing/stored-drawings.ts';
import { type BothLettering, sentLettering } from '#web/player/framing/lettering-of.ts';
import { mergeFailed } from '#web/ui/toast/messages.ts';
import { words } from '#web/words/words.ts';
import type { MergeStage, SidesProgress } from './merge-stage.ts';
import { includedEvidence, inTurn, pacedChoices, type ReadyComparison } from './use-comparison.ts';
import { type Bodies, clipOf, isMissing, NOTHING_SEEN, seeBodies, writtenOf } from './video-contents.ts';

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

function seenBody(facts: BodyFacts | null, needsOutline: boolean) {
  if (!facts) return null;
  return { track: sentBodyTrack(facts.track), ...(needsOutline && { outlines: facts.outlines }) };
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
