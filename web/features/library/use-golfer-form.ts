// The state of the administrator's form: values, validation, upload progress, errors.

import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { ROUTES } from '#contract/routes.ts';
import { firstOutOfOrder } from '#domain/swing/swing.ts';
import { callApi } from '#web/api/api-client.ts';
import { ApiError, sentenceOf } from '#web/api/api-error.ts';
import { useQueryClient } from '#web/api/query.tsx';
import { ACCOUNT_TOASTS, GOLFER_FORM_PROBLEMS, golferUploadFailed } from '#web/lib/account-messages.ts';
import { useToast } from '#web/ui/toast/toast.tsx';
import { checkVideoFile, type FileRefusal } from '#web/videos/check-video-file.ts';
import { words } from '#web/words/words.ts';
import { draftProblem, EMPTY_DRAFT, formDataOf, type GolferDraft, marksOf, withVideo } from './golfer-draft.ts';

interface FormEvents {
  readonly onAdded: () => void;
  /** Called when the server requires a log-in. */
  readonly onSessionEnded: () => void;
}

export function useGolferForm({ onAdded, onSessionEnded }: FormEvents) {
  const [store] = useState(() => createStore<GolferDraft>(() => EMPTY_DRAFT));
  const draft = useStore(store);
  const setDraft = (change: (draft: GolferDraft) => GolferDraft) => store.setState(change, true);
  /** Whole percent of the upload; null while none is running. */
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [fileProblem, setFileProblem] = useState<FileRefusal | null>(null);
  const newestFile = useRef<File | null>(null);
  const running = useRef<AbortController | null>(null);
  const queryClient = useQueryClient();
  const toast = useToast();
  useEffect(() => () => running.current?.abort(), []);

  async function takeVideo(file: File) {
    newestFile.current = file;
    const refusal = await checkVideoFile(file);
    if (newestFile.current !== file) return;
    setFileProblem(refusal);
    if (refusal) toast(refusal);
    else setDraft((current) => withVideo(current, file));
  }

  async function submit() {
    if (percent !== null) return;
    const missing = draftProblem(draft);
    if (missing) {
      const { description } = GOLFER_FORM_PROBLEMS[missing];
      setProblem(
        draft.times.rest.time === 0 && missing === 'missing-annotations' ? words.library.restAtZero : description,
      );
      toast(GOLFER_FORM_PROBLEMS[missing]);
      return;
    }
    if (firstOutOfOrder(marksOf(draft))) {
      setProblem(words.library.outOfOrder);
      return;
    }
    await send();
  }

  async function send() {
    const attempt = new AbortController();
    running.current = attempt;
    setPercent(0);
    setProblem(null);
    try {
      await requireAdmin();
      await uploadGolfer(formDataOf(draft), { signal: attempt.signal, onPercent: setPercent });
      await queryClient.reload(['/api', 'pro', 'list']);
      setDraft(() => EMPTY_DRAFT);
      toast(ACCOUNT_TOASTS.golferAdded);
      onAdded();
    } catch (error) {
      const sentence = attempt.signal.aborted ? words.library.uploadStopped : await reasonOf(error);
      setProblem(sentence);
      if (!attempt.signal.aborted) toast(golferUploadFailed(sentence));
      if (sentence === words.library.sessionEnded) onSessionEnded();
    } finally {
      setPercent(null);
    }
  }

  return {
    draft,
    getDraft: store.getState,
    setDraft,
    percent,
    problem,
    fileProblem,
    takeVideo,
    submit,
    cancel: () => running.current?.abort(),
  };
}

/** Checks the session before sending up to 500 MB. */
async function requireAdmin(): Promise<void> {
  const { isAdmin } = await callApi('adminCheck', {});
  if (!isAdmin) throw new ApiError({ status: 401, statusText: '', body: '' });
}

async function reasonOf(error: unknown): Promise<string | null> {
  if (error instanceof ApiError)
    return error.status === 401 ? words.library.sessionEnded : sentenceOf(error, '') || null;
  // A server that refuses a large body closes the connection at once, which looks like a lost network.
  const isVisitor = await requireAdmin().then(
    () => false,
    (reason: unknown) => reason instanceof ApiError && reason.status === 401,
  );
  return isVisitor ? words.library.sessionEnded : words.accounts.unreachable;
}

interface UploadOptions {
  readonly signal: AbortSignal;
  /** Called with the whole percent of the bytes sent. At 100 the server is still inspecting the video. */
  readonly onPercent: (percent: number) => void;
}

/** Resolves once the golfer is in the library. Throws ApiError, TypeError if offline, or the signal's abort reason. */
function uploadGolfer(form: FormData, { signal, onPercent }: UploadOptions): Promise<void> {
  const { method, path } = ROUTES.addGolfer;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open(method, path);
    request.withCredentials = true;
    request.upload.onprogress = ({ loaded, total }) => onPercent(total > 0 ? Math.floor((loaded / total) * 100) : 0);
    request.onload = () => {
      const { status, statusText, responseText } = request;
      if (status >= 200 && status < 300) resolve();
      else reject(new ApiError({ status, statusText, body: responseText }));
    };
    request.onerror = () => reject(new TypeError('The connection was lost'));
    request.onabort = () => reject(signal.reason as Error);
    request.onloadend = () => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop);
    request.send(form);
  });
}
