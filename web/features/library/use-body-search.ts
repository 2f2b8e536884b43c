// Tracks the bodies of golfers in the administrator's browser, one after another, and stores them in the library.

import { useEffect, useRef, useState } from 'react';
import type { GolferCard, GolferDetail } from '#contract/golfers.ts';
import { MAX_GOLFER_BODY_BYTES, type StoredGolferBody, storedGolferBody } from '#domain/library/golfer-body.ts';
import { callApi } from '#web/api/api-client.ts';
import { ApiError, sentenceOf } from '#web/api/api-error.ts';
import { useQueryClient } from '#web/api/query.tsx';
import { marksOf } from '#web/api/use-golfers.ts';
import type { BodyProgress } from '#web/body/body-request.ts';
import type { SeeBodyAnswer, SeeBodyOptions } from '#web/body/see-body.ts';
import { unseenSentence } from '#web/body/unseen-sentence.ts';
import { words } from '#web/words/words.ts';

export type BodySearchState =
  | { readonly stage: 'idle' }
  | {
      readonly stage: 'running';
      readonly name: string;
      /** The number of this golfer among `count`, from 1. */
      readonly number: number;
      readonly count: number;
      /** Null until tracking has begun. */
      readonly progress: BodyProgress | null;
    }
  /** The connection is metered, so the administrator must agree to the download. */
  | { readonly stage: 'ask-first'; readonly downloadBytes: number };

/** Why a golfer has no body data yet. */
export interface BodyProblem {
  readonly name: string;
  readonly sentence: string;
}

type Seen = Extract<SeeBodyAnswer, { readonly kind: 'seen' }>;

/** The search and its actions. `onSessionEnded` is called when the server requires a log-in. */
export function useBodySearch(onSessionEnded: () => void) {
  const [state, setState] = useState<BodySearchState>({ stage: 'idle' });
  const [problems, setProblems] = useState<readonly BodyProblem[]>([]);
  const [stored, setStored] = useState(0);
  const running = useRef<AbortController | null>(null);
  const queryClient = useQueryClient();
  useEffect(() => () => running.current?.abort(), []);

  /** Returns false if the search of the other golfers would end in the same way. */
  async function searchOne(golfer: GolferCard, options: SeeBodyOptions): Promise<boolean> {
    const fail = (sentence: string) => setProblems((all) => [...all, { name: golfer.name, sentence }]);
    const { signal } = options;
    try {
      const detail = await callApi('getGolfer', { params: { id: golfer.id }, signal });
      const answer = await lookAt(detail, options);
      if (answer.kind === 'ask-first') {
        setState({ stage: 'ask-first', downloadBytes: answer.downloadBytes });
        return false;
      }
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

  async function start(golfers: readonly GolferCard[], { mayDownload = false } = {}) {
    running.current?.abort();
    const attempt = new AbortController();
    running.current = attempt;
    const { signal } = attempt;
    setProblems([]);
    setStored(0);
    for (const [index, golfer] of golfers.entries()) {
      const place = { name: golfer.name, number: index + 1, count: golfers.length };
      const show = (progress: BodyProgress | null) => {
        if (!signal.aborted) setState({ stage: 'running', ...place, progress });
      };
      show(null);
      if (!(await searchOne(golfer, { signal, mayDownload, onProgress: show }))) break;
    }
    if (running.current !== attempt) return;
    running.current = null;
    setState((current) => (current.stage === 'running' ? { stage: 'idle' } : current));
  }

  function cancel() {
    running.current?.abort();
    running.current = null;
    setState({ stage: 'idle' });
  }

  return { state, problems, stored, start: (...args: Parameters<typeof start>) => void start(...args), cancel };
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
function bodyOf(seen: Seen): StoredGolferBody {
  const body = storedGolferBody(seen);
  return JSON.stringify(body).length <= MAX_GOLFER_BODY_BYTES ? body : { ...body, outlines: null };
}
