// /compare: the merged video and the timing analysis of the session's comparison.
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { sentenceOf } from '#web/api/api-error.ts';
import { BodySection } from '#web/features/body/body-section.tsx';
import { useDrawing } from '#web/features/drawing/use-drawing.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import type { PlayPlace } from '#web/player/controlled/play-place.ts';
import { LiveOrVideo } from '#web/player/view/live-or-video.tsx';
import { isThenAndNow } from '#web/swing/then-and-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { comparisonKey } from '#web/videos/use-comparison-sides.ts';
import { say, words } from '#web/words/words.ts';
import { KeptNote } from './kept-note.tsx';
import { LiveView } from './live-view.tsx';
import type { ComparisonDraft } from './load-comparison.ts';

import { MergedVideoCard } from './merged-video-card.tsx';
import type { MergeStage } from './run-merge.ts';
import { TimingSection } from './timing-section.tsx';
import { useComparison } from './use-comparison.ts';
import { useMergeRun } from './use-merge-run.ts';
import { type ShownChoice, useShownAs } from './use-shown-as.ts';
import { useShownStage } from './use-shown-stage.ts';

/** A merged video that is there already is there within this time; what would only flash up before it waits as long. */
const SETTLES_MS = 250;

/** The compare page. */
export default function ComparePage() {
  useDocumentTitle(words.comparePage.title);
  const [, navigate] = useLocation();
  const { ready, remake, answerSlowMotion, golferError, loadGolfer } = useComparison();
  const { stage: runStage, job, retry, uploadInstead, cancel } = useMergeRun(ready);
  const drawings = useDrawing(ready && comparisonKey(ready));
  const shown = useShownStage(runStage);
  const { stage } = shown.stage;
  const isSettled = useSettled(ready !== null, stage === 'done');
  const choice = useShownAs(stage === 'done');
  const [draft, setDraft] = useState<ComparisonDraft | null>(null);
  const place = useRef<PlayPlace | null>(null);

  const pro = ready ? (ready.golferName ?? words.comparePage.yourPro) : words.comparePage.thePro;
  return (
    // As high as the window from the start: the page's foot does not move while the parts come.
    <div className="page-width grid min-h-dvh grid-cols-[minmax(0,1fr)] content-start gap-6 py-6 sm:py-10">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button variant="secondary" onClick={() => navigate('/')}>
          <ArrowLeft aria-hidden="true" className="size-5" />
          {words.comparePage.back}
        </Button>
        {/* Two lines on a phone, whatever the name: it is known a moment later than the page stands. */}
        <h1 className="display min-h-[2lh] text-2xl sm:min-h-0 sm:text-3xl">
          {ready && isThenAndNow(ready.choices) ? words.mySwings.thenAndNow : say(words.comparePage.heading, { pro })}
        </h1>
      </div>
      <ShownBar stage={stage} choice={choice} />
      {ready && isSettled && choice.shown === 'live' && (
        <LiveView
          comparison={ready}
          draft={draft ?? ready}
          onDraftChange={setDraft}
          place={place}
          drawings={drawings}
          onUse={choice.useLive}
          onRemake={(changed) => {
            choice.startOver();
            remake(changed);
          }}
        />
      )}
      {golferError && !ready ? (
        <div role="alert" className="grid justify-items-start gap-4 rounded-md border-2 border-flag bg-raised p-5">
          <p className="font-semibold">{sentenceOf(golferError, words.golfers.oneLoadFailed)}</p>
          <Button onClick={() => void loadGolfer()}>{words.actions.tryAgain}</Button>
        </div>
      ) : isSettled || stage === 'done' ? (
        <MergedVideoCard
          shown={shown}
          job={job}
          comparison={ready}
          choice={choice}
          place={place}
          drawings={drawings}
          onRetry={retry}
          onUploadInstead={uploadInstead}
          onCancel={cancel}
        />
      ) : (
        <Beginning />
      )}
      {ready && isSettled && <TimingSection comparison={ready} onAnswer={answerSlowMotion} />}
      {ready && isSettled && <BodySection user={ready.user} pro={ready.pro} />}
      <KeptNote comparison={ready} isWaiting={!isSettled || ON_THE_WAY.includes(stage)} />
    </div>
  );
}

/** While these last, the merged video is being made. */
const ON_THE_WAY: readonly MergeStage['stage'][] = ['preparing', 'uploading', 'looking', 'merging', 'making'];

/** What is shown, and the switch to the other. */
function ShownBar({ stage, choice }: { stage: MergeStage['stage']; choice: ShownChoice }) {
  const { shown, isChosen, choose } = choice;
  const hasVideo = stage === 'done';
  const isOffered = hasVideo && shown === 'live' && !isChosen;
  return (
    // As high as the switch, whatever it says: what is beneath stays where it is.
    <div className="-mt-2 flex items-center justify-between gap-4">
      <p role="status" className="min-w-0 leading-snug text-ink-soft">
        {ON_THE_WAY.includes(stage)
          ? words.comparePage.liveMeanwhile
          : isOffered
            ? words.comparePage.videoReady
            : shown === 'video'
              ? words.comparePage.videoShown
              : words.comparePage.liveFromClips}
      </p>
      <LiveOrVideo shown={shown} hasVideo={hasVideo} onChange={choose} />
    </div>
  );
}

/** Where the live view or the merged video is about to be. */
function Beginning() {
  return (
    <p
      role="status"
      className="stage viewfinder flex min-h-72 items-center justify-center gap-3 rounded-md p-6 text-lg font-bold"
    >
      <Spinner /> {words.comparePage.creating}
    </p>
  );
}

/** Whether it is known how the page will stand: the merged video is there, or it will take its time. Stays true. */
function useSettled(isReady: boolean, isDone: boolean): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (!isReady || isSettled) return;
    const timer = setTimeout(() => setSettled(true), isDone ? 0 : SETTLES_MS);
    return () => clearTimeout(timer);
  }, [isReady, isDone, isSettled]);
  return isSettled;
}
