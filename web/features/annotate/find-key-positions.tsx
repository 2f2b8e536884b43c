// 'Find my key positions': proposes rest, top and strike, with progress. Marks nothing by itself.
import { useEffect, useEffectEvent, useRef } from 'react';
import { POSITIONS, type Position, type SwingAnnotations } from '#domain/swing/swing.ts';
import type { Clip } from '#domain/video/clip.ts';
import { stepText } from '#web/body/look-words.ts';
import { unseenSentence } from '#web/body/unseen-sentence.ts';
import type { VideoSource } from '#web/moments/find-moments.ts';
import { formatMark } from '#web/swing/format-mark.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { say, words } from '#web/words/words.ts';
import { MomentProposals } from './moment-proposals.tsx';
import { type SearchState, useMomentsSearch } from './use-moments-search.ts';

interface FindMomentsProps {
  readonly source: VideoSource;
  readonly clip: Clip;
  readonly colorClass: 'text-you' | 'text-pro';
  /** Whether nothing of the video has left this browser. */
  readonly isLocal: boolean;
  /** The marks: a refusal is cleared once they change. */
  readonly annotations: SwingAnnotations;
  readonly onUse: (times: Partial<Readonly<Record<Position, number>>>) => void;
  /** Shows a moment in the player. */
  readonly onShow: (time: number) => void;
}

const NO_ANSWER: Readonly<Record<'no-swing' | 'cannot-read', string>> = {
  'no-swing': words.annotate.noSwing,
  'cannot-read': words.annotate.cannotRead,
};

/** The button, its progress and its answer. */
export function FindKeyPositions({ source, clip, isLocal, annotations, colorClass, onUse, onShow }: FindMomentsProps) {
  const { state, start, goOn, stop } = useMomentsSearch(source);
  const answerRef = useAnswerFocus(state);
  useClearedByMarking(state, annotations, stop);
  const found = state.stage === 'answered' && state.answer.kind === 'found' ? state.answer : null;
  return (
    <Card>
      {state.stage === 'searching' ? (
        <Searching state={state} frameRate={clip.frameRate} onCancel={stop} onShow={onShow} />
      ) : state.stage === 'asking' ? (
        <Question downloadBytes={state.downloadBytes} onAnswer={goOn} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="secondary" onClick={start}>
            {words.annotate.find}
          </Button>
          <p className="min-w-0 grow basis-60 text-sm text-ink-soft">
            {words.annotate.findMeans} {isLocal && words.annotate.staysHere}
          </p>
        </div>
      )}
      <div ref={answerRef} tabIndex={-1} className="outline-none not-empty:mt-4">
        {state.stage === 'answered' && state.answer.kind !== 'found' && (
          <p role="status" className="font-semibold">
            {NO_ANSWER[state.answer.kind]}
          </p>
        )}
        {found && (
          <MomentProposals
            key={found.swings[0]?.moments.strike.time}
            source={source}
            frameTimes={clip.frameTimes}
            frameRate={clip.frameRate}
            swings={found.swings}
            colorClass={colorClass}
            onUse={onUse}
            onShow={onShow}
            onClose={stop}
          />
        )}
      </div>
    </Card>
  );
}

interface SearchingProps {
  readonly state: Extract<SearchState, { readonly stage: 'searching' }>;
  readonly frameRate: Clip['frameRate'];
  readonly onCancel: () => void;
  readonly onShow: (time: number) => void;
}

function Searching({ state: { percent, body, firstProposal }, frameRate, onCancel, onShow }: SearchingProps) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-60">
          <p className="figures mb-2">
            {say(words.annotate.lookingPercent, { percent })}
            {body?.stage === 'loading' && <> {stepText(body)}</>}
          </p>
          <Progress label={words.annotate.looking} percent={percent} />
        </div>
        <Button variant="secondary" onClick={onCancel}>
          {words.actions.cancel}
        </Button>
      </div>
      {firstProposal && (
        <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
          <p role="status" className="text-sm">
            {words.annotate.firstProposal}
          </p>
          {POSITIONS.map((position) => (
            <Button
              key={position}
              size="small"
              variant="secondary"
              onClick={() => onShow(firstProposal.moments[position].time)}
            >
              {say(words.annotate.goTo, {
                position: words.swing.positionsInText[position],
                reading: formatMark(firstProposal.moments[position].time, frameRate),
              })}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

interface QuestionProps {
  readonly downloadBytes: number;
  readonly onAnswer: (body: 'agreed' | 'refused') => void;
}

/** Asks before a large download on a metered connection; without it motion and sound are searched alone. */
function Question({ downloadBytes, onAnswer }: QuestionProps) {
  return (
    <div role="alert" className="grid gap-2">
      <p>
        {unseenSentence({ kind: 'ask-first', downloadBytes })} {words.annotate.withoutBody}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => onAnswer('agreed')}>
          {words.body.download}
        </Button>
        <Button variant="secondary" onClick={() => onAnswer('refused')}>
          {words.annotate.searchWithout}
        </Button>
      </div>
    </div>
  );
}

/** A search that found nothing has been answered once the visitor marks by hand. */
function useClearedByMarking(state: SearchState, annotations: SwingAnnotations, clear: () => void): void {
  const foundNothing = state.stage === 'answered' && state.answer.kind !== 'found';
  const marksThen = useRef(annotations);
  const clearNow = useEffectEvent(clear);
  useEffect(() => {
    if (foundNothing && annotations !== marksThen.current) clearNow();
    marksThen.current = annotations;
  }, [foundNothing, annotations]);
}

/** The pressed button is gone during a search: focus moves to the answer. */
function useAnswerFocus({ stage }: SearchState) {
  const answerRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (stage === 'answered' && document.activeElement === document.body) answerRef.current?.focus();
  }, [stage]);
  return answerRef;
}
