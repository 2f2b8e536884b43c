// The drop zone of one of the visitor's own videos, and what happens to a file that is chosen, dropped, pasted or
// shared: validated, loaded, announced by a toast.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Side } from '#domain/side.ts';
import { refusalOf, takeInVideoFile } from '#web/clip/check-video-file.ts';
import { getClip, removeClip } from '#web/clip/clip-storage.ts';
import { OWN_VIDEO_INPUT_ID, VideoDropZone } from '#web/clip/video-drop-zone.tsx';
import { ConfirmDialog } from '#web/ui/modal-dialog.tsx';
import { Loading, Status } from '#web/ui/status.tsx';
import { TOASTS } from '#web/ui/toast/messages.ts';
import { type ToastText, toast } from '#web/ui/toast/toast-store.ts';
import { say, words } from '#web/words/words.ts';
import type { Analysis } from './analysis-store.ts';

/** The page's state and file intake, as used by every step with a video. */
export interface IntakeProps {
  analysis: Analysis;
  intake: ReturnType<typeof useVideoIntake>;
}

export function OwnVideoUpload({ which, analysis, intake }: IntakeProps & { which: Side }) {
  const problem = analysis.problems[which];
  if (analysis.restoring.includes(which)) {
    return <Loading className="stage min-h-40 justify-center rounded-md p-6">{words.ownVideo.restoring}</Loading>;
  }
  return (
    <>
      <VideoDropZone
        {...words.ownVideo[which]}
        {...(which === 'user' && { inputId: OWN_VIDEO_INPUT_ID })}
        loadedFile={analysis[which]?.file ?? null}
        problem={intake.refusals[which] ?? null}
        isChecking={intake.checking === which}
        inviting={intake.invitedTo === which}
        onOpen={loadModelAhead}
        onFiles={([file]) => void intake.take(which, file)}
      />
      {intake.refusals[which] && analysis[which] && <p className="font-semibold">{words.ownVideo.unchanged}</p>}
      {problem && <Status className="font-semibold text-flag-ink">{words.ownVideo[problem]}</Status>}
    </>
  );
}

/** The search for positions begins once the video is shown, and needs the model then. */
function loadModelAhead(): void {
  void import('#web/body/see-body.ts').then((body) => body.loadModelAhead()).catch(() => {});
}

const LOADED_TOAST = { user: TOASTS.videoUploaded, pro: TOASTS.proVideoUploaded } as const;

const ANNOTATE_STEP_ID = { user: 'step-2', pro: 'step-3b' } as const;

export function useVideoIntake(analysis: Analysis) {
  const [justLoaded, setJustLoaded] = useState<Side | null>(null);
  const [refusals, setRefusals] = useState<Partial<Record<Side, ToastText>>>({});
  const [checking, setChecking] = useState<Side | null>(null);
  const { load, user, pro, useCustomPro } = analysis;

  const newest = useRef<Partial<Record<Side, File>>>({});
  const take = useCallback(
    async (which: Side, file: File) => {
      newest.current[which] = file;
      setChecking(which);
      setRefusals((all) => ({ ...all, [which]: undefined }));
      if (!refusalOf(file)) loadModelAhead();
      const taken = await takeInVideoFile(file);
      // Another file was chosen during validation.
      if (newest.current[which] !== file) return 'clipId' in taken ? removeClip(taken.clipId) : undefined;
      setChecking(null);
      if ('refusal' in taken) {
        setRefusals((all) => ({ ...all, [which]: taken.refusal }));
        toast(taken.refusal);
        return;
      }
      load(which, taken);
      toast(LOADED_TOAST[which]);
      setJustLoaded(which);
    },
    [load],
  );

  // The next step is below, out of view on a phone: scroll to it once it is rendered.
  useEffect(() => {
    if (!justLoaded) return;
    document.getElementById(ANNOTATE_STEP_ID[justLoaded])?.scrollIntoView();
    setJustLoaded(null);
  }, [justLoaded]);

  // A file for the page as a whole fills a missing side; it never replaces a video.
  const waiting: Side | null = !user ? 'user' : useCustomPro && !pro ? 'pro' : null;
  const takeWaiting = useCallback((file: File) => void (waiting && take(waiting, file)), [waiting, take]);
  const shared = useSharedClip(analysis, take);
  const hovering = useIncomingFile(waiting ? takeWaiting : null);

  return { take, refusals, checking, invitedTo: hovering ? waiting : null, shared };
}

interface SharedClip {
  readonly clipId: string;
  readonly file: File;
}

/**
 * Takes in the clip that this page was opened with, once. Any site can send one, so it never replaces a swing without a
 * question: returns the clip to ask about, and the answers.
 */
function useSharedClip({ getState }: Pick<Analysis, 'getState'>, take: (side: Side, file: File) => Promise<void>) {
  const [asked, ask] = useState<SharedClip | null>(null);
  useEffect(() => {
    const clipId = new URLSearchParams(location.search).get('shared');
    if (clipId === null) return;
    // A reload must not take it in again.
    history.replaceState(history.state, '', location.pathname);
    void getClip(clipId).then((file) => {
      if (!file) return toast(TOASTS.sharedClipLost);
      const { user, restoring } = getState();
      if (user || restoring.includes('user')) return ask({ clipId, file });
      return take('user', file).then(() => removeClip(clipId));
    });
  }, [getState, take]);
  if (!asked) return null;
  return {
    file: asked.file,
    use: () => take('user', asked.file),
    close() {
      ask(null);
      void removeClip(asked.clipId);
    },
  };
}

/** Asks whether a shared clip replaces the visitor's swing. */
export function SharedClipQuestion({ shared }: Pick<IntakeProps['intake'], 'shared'>) {
  if (!shared) return null;
  const { question, means, use, keep } = words.ownVideo.shared;
  return (
    <ConfirmDialog
      question={question}
      means={say(means, { name: shared.file.name })}
      confirmLabel={use}
      keepLabel={keep}
      onConfirm={shared.use}
      onClose={shared.close}
    />
  );
}

/** Passes the first pasted or dropped file to `onFile`, if given. Returns whether a file is dragged over the page. */
function useIncomingFile(onFile: ((file: File) => void) | null): boolean {
  const [hovering, setHovering] = useState(false);

  useEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setHovering(true);
    };
    // `relatedTarget` is null only when the pointer leaves the window itself.
    const leave = (event: DragEvent) => event.relatedTarget === null && setHovering(false);
    const drop = (event: DragEvent) => {
      setHovering(false);
      // A drop zone that has accepted the file has called preventDefault.
      if (event.defaultPrevented || !carriesFiles(event)) return;
      event.preventDefault();
      takeFirst(event.dataTransfer?.files);
    };
    const paste = (event: ClipboardEvent) => takeFirst(event.clipboardData?.files);
    const takeFirst = (files: FileList | undefined) => {
      const file = files?.[0];
      if (file) onFile?.(file);
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', drop, { signal });
    window.addEventListener('paste', paste, { signal });
    return () => listening.abort();
  }, [onFile]);

  return hovering;
}
