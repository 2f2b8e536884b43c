// The line above the player about the search for key positions: its button, progress and result. Its height stays
// constant during a search, so that the mark buttons do not move under the visitor's hand.
import { stepText } from '#web/body/look-words.ts';
import { unseenSentence } from '#web/body/unseen-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { formatDecimals } from '#web/words/numbers.ts';
import { say, words } from '#web/words/words.ts';
import type { MomentsSearch, SearchState } from './use-moments-search.ts';

interface SearchStripProps {
  readonly search: MomentsSearch;
  /** True once there are frames to search. */
  readonly canSearch: boolean;
  /** Whether the whole video has stayed in this browser. */
  readonly isLocal: boolean;
  /** Scrolls to the proposals. */
  readonly onShowFound: () => void;
}

export function SearchStrip(props: SearchStripProps) {
  return (
    <div className="flex min-h-18 items-center gap-3 rounded-md border border-line bg-raised px-3 py-1.5 sm:px-4">
      <SearchStage {...props} />
    </div>
  );
}

function SearchStage({ search, canSearch, isLocal, onShowFound }: SearchStripProps) {
  const { state, start, stop, goOn } = search;
  if (state.stage === 'asking') return <Question downloadBytes={state.downloadBytes} onAnswer={goOn} />;
  if (state.stage === 'searching') return <Searching state={state} onCancel={stop} />;
  if (state.stage === 'answered') {
    const { answer } = state;
    return (
      <>
        <p role="status" className="min-w-0 grow text-sm font-semibold sm:text-base">
          {answerText(answer)}
        </p>
        {answer.kind === 'found' && (
          <Button size="small" variant="secondary" onClick={onShowFound} className="shrink-0">
            {words.annotate.showFound}
          </Button>
        )}
      </>
    );
  }
  return (
    <>
      <Button size="small" variant="secondary" disabled={!canSearch} onClick={start} className="shrink-0">
        {words.annotate.find}
      </Button>
      <p className="min-w-0 grow text-sm leading-tight text-ink-soft">
        <span className="max-sm:hidden">{words.annotate.findMeans}</span> {isLocal && words.annotate.staysHere}
      </p>
    </>
  );
}

interface SearchingProps {
  readonly state: Extract<SearchState, { readonly stage: 'searching' }>;
  readonly onCancel: () => void;
}

function Searching({ state: { percent, body }, onCancel }: SearchingProps) {
  return (
    <>
      <div className="min-w-0 grow">
        <p className="figures mb-1 text-sm leading-tight">
          {say(words.annotate.lookingPercent, { percent })}
          {(body?.stage === 'loading' || body?.stage === 'slow-start') && <> {stepText(body)}</>}
        </p>
        <Progress label={words.annotate.looking} percent={percent} />
      </div>
      <Button size="small" variant="secondary" onClick={onCancel} className="shrink-0">
        {words.actions.cancel}
      </Button>
    </>
  );
}

interface QuestionProps {
  readonly downloadBytes: number;
  readonly onAnswer: MomentsSearch['goOn'];
}

/** Asks before a large download on a metered connection. If declined, the search uses motion and sound only. */
function Question({ downloadBytes, onAnswer }: QuestionProps) {
  return (
    <div role="alert" className="grid gap-2 py-2">
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

function answerText(answer: Extract<SearchState, { readonly stage: 'answered' }>['answer']): string {
  if (answer.kind === 'found') return words.annotate.foundBelow;
  if (answer.kind !== 'damaged') return words.annotate.noAnswer[answer.kind];
  return say(words.annotate.noAnswer.damaged, { seconds: formatDecimals(answer.after, 1) });
}
