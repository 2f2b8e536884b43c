// The stage of the page's comparison. It announces the merged video, which never replaces it automatically.

import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { areSameChoices } from '#domain/comparison/same-choices.ts';
import type { Side } from '#domain/side.ts';
import { factorInUse } from '#domain/swing/slow-motion.ts';
import { Sequence, ShareDifferences, StillStrip } from '#web/compare/stills/still-strip.tsx';
import { SlowMotionChip } from '#web/compare/timing/slow-motion-question.tsx';
import { areSameDrawings } from '#web/drawing/stored-drawings.ts';
import { liveDrawing, useWithDrawings } from '#web/drawing/surface/live-drawing.tsx';
import type { Drawings } from '#web/drawing/use-drawing.ts';
import { useLessonRecording } from '#web/lessons/use-lesson-recording.tsx';
import type { KeptPlace } from '#web/player/controlled/play-place.ts';
import { ChipButton } from '#web/player/view/live-or-video.tsx';
import { LivePreview } from '#web/preview/live-preview.tsx';
import { LessonLink } from '#web/share/lesson-link.tsx';
import { Button, Spinner } from '#web/ui/button.tsx';
import { say, words } from '#web/words/words.ts';
import type { MergeStage } from './merge-stage.ts';
import { type Movable, MovablePlace } from './movable.tsx';
import type { ComparisonDraft, ReadyComparison } from './use-comparison.ts';

interface LiveViewProps {
  comparison: ReadyComparison;
  /** The choices made here: the merged video may have been made with others. */
  draft: Omit<ComparisonDraft, 'drawn'>;
  onDraftChange: (draft: Omit<ComparisonDraft, 'drawn'>) => void;
  drawings: Drawings;
  stage: MergeStage;
  /** The place in the comparison, shared with the merged video. */
  place: KeptPlace;
  /** Called when a lesson begins that was asked for at the merged video; null without a request. */
  onLessonAsked: (() => void) | null;
  /** Whether lessons answer what was received by a link. */
  isAnswer: boolean;
  onProblem: () => void;
  onRemake: (draft: ComparisonDraft) => void;
  onAnswer: (side: Side, factor: number) => void;
  onShowVideo: () => void;
  /** The merged video's card. */
  card: Movable;
  /** The button that sends the comparison by a link. */
  link: ReactNode;
}

export function LiveView(props: LiveViewProps) {
  const { comparison, draft, onDraftChange, drawings, stage, onShowVideo } = props;
  const { alignment, choices } = draft;
  const { user, pro } = comparison;
  const recording = useLessonRecording({
    alignment,
    choices,
    drawings,
    swings: { user, pro },
    onAsked: props.onLessonAsked,
    sendButton: (id) => <LessonLink key={id} id={id} startsOpen={props.isAnswer} />,
  });
  const { included: drawn, choice } = useWithDrawings(drawings);
  const differs =
    alignment !== comparison.alignment ||
    !areSameChoices(choices, comparison.choices) ||
    !areSameDrawings(drawn, comparison.drawn);
  const isMade = stage.stage !== 'on-request';
  const state = stateOf(stage, differs);
  return (
    <section aria-label={words.comparePage.liveView} className="grid grid-cols-[minmax(0,1fr)]">
      <LivePreview
        isFull
        isSaveInView
        isBesideVideo={stage.stage === 'done'}
        canStack={!isMade}
        place={props.place}
        onProblem={props.onProblem}
        golfersAt="/"
        user={user}
        pro={pro}
        overlay={liveDrawing(drawings)}
        lesson={recording.lesson}
        alignment={alignment}
        onAlignmentChange={(changed) => onDraftChange({ choices, alignment: changed })}
        choices={choices}
        onChoicesChange={(changed) =>
          // Before the first video, a change needs no button to make it again.
          isMade
            ? onDraftChange({ alignment, choices: changed })
            : props.onRemake({ alignment, choices: changed, drawn: comparison.drawn })
        }
        chip={(open) =>
          // Two chips would cover the golfer's head. The numbers below ask about slow motion, too.
          state ? (
            <VideoChip {...state} onShow={stage.stage === 'done' ? onShowVideo : () => open('save')} />
          ) : (
            <SlowMotionChip
              factor={factorInUse(user)}
              proposedFactor={user.proposedFactor}
              onAnswer={(factor) => props.onAnswer('user', factor)}
            />
          )
        }
        sequence={(shownOn) => <Sequence {...{ user, pro, choices }} stage={shownOn} />}
        shareDifferences={(differences) => <ShareDifferences {...{ user, pro, choices, differences }} />}
        save={(source) => (
          <>
            <MovablePlace movable={props.card} />
            {recording.entry}
            <div className="flex flex-wrap gap-2">
              {props.link}
              <StillStrip user={user} pro={pro} choices={choices} />
            </div>
            {choice}
            <p className="text-sm text-ink-soft">{source}</p>
          </>
        )}
      />
      <div role="status">
        {differs && (
          <div className="stage border-t border-line">
            <div className="page-width flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
              <p className="grow">{words.comparePage.changesMissing}</p>
              <Button onClick={() => props.onRemake({ ...draft, drawn })}>{words.comparePage.mergeChanges}</Button>
            </div>
          </div>
        )}
      </div>
    </section>
  );
}

interface VideoState {
  readonly text: string;
  readonly isReady: boolean;
  readonly isRunning: boolean;
}

/** The progress of the merged video in one line; null before it is asked for, and for a video that `differs` from what is shown. */
function stateOf(stage: MergeStage, differs: boolean): VideoState | null {
  if (stage.stage === 'on-request') return null;
  if (stage.stage === 'done') {
    return differs ? null : { text: words.stage.save.ready, isReady: true, isRunning: false };
  }
  if (isEnded(stage)) return { text: words.stage.save.notReady, isReady: false, isRunning: false };
  const isCounted = stage.stage === 'making' && stage.ofFrames > 0;
  const percent = isCounted ? Math.floor((100 * stage.frames) / stage.ofFrames) : 0;
  return {
    text: isCounted ? say(words.stage.save.makingPercent, { percent }) : words.stage.save.making,
    isReady: false,
    isRunning: true,
  };
}

/** Whether the run is over without a video. */
function isEnded({ stage }: MergeStage): boolean {
  return stage === 'failed' || stage === 'canceled' || stage === 'ask-upload';
}

interface VideoChipProps extends VideoState {
  readonly onShow: () => void;
}

/** Announces the video over the pictures' upper edge, and leads to it: to the Save tab until it is ready. */
function VideoChip({ text, isReady, isRunning, onShow }: VideoChipProps) {
  // One button throughout, so that it keeps the focus when the video becomes ready.
  return (
    <ChipButton onPress={onShow} isQuiet={isRunning}>
      {isRunning && <Spinner />}
      {isReady && <Check className="size-5" />}
      <span className="figures">{text}</span>
    </ChipButton>
  );
}
