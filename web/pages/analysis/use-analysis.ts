// The state of the analysis page: two videos with marks, the pro, the alignment. Every change goes into the session at
// once, so that a reload or the way back from /compare finds it. Shows nothing itself.
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { GolferCard } from '#contract/golfers.ts';
import { type ComparisonChoices, withoutNudge } from '#domain/comparison/comparison-choices.ts';
import type { Alignment } from '#domain/comparison/comparison-plan.ts';
import type { AnalysisState } from '#domain/comparison/readiness.ts';
import { NO_ANNOTATIONS, type SwingAnnotations } from '#domain/swing/swing.ts';
import { readSession, type SessionVideo, writeSession } from '#web/swing/comparison-session.ts';
import { getClip, openClip, putClip, removeClip } from '#web/videos/clip-storage.ts';

/** One of the visitor's videos, open in this page. */
export interface LoadedVideo {
  readonly clipId: string;
  readonly file: File;
  readonly url: string;
  readonly annotations: SwingAnnotations;
  /** How many times slower than life it plays, as the visitor answered; null while not asked. */
  readonly slowMotionFactor: number | null;
}

/** Which of the visitor's own videos is meant. */
export type OwnVideo = 'user' | 'pro';

interface AnalysisValues {
  readonly user: LoadedVideo | null;
  readonly pro: LoadedVideo | null;
  readonly golfer: GolferCard | null;
  readonly useCustomPro: boolean;
  readonly alignment: Alignment;
  readonly choices: ComparisonChoices;
}

/** What went wrong with keeping or finding a video, by video. */
export type StorageProblems = Partial<Record<OwnVideo, 'lost' | 'not-kept'>>;

const SESSION_KEY = { user: 'userVideo', pro: 'customProVideo' } as const;

/** The analysis page's state and what can be done to it. */
export function useAnalysis() {
  const [values, setValues] = useState(valuesOfSession);
  const [restoring, setRestoring] = useState<readonly OwnVideo[]>(videosToRestore);
  const [problems, setProblems] = useState<StorageProblems>({});
  const current = useRef(values);

  const update = useCallback((change: Partial<AnalysisValues>) => {
    current.current = { ...current.current, ...change };
    setValues(current.current);
    writeSession({
      ...(change.user !== undefined && { userVideo: sessionVideo(change.user) }),
      ...(change.pro !== undefined && { customProVideo: sessionVideo(change.pro) }),
      ...(change.golfer !== undefined && { selectedPro: change.golfer }),
      ...(change.useCustomPro !== undefined && { useCustomPro: change.useCustomPro }),
      ...(change.alignment !== undefined && { alignmentType: change.alignment }),
      ...(change.choices !== undefined && { choices: change.choices }),
    });
  }, []);

  useEffect(() => {
    let abandoned = false;
    for (const which of videosToRestore()) {
      void restoredVideo(which).then((video) => {
        if (abandoned) return;
        setRestoring((videos) => videos.filter((one) => one !== which));
        // The visitor may have chosen another video in the meantime; then that one stands.
        if (current.current[which]) return;
        update({ [which]: video });
        if (!video) setProblems((all) => ({ ...all, [which]: 'lost' }));
      });
    }
    return () => {
      abandoned = true;
    };
  }, [update]);

  const drop = useCallback((which: OwnVideo) => {
    const old = current.current[which];
    if (!old) return;
    URL.revokeObjectURL(old.url);
    void removeClip(old.clipId);
  }, []);

  /** Takes a new video in; its annotations start empty. */
  const load = useCallback(
    (which: OwnVideo, file: File) => {
      drop(which);
      const { clipId, kept } = putClip(file);
      update({
        [which]: { clipId, file, url: URL.createObjectURL(file), annotations: NO_ANNOTATIONS, slowMotionFactor: null },
        choices: withoutNudge(current.current.choices, which),
      });
      setRestoring((videos) => videos.filter((one) => one !== which));
      setProblems((all) => ({ ...all, [which]: undefined }));
      void kept.then((isKept) => {
        if (!isKept && current.current[which]?.clipId === clipId) {
          setProblems((all) => ({ ...all, [which]: 'not-kept' }));
        }
      });
    },
    [drop, update],
  );

  const annotate = useCallback(
    (which: OwnVideo, annotations: SwingAnnotations) => {
      const video = current.current[which];
      // Much of the page follows from a mark: the press is answered before all of it is drawn anew.
      if (video) startTransition(() => update({ [which]: { ...video, annotations } }));
    },
    [update],
  );

  /** Takes what the visitor says of how slow a video plays. */
  const answerSlowMotion = useCallback(
    (which: OwnVideo, slowMotionFactor: number) => {
      const video = current.current[which];
      if (video) update({ [which]: { ...video, slowMotionFactor } });
    },
    [update],
  );

  /** Takes a golfer of the library for the pro; null for none. */
  const chooseGolfer = useCallback(
    (golfer: GolferCard | null) => update({ golfer, choices: withoutNudge(current.current.choices, 'pro') }),
    [update],
  );

  /** Switches between the library and the visitor's own pro video; either way the other choice is cleared. */
  const setCustomPro = useCallback(
    (useCustomPro: boolean) => {
      drop('pro');
      update({
        useCustomPro,
        pro: null,
        ...(useCustomPro && { golfer: null }),
        choices: withoutNudge(current.current.choices, 'pro'),
      });
      setProblems((all) => ({ ...all, pro: undefined }));
    },
    [drop, update],
  );

  return {
    ...values,
    state: readinessOf(values),
    restoring,
    problems,
    load,
    annotate,
    answerSlowMotion,
    chooseGolfer,
    setCustomPro,
    update,
  };
}

