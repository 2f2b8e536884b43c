// The merged video's card in each of its states: working, failed, cancelled, done.
import { Check, CloudUpload, RotateCcw } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { JobStatus } from '#contract/jobs.ts';
import type { Side } from '#domain/comparison/comparison-choices.ts';
import type { Waiting } from '#web/api/retry.ts';
import { jobWords } from '#web/api/use-running-job.ts';
import type { BodyLook } from '#web/body/clip-body.ts';
import { doneShare, progressOf, stepText } from '#web/body/look-words.ts';
import { DownloadAtSpeed } from '#web/features/download/download-at-speed.tsx';
import { DrawingPanel } from '#web/features/drawing/drawing-panel.tsx';
import type { DrawingPlace } from '#web/features/drawing/placed-stroke.ts';
import { MergedDrawing } from '#web/features/drawing/surface/merged-drawing.tsx';
import type { Drawings } from '#web/features/drawing/use-drawing.ts';
import type { RenderHere } from '#web/features/drawing/use-render-drawings.ts';
import { useComparedPlan } from '#web/features/preview/use-compared-plan.ts';
import { StillStrip } from '#web/features/still-strip/still-strip.tsx';
import { inlineText } from '#web/lib/messages.ts';
import { KEPT_HOURS } from '#web/lib/site-settings.ts';
import type { KeptPlace } from '#web/player/controlled/play-place.ts';
import { usePlayer } from '#web/player/engine/use-player.ts';
import type { VideoShape } from '#web/player/engine/video-shape.ts';
import { pictureName, usualNames } from '#web/player/framing/picture-names.ts';
import { MergedPlayer } from '#web/player/view/merged-player.tsx';
import { VideoPreview } from '#web/player/view/video-preview.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { NamedProgress, Progress } from '#web/ui/progress.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { UploadProgress } from '#web/videos/upload/upload-progress.tsx';
import { say, words } from '#web/words/words.ts';
import type { MadeHere, MergeStage, SidesProgress } from './run-merge.ts';
import type { ReadyComparison } from './use-comparison.ts';
import type { ShownStage } from './use-merge-run.ts';

interface PlayerProps {
  drawings: Drawings;
  /** The place in the comparison, shared with the live pair. */
  place: KeptPlace;
  /** Whether the video is in the player; otherwise a picture of it takes its place. */
  isPlayer: boolean;
  onPlay: () => void;
}

interface MergedVideoCardProps extends PlayerProps {
  shown: ShownStage;
  job: JobStatus | null;
  comparison: ReadyComparison | null;
  onRetry: () => void;
  /** Called when the visitor agrees to upload their clips. */
  onUploadInstead: () => void;
  onCancel: () => void;
}

export function MergedVideoCard(props: MergedVideoCardProps) {
  const { shown, job, comparison, drawings, place, isPlayer, onPlay, onRetry, onUploadInstead, onCancel } = props;
  const { stage, shape } = shown;
  if (stage.stage === 'done' && comparison) {
    return (
      <Merged
        key={stage.mergedVideoUrl}
        mergedVideoUrl={stage.mergedVideoUrl}
        shape={shape}
        comparison={comparison}
        isWithoutBodies={stage.isWithoutBodies === true}
        device={stage.device ?? null}
        {...{ drawings, place, isPlayer, onPlay }}
      />
    );
  }
  return (
    <Card heading={words.comparePage.mergedVideo} className="stage">
      {stage.stage === 'on-request' ? (
        <div className="grid justify-items-start gap-3">
          <p className="max-w-prose">{words.mySwings.videoOnRequest}</p>
          <Button onClick={onRetry}>{words.mySwings.makeVideo}</Button>
        </div>
      ) : stage.stage === 'ask-upload' ? (
        <AskUpload stage={stage} onRetry={onRetry} onUpload={onUploadInstead} />
      ) : stage.stage === 'failed' || stage.stage === 'canceled' ? (
        <Ended stage={stage} onRetry={onRetry} />
      ) : (
        <Working stage={stage} job={job} onCancel={onCancel} />
      )}
    </Card>
  );
}

interface WorkingParts {
  readonly progress: SidesProgress;
  readonly waiting: Waiting | null;
}

function partsOf(stage: MergeStage): WorkingParts {
  if (stage.stage === 'uploading' || stage.stage === 'merging') return stage;
  return { progress: stage.stage === 'looking' ? stage.progress : {}, waiting: null };
}

