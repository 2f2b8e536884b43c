// Adds missing body data to golfers in the library, at once after an upload, else on request. Tracks one golfer after
// another in the administrator's browser, and shows the progress.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { GolferCard, GolferDetail } from '#contract/golfers.ts';
import { MAX_GOLFER_BODY_BYTES, type StoredGolferBody, storedGolferBody } from '#domain/library/golfer-body.ts';
import { ApiError, callApi, sentenceOf } from '#web/api/api-client.ts';
import { marksOf, useQueryClient } from '#web/api/query.tsx';
import type { BodyProgress } from '#web/body/body-request.ts';
import { doneShare, stepText, unseenSentence } from '#web/body/look-words.ts';
import type { SeeBodyAnswer, SeeBodyOptions } from '#web/body/see-body.ts';
import { useRun } from '#web/lib/use-run.ts';
import { Button, CancelButton, SmallButton } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { say, words } from '#web/words/words.ts';

interface GolferBodiesProps {
  readonly golfers: readonly GolferCard[];
  /** How many golfers were added since the page was opened. Their bodies are tracked automatically. */
  readonly addedCount?: number;
  readonly search: BodySearch;
}

/** The offer, its progress and its result. Empty if every golfer has body data. */
export function GolferBodies({ golfers, addedCount = 0, search: bodies }: GolferBodiesProps) {
  const { state, problems, stored, search, stop } = bodies;
  const section = useRef<HTMLElement>(null);
  const missing = golfers.filter(({ bodyUrl }) => !bodyUrl);
  const handledCount = useRef(0);
  const isIdle = state.stage === 'idle';
  const startForAdded = useEffectEvent(() => {
    if (missing.length > 0) search(missing);
  });
  // Golfers that are added during a search have their own after it.
  useEffect(() => {
    if (!isIdle || addedCount === handledCount.current) return;
    handledCount.current = addedCount;
    startForAdded();
  }, [addedCount, isIdle]);
  // The pressed button disappears, so the section takes the focus.
  const thenFocus = (act: () => void) => () => {
    act();
    section.current?.focus();
  };
  const isDone = isIdle && stored > 0;
  if (missing.length === 0 && isIdle && !isDone) return null;
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={words.library.bodies}
      className="grid gap-3 rounded-md border border-line bg-raised p-4 outline-none"
    >
      {isIdle && missing.length > 0 && (
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
          <p className="max-w-prose">{say(words.library.bodiesMissing, { count: missing.length })}</p>
          <Button variant="secondary" onClick={thenFocus(() => search(missing))}>
            {words.library.lookForBodies}
          </Button>
        </div>
      )}
      {state.stage === 'running' && <Running {...state} onCancel={thenFocus(stop)} />}
      {state.stage === 'ask-first' && (
        <div role="alert" className="grid gap-2">
          <p>{unseenSentence({ kind: 'ask-first', downloadBytes: state.downloadBytes })}</p>
          <div className="flex flex-wrap gap-2">
            <SmallButton onClick={thenFocus(() => search(missing, { mayDownload: true }))}>
              {words.body.download}
            </SmallButton>
            <Button variant="ghost" size="small" onClick={thenFocus(stop)}>
              {words.actions.notNow}
            </Button>
          </div>
        </div>
      )}
      <div role="status" className="grid gap-1 empty:hidden">
        {isDone && <p>{say(words.library.bodiesStored, { count: stored })}</p>}
        {problems.map(({ name, sentence }) => (
          <p key={name} className="font-semibold text-flag-ink [overflow-wrap:anywhere]">
            {say(words.library.bodyProblem, { name, sentence })}
          </p>
        ))}
      </div>
    </section>
  );
}

type RunningProps = Extract<BodySearchState, { readonly stage: 'running' }> & { readonly onCancel: () => void };

function Running({ name, number, count, progress, onCancel }: RunningProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5">
      <p className="figures [overflow-wrap:anywhere]">
        {say(words.library.bodyOf, { name, number, count, sentence: stepText(progress) })}
      </p>
      <CancelButton variant="secondary" size="small" className="row-span-2" onClick={onCancel} />
      <Progress label={words.body.search} percent={Math.round((100 * (number - 1 + doneShare(progress))) / count)} />
    </div>
  );
}

