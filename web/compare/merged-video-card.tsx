// The merged video's card in each of its states: working, failed, cancelled, done.

import { CloudUpload, RotateCcw } from 'lucide-react';
import type { Side } from '#domain/side.ts';
import type { Waiting } from '#web/api/retry.ts';
import { jobWords } from '#web/api/use-running-job.ts';
import type { BodyLook } from '#web/body/clip-body.ts';
import { doneShare, progressOf, stepText } from '#web/body/look-words.ts';
import { KEPT_HOURS } from '#web/lib/site-settings.ts';
import { renderProblemText } from '#web/render/problem-words.ts';
import { Button, CancelButton, Spinner } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CheckLink } from '#web/ui/check-link.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { NamedProgress, Progress, UploadProgress } from '#web/ui/progress.tsx';
import { Status } from '#web/ui/status.tsx';
import { inlineText } from '#web/ui/toast/messages.ts';
import { formatSize } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';
import type { MergeStage, SidesProgress } from './merge-stage.ts';
import { IN_TAB, MergedVideo, type PlayerProps } from './merged-video.tsx';
import type { ReadyComparison } from './use-comparison.ts';
import type { MergeRun, ShownStage } from './use-merge-run.ts';

interface MergedVideoCardProps extends PlayerProps {
  shown: ShownStage;
  run: MergeRun;
  comparison: ReadyComparison | null;
}

const ON_PAGE = 'viewfinder min-h-72 content-center rounded-md px-6 py-10 sm:px-12';

export function MergedVideoCard({ shown: { stage, shape }, run, comparison, ...player }: MergedVideoCardProps) {
  if (stage.stage === 'done' && comparison) {
    return (
      <MergedVideo
        {...player}
        key={stage.mergedVideoUrl}
        mergedVideoUrl={stage.mergedVideoUrl}
        shape={shape}
        comparison={comparison}
        isWithoutBodies={stage.isWithoutBodies === true}
        device={stage.device ?? null}
      />
    );
  }
  const frame = player.isOnPage ? ON_PAGE : '';
  return (
    <Card heading={words.comparePage.mergedVideo} className={classNames('stage', !player.isOnPage && IN_TAB)}>
      {stage.stage === 'on-request' ? (
        <div className="grid justify-items-start gap-3">
          <p className="max-w-prose">{words.mySwings.videoOnRequest}</p>
          <Button onClick={run.retry}>{words.mySwings.makeVideo}</Button>
        </div>
      ) : stage.stage === 'ask-upload' ? (
        <AskUpload {...{ stage, run, frame }} />
      ) : stage.stage === 'failed' || stage.stage === 'canceled' ? (
        <Ended {...{ stage, run, frame }} />
      ) : (
        <Working {...{ stage, run, frame }} />
      )}
    </Card>
  );
}

interface StateProps<Stage> {
  readonly stage: Stage;
  readonly run: MergeRun;
  /** The classes of its frame. */
  readonly frame: string;
}

function partsOf(stage: MergeStage): { readonly progress: SidesProgress; readonly waiting: Waiting | null } {
  if (stage.stage === 'uploading' || stage.stage === 'merging') return stage;
  return { progress: stage.stage === 'looking' ? stage.progress : {}, waiting: null };
}

function Working({ stage, run: { job, cancel }, frame }: StateProps<MergeStage>) {
  const { progress, waiting } = partsOf(stage);
  return (
    <div className={classNames('grid gap-4', frame)}>
      <Status className="flex items-center gap-3 text-lg font-bold">
        <Spinner /> {words.comparePage.creating}
        <span className="sr-only">
          {stage.stage === 'uploading' ? words.comparePage.uploading : words.comparePage.merging}
        </span>
      </Status>
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
      <Status className="min-h-6 font-semibold text-flag-ink empty:hidden">{waiting && words.waiting[waiting]}</Status>
      <CancelButton variant="secondary" className="justify-self-start" onClick={cancel} />
    </div>
  );
}

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

/** Why the video cannot be made on this device, and the question whether to upload the clips. */
function AskUpload({ stage, run, frame }: StateProps<Extract<MergeStage, { stage: 'ask-upload' }>>) {
  const size = formatSize(stage.uploadBytes);
  return (
    <div className={classNames('grid justify-items-start gap-5', frame)}>
      <div role="alert" className="grid max-w-prose gap-3">
        <p className="text-lg font-semibold">{renderProblemText(stage.problem)}</p>
        <p>{say(words.render.askUpload, { size, hours: KEPT_HOURS })}</p>
      </div>
      <CheckLink />
      <div className="flex flex-wrap gap-3">
        <Button icon={CloudUpload} onClick={run.uploadInstead}>
          {words.render.upload}
        </Button>
        <Button icon={RotateCcw} variant="secondary" onClick={run.retry}>
          {words.render.tryHereAgain}
        </Button>
      </div>
    </div>
  );
}

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

function Ended({ stage, run, frame }: StateProps<Extract<MergeStage, { stage: 'failed' | 'canceled' }>>) {
  return (
    <div className={classNames('grid justify-items-start gap-5', frame)}>
      <p className="max-w-prose text-lg font-semibold [overflow-wrap:anywhere]">
        {stage.stage === 'failed' ? inlineText(stage.toast) : words.merge.canceled}
      </p>
      <Button icon={RotateCcw} onClick={run.retry}>
        {stage.stage === 'failed' ? words.actions.tryAgain : words.actions.startAgain}
      </Button>
    </div>
  );
}
