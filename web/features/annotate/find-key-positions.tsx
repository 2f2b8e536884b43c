// 'Find my key positions': proposes rest, top and strike, with progress. Marks nothing by itself.
import { useEffect, useRef } from 'react';
import type { Position } from '#domain/swing/swing.ts';
import type { FrameTimes } from '#domain/video/frame-times.ts';
import type { VideoSource } from '#web/moments/find-moments.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { say, words } from '#web/words/words.ts';
import { MomentProposals } from './moment-proposals.tsx';
import { type SearchState, useMomentsSearch } from './use-moments-search.ts';

interface FindMomentsProps {
  readonly source: VideoSource;
  readonly frameTimes: FrameTimes;
  readonly colorClass: 'text-you' | 'text-pro';
  readonly onUse: (times: Partial<Readonly<Record<Position, number>>>) => void;
  /** Shows a moment in the player. */
  readonly onShow: (time: number) => void;
}

const NO_ANSWER: Readonly<Record<'no-swing' | 'cannot-read', string>> = {
  'no-swing': words.annotate.noSwing,
  'cannot-read': words.annotate.cannotRead,
};

/** The button, its progress and its answer. */
export function FindKeyPositions({ source, frameTimes, colorClass, onUse, onShow }: FindMomentsProps) {
  const { state, start, stop } = useMomentsSearch(source);
  const answerRef = useAnswerFocus(state);
  const found = state.stage === 'answered' && state.answer.kind === 'found' ? state.answer : null;
  return (
    <Card>
      {state.stage === 'searching' ? (
        <Searching percent={state.percent} onCancel={stop} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="secondary" onClick={start}>
            {words.annotate.find}
          </Button>
          <p className="min-w-0 grow basis-60 text-sm text-ink-soft">{words.annotate.findMeans}</p>
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
            frameTimes={frameTimes}
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

function Searching({ percent, onCancel }: { readonly percent: number; readonly onCancel: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 grow basis-60">
        <p className="figures mb-2">{say(words.annotate.lookingPercent, { percent })}</p>
        <Progress label={words.annotate.looking} percent={percent} />
      </div>
      <Button variant="secondary" onClick={onCancel}>
        {words.actions.cancel}
      </Button>
    </div>
  );
}

/** The button that was pressed is gone while it is searched: who waits for the answer is led to it. */
function useAnswerFocus({ stage }: SearchState) {
  const answerRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (stage === 'answered' && document.activeElement === document.body) answerRef.current?.focus();
  }, [stage]);
  return answerRef;
}