function valuesOfSession(): AnalysisValues {
  const session = readSession();
  return {
    user: openedVideo(session.userVideo),
    pro: openedVideo(session.customProVideo),
    golfer: session.selectedPro === 'invalid' ? null : session.selectedPro,
    useCustomPro: session.useCustomPro,
    alignment: session.alignmentType,
    choices: session.choices,
  };
}

function videosToRestore(): OwnVideo[] {
  const session = readSession();
  return (['user', 'pro'] as const).filter((which) => {
    const stored = session[SESSION_KEY[which]];
    return stored !== null && stored !== 'invalid' && !openClip(stored.clipId);
  });
}

async function restoredVideo(which: OwnVideo): Promise<LoadedVideo | null> {
  const stored = readSession()[SESSION_KEY[which]];
  if (stored === null || stored === 'invalid') return null;
  const file = await getClip(stored.clipId);
  return file && openVideo(stored, file);
}

function openedVideo(stored: SessionVideo | 'invalid' | null): LoadedVideo | null {
  const file = stored !== null && stored !== 'invalid' && openClip(stored.clipId);
  return file ? openVideo(stored, file) : null;
}

function openVideo(stored: SessionVideo, file: File): LoadedVideo {
  const { clipId, annotations, slowMotionFactor } = stored;
  return { clipId, annotations, slowMotionFactor, file, url: URL.createObjectURL(file) };
}

function sessionVideo(video: LoadedVideo | null): SessionVideo | null {
  if (!video) return null;
  const { url, annotations, clipId, file, slowMotionFactor } = video;
  return { url, annotations, clipId, fileName: file.name, slowMotionFactor };
}

function readinessOf(values: AnalysisValues): AnalysisState {
  return {
    hasUserVideo: values.user !== null,
    userAnnotations: values.user?.annotations ?? NO_ANNOTATIONS,
    useCustomPro: values.useCustomPro,
    hasGolfer: values.golfer !== null,
    hasProVideo: values.pro !== null,
    proAnnotations: values.pro?.annotations ?? NO_ANNOTATIONS,
  };
}