type BodySearchState =
  | { readonly stage: 'idle' }
  | {
      readonly stage: 'running';
      readonly name: string;
      /** The number of this golfer among `count`, from 1. */
      readonly number: number;
      readonly count: number;
      readonly progress: BodyProgress | null;
    }
  | AskFirst;

/** The connection is metered, so the administrator must agree to the download. */
interface AskFirst {
  readonly stage: 'ask-first';
  readonly downloadBytes: number;
}

type BodySearch = ReturnType<typeof useBodySearch>;

/** The search and its actions. `onSessionEnded` is called when the server requires a log-in. */
export function useBodySearch(onSessionEnded: () => void) {
  const { state, start, stop } = useRun<BodySearchState>({ stage: 'idle' });
  const [problems, setProblems] = useState<readonly { readonly name: string; readonly sentence: string }[]>([]);
  const [stored, setStored] = useState(0);
  const queryClient = useQueryClient();

  /** Returns false, or the question that ends the search, if that of the other golfers would end in the same way. */
  async function searchOne(golfer: GolferCard, options: SeeBodyOptions): Promise<boolean | AskFirst> {
    const fail = (sentence: string) => setProblems((all) => [...all, { name: golfer.name, sentence }]);
    const { signal } = options;
    try {
      const detail = await callApi('getGolfer', { params: { id: golfer.id }, signal });
      const answer = await lookAt(detail, options);
      if (answer.kind === 'ask-first') return { stage: 'ask-first', downloadBytes: answer.downloadBytes };
      if (answer.kind !== 'seen') {
        fail(unseenSentence(answer));
        return answer.kind === 'nobody' || answer.reason === 'no-decoder' || answer.reason === 'cannot-read';
      }
      await callApi('storeGolferBody', { params: { id: golfer.id }, body: bodyOf(answer), signal });
      setStored((count) => count + 1);
      await queryClient.reload(['/api', 'pro']);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      const isSessionOver = error instanceof ApiError && error.status === 401;
      fail(isSessionOver ? words.library.filmedSessionEnded : sentenceOf(error, words.library.bodyNotStored));
      if (isSessionOver) onSessionEnded();
      return error instanceof ApiError && !isSessionOver;
    }
  }

  const search = (golfers: readonly GolferCard[], { mayDownload = false } = {}) =>
    void start(async (signal, report) => {
      setProblems([]);
      setStored(0);
      for (const [index, golfer] of golfers.entries()) {
        const place = { name: golfer.name, number: index + 1, count: golfers.length };
        const onProgress = (progress: BodyProgress | null) => report({ stage: 'running', ...place, progress });
        onProgress(null);
        const outcome = await searchOne(golfer, { signal, mayDownload, onProgress });
        if (typeof outcome === 'object') return report(outcome);
        if (!outcome) break;
      }
      report({ stage: 'idle' });
    });

  return { state, problems, stored, search, stop };
}

/** Tracks a golfer's body. The code that starts the worker is loaded on first use. Rejects only when aborted. */
async function lookAt(golfer: GolferDetail, options: SeeBodyOptions): Promise<SeeBodyAnswer> {
  const module = await import('#web/body/see-body.ts').catch(() => null);
  options.signal.throwIfAborted();
  if (!module) return { kind: 'cannot-see', reason: 'not-loaded' };
  const { videoUrl, slowMotionFactor } = golfer;
  const request = { wanted: { over: marksOf(golfer) }, slowMotionFactor, wantsOutlines: true };
  return module.seeBody(videoUrl, request, options);
}

/** The body data to store, without outlines if they would exceed the size limit. */
function bodyOf(seen: Extract<SeeBodyAnswer, { readonly kind: 'seen' }>): StoredGolferBody {
  const body = storedGolferBody(seen);
  return JSON.stringify(body).length <= MAX_GOLFER_BODY_BYTES ? body : { ...body, outlines: null };
}