function Working({ stage, job, onCancel }: { stage: MergeStage; job: JobStatus | null; onCancel: () => void }) {
  const { progress, waiting } = partsOf(stage);
  return (
    <div className="viewfinder grid min-h-72 content-center gap-6 rounded-md px-6 py-10 sm:px-12">
      <p role="status" className="flex items-center gap-3 text-lg font-bold">
        <Spinner /> {words.comparePage.creating}
        <span className="sr-only">
          {stage.stage === 'uploading' ? words.comparePage.uploading : words.comparePage.merging}
        </span>
      </p>
      {progress.user !== undefined && (
        <UploadProgress label={words.comparePage.uploads.user} progress={progress.user} />
      )}
      {progress.pro !== undefined && <UploadProgress label={words.comparePage.uploads.pro} progress={progress.pro} />}
      {stage.stage === 'merging' ? (
        <NamedProgress
          name={words.merge.creating}
          standing={job ? jobWords(job, 'comparison') : words.queue.starting}
          label={words.merge.merging}
          percent={job?.percent ?? 0}
        />
      ) : stage.stage === 'looking' ? (
        <Looking side={stage.side} look={stage.look} />
      ) : stage.stage === 'making' ? (
        <Making frames={stage.frames} ofFrames={stage.ofFrames} />
      ) : (
        <p>{words.merge.creating}</p>
      )}
      <p role="status" className="min-h-6 font-semibold text-flag-ink empty:hidden">
        {waiting && words.waiting[waiting]}
      </p>
      <Button variant="secondary" className="justify-self-start" onClick={onCancel}>
        {words.actions.cancel}
      </Button>
    </div>
  );
}

/** The number of merged frames made on this device. */
function Making({ frames, ofFrames }: { frames: number; ofFrames: number }) {
  const percent = ofFrames === 0 ? 0 : Math.floor((100 * frames) / ofFrames);
  return (
    <div className="grid gap-1.5">
      <NamedProgress
        name={words.merge.creating}
        standing={ofFrames === 0 ? words.render.starting : say(words.render.frames, { frames, ofFrames, percent })}
        label={words.render.making}
        percent={percent}
      />
      <p className="text-ink-soft">{words.render.here}</p>
    </div>
  );
}

interface AskUploadProps {
  stage: Extract<MergeStage, { stage: 'ask-upload' }>;
  onRetry: () => void;
  onUpload: () => void;
}

/** Why the video cannot be made on this device, and the question whether to upload the clips. */
function AskUpload({ stage, onRetry, onUpload }: AskUploadProps) {
  const size = Math.max(0.1, stage.uploadBytes / 1_000_000).toFixed(1);
  return (
    <div className="viewfinder grid min-h-72 content-center justify-items-start gap-5 rounded-md px-6 py-10 sm:px-12">
      <div role="alert" className="grid max-w-prose gap-3">
        <p className="text-lg font-semibold">{words.render.problems[stage.problem]}</p>
        <p>{say(words.render.askUpload, { size, hours: KEPT_HOURS })}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onUpload}>
          <CloudUpload className="size-5" />
          {words.render.upload}
        </Button>
        <Button variant="secondary" onClick={onRetry}>
          <RotateCcw className="size-5" />
          {words.render.tryHereAgain}
        </Button>
      </div>
    </div>
  );
}

/** The progress of the search for a golfer, in numbers. */
function Looking({ side, look }: { side: Side; look: BodyLook }) {
  return (
    <div className="grid gap-2">
      <p className="figures">
        {say(words.body.ofSide, { side: words.body.sidesOfMerge[side], sentence: stepText(progressOf(look)) })}
      </p>
      <Progress label={words.body.search} percent={Math.round(100 * doneShare(progressOf(look)))} />
    </div>
  );
}

interface EndedProps {
  stage: Extract<MergeStage, { stage: 'failed' | 'canceled' }>;
  onRetry: () => void;
}

function Ended({ stage, onRetry }: EndedProps) {
  return (
    <div className="viewfinder grid min-h-72 content-center justify-items-start gap-5 rounded-md px-6 py-10 sm:px-12">
      <p className="max-w-prose text-lg font-semibold [overflow-wrap:anywhere]">
        {stage.stage === 'failed' ? inlineText(stage.toast) : words.merge.canceled}
      </p>
      <Button onClick={onRetry}>
        <RotateCcw className="size-5" />
        {stage.stage === 'failed' ? words.actions.tryAgain : words.actions.startAgain}
      </Button>
    </div>
  );
}

interface MergedProps extends PlayerProps {
  mergedVideoUrl: string;
  shape: VideoShape | null;
  comparison: ReadyComparison;
  isWithoutBodies: boolean;
  /** Null for a video made by the server. */
  device: MadeHere | null;
}

/** The video, and the actions below it. */
function Merged(props: MergedProps) {
  const { mergedVideoUrl, shape, comparison, isWithoutBodies, device, drawings, place, isPlayer, onPlay } = props;
  const player = usePlayer();
  const { user, pro, alignment, choices, golferName } = comparison;
  const plan = useComparedPlan({ user, pro }, alignment, choices);
  const names = { user: words.swing.you, pro: golferName ?? words.swing.yourPro };
  // The address of a video made here changes with a reload.
  const renderHere: RenderHere | null = device && ((...asked) => renderDrawn(comparison, device.result, ...asked));
  const video = device?.result.key ?? mergedVideoUrl;
  const devicePlan = device?.result.plan ?? null;
  const drawingPlace = useMemo((): DrawingPlace => ({ plan: devicePlan, video }), [devicePlan, video]);
  const [watched, watch] = useState<string | null>(null);
  const isDrawing = drawings.view === 'merged' && watched === null;
  return (
    // While drawing, the tools are beside the picture if the screen is wide enough.
    <div
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)] gap-5',
        isDrawing && 'lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start',
      )}
    >
      {isPlayer ? (
        <MergedPlayer
          key={watched ?? mergedVideoUrl}
          src={watched ?? mergedVideoUrl}
          label={watched === null ? words.comparePage.mergedComparison : words.drawing.renderedVideo}
          shape={shape}
          comparison={plan && { plan, names }}
          place={place}
          mayPlay
          {...(watched === null && {
            player,
            overlay: <MergedDrawing player={player} drawings={drawings} place={drawingPlace} />,
          })}
        />
      ) : (
        <VideoPreview
          src={mergedVideoUrl}
          label={words.comparePage.mergedComparison}
          shape={shape}
          place={place}
          meetAt={plan?.meetAt ?? null}
          onPlay={onPlay}
        />
      )}
      <Card
        heading={words.comparePage.mergedVideo}
        className={classNames('stage', isDrawing && 'order-3 lg:col-span-2')}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <p className="flex items-start gap-2 font-semibold text-faster">
            <Check className="mt-0.5 size-5 shrink-0" />
            {comparison.alignment === 'all'
              ? words.comparePage.mergedMatched
              : say(words.comparePage.merged, { alignment: words.swing.positionsInText[comparison.alignment] })}
          </p>
          <WhereMade device={device} />
          {isWithoutBodies && <p role="status">{words.body.leftOut}</p>}
          <div className="flex flex-wrap items-center justify-between gap-4">
            <p className="text-sm text-ink-soft">
              {words.comparePage.loopTip} {words.comparePage.loopButtonTip}
            </p>
            <DownloadAtSpeed mergedVideoUrl={mergedVideoUrl} golferName={comparison.golferName} />
          </div>
          <StillStrip user={comparison.user} pro={comparison.pro} choices={comparison.choices} />
        </div>
      </Card>
      <DrawingPanel
        player={player}
        drawings={drawings}
        place={drawingPlace}
        names={namesIn(comparison)}
        mergedVideoUrl={mergedVideoUrl}
        shape={shape}
        golferName={comparison.golferName}
        isNarrow={isDrawing}
        renderHere={renderHere}
        watched={watched}
        onWatch={(videoUrl) => {
          watch(videoUrl);
          if (videoUrl === null) return;
          drawings.setView(null);
          onPlay();
        }}
      />
    </div>
  );
}

/** The names of both sides on the pictures. */
function namesIn({ choices, golferName }: ReadyComparison): Readonly<Record<Side, string>> {
  const usual = usualNames(golferName);
  return { user: pictureName(choices.names, 'user', usual), pro: pictureName(choices.names, 'pro', usual) };
}

/** Renders drawings into a video made on this device. The renderer is loaded on demand. */
async function renderDrawn(
  comparison: ReadyComparison,
  result: MadeHere['result'],
  ...asked: Parameters<RenderHere>
): Promise<string> {
  const { drawOnDevice } = await import('./make-on-device.ts');
  return URL.createObjectURL(await drawOnDevice(comparison, result, ...asked));
}

/** Where the video was made, and whether any part of the clips was uploaded for it. */
function WhereMade({ device }: { device: MadeHere | null }) {
  if (!device) return <p className="text-sm text-ink-soft">{words.render.madeOnServer}</p>;
  return (
    <>
      <p className="text-sm text-ink-soft">{device.isUnsent ? words.render.madeHereUnsent : words.render.madeHere}</p>
      {!device.isKept && (
        <p role="status" className="font-semibold text-flag-ink">
          {words.render.notKept}
        </p>
      )}
    </>
  );
}
