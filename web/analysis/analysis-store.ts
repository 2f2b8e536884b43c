// The analysis page's state as one store: two videos with marks, the pro, the alignment. Every change is written to the
// session immediately, so that a reload or the way back from /compare restores it.
import { startTransition, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { createStore } from 'zustand/vanilla';
import type { GolferCard } from '#contract/golfers.ts';
import type { GolferHand } from '#domain/body/filmed.ts';
import {
  type Alignment,
  type ComparisonChoices,
  withoutNudge,
  withSideChoices,
} from '#domain/comparison/comparison-choices.ts';
import { type AnalysisState, compareProblem } from '#domain/comparison/readiness.ts';
import type { ClubKind } from '#domain/library/golfer.ts';
import { playsOtherHand } from '#domain/library/suggest-golfers.ts';
import type { TakenMoments } from '#domain/moments/taken-moments.ts';
import { SIDES, type Side } from '#domain/side.ts';
import { NO_ANNOTATIONS, type SwingAnnotations, withPosition } from '#domain/swing/swing.ts';
import type { StoredClip } from '#web/clip/clip-storage.ts';
import { readSession, type SessionVideo, writeSession } from '#web/clip/comparison-session.ts';
import {
  createSwingVideo,
  discardSwingVideo,
  openedSwingVideo,
  openSwingVideo,
  type SwingVideo,
  sessionVideoOf,
} from '#web/clip/swing-video.ts';
import { COMPARE_PROBLEMS } from '#web/ui/toast/messages.ts';
import { toast } from '#web/ui/toast/toast-store.ts';

interface AnalysisValues {
  readonly user: SwingVideo | null;
  /** The visitor's own pro video; null in library mode and until one is chosen. */
  readonly pro: SwingVideo | null;
  readonly golfer: GolferCard | null;
  readonly useCustomPro: boolean;
  readonly alignment: Alignment;
  readonly choices: ComparisonChoices;
  /** The ids of clips chosen during this visit, as opposed to restored ones. */
  readonly newClips: readonly string[];
  /** Videos of the session whose files are being read from storage. */
  readonly restoring: readonly Side[];
  /** Videos that the browser no longer has (`lost`) or cannot store (`not-kept`). */
  readonly problems: Readonly<Partial<Record<Side, 'lost' | 'not-kept'>>>;
}

export function createAnalysisStore() {
  const { setState, ...store } = createStore<AnalysisValues>(valuesOfSession);
  store.subscribe(writeChanges);
  const { getState } = store;
  const setProblem = (side: Side, problem: 'lost' | 'not-kept' | undefined) =>
    setState(({ problems }) => ({ problems: { ...problems, [side]: problem } }));
  const setRestored = (side: Side) =>
    setState(({ restoring }) => ({ restoring: restoring.filter((one) => one !== side) }));

  function change(side: Side, changes: Partial<SwingVideo>): void {
    const video = getState()[side];
    if (video) setState({ [side]: { ...video, ...changes } });
  }

  function discard(side: Side): void {
    const video = getState()[side];
    if (video) discardSwingVideo(video);
  }

  /** Opens the session's videos that are not in this tab's memory. Returns the function that cancels this. */
  function restore(): () => void {
    let isAbandoned = false;
    for (const side of getState().restoring) {
      void restoredVideo(side).then((video) => {
        if (isAbandoned) return;
        setRestored(side);
        // The visitor may have chosen another video in the meantime; keep that one.
        if (getState()[side]) return;
        if (video) setState({ [side]: video });
        else {
          writeSession({ [SESSION_KEYS[side]]: null });
          setProblem(side, 'lost');
        }
      });
    }
    return () => {
      isAbandoned = true;
    };
  }

  return {
    ...store,
    restore,
    setAlignment: (alignment: Alignment) => setState({ alignment }),
    setChoices: (choices: ComparisonChoices) => setState({ choices }),
    /** Takes a new video; its annotations start empty. */
    load(side: Side, clip: StoredClip): void {
      discard(side);
      const video = createSwingVideo(clip);
      setState(({ choices, newClips }) => ({
        [side]: video,
        choices: withoutNudge(choices, side),
        newClips: [...newClips, video.clipId],
      }));
      setRestored(side);
      setProblem(side, clip.isKept ? undefined : 'not-kept');
    },
    annotate(side: Side, annotations: SwingAnnotations): void {
      const video = getState()[side];
      // Much of the page depends on a mark: respond to the press before rendering all of it.
      if (!video) return;
      const { startsAfterRest: _, ...rest } = video;
      const marked = { ...(annotations.restTime === null ? video : rest), annotations };
      startTransition(() => setState({ [side]: marked }));
    },
    take: (side: Side, taken: TakenMoments) => startTransition(() => change(side, { taken })),
    setStartsAfterRest(side: Side, startsAfterRest: boolean): void {
      const video = getState()[side];
      if (!video) return;
      const annotations = startsAfterRest ? withPosition(video.annotations, 'rest', null) : video.annotations;
      change(side, { annotations, startsAfterRest });
    },
    setClub: (club: ClubKind) => change('user', { club }),
    answerSlowMotion: (side: Side, slowMotionFactor: number) => change(side, { slowMotionFactor }),
    /** Records the factor detected from the file and its marks. It applies until the visitor answers. */
    proposeSlowMotion(side: Side, proposedFactor: number): void {
      if (getState()[side]?.proposedFactor !== proposedFactor) change(side, { proposedFactor });
    },
    /**
     * Selects a golfer of the library, in a mirror where the golfer plays with another hand than the one that the visitor's picture
     * shows; an unknown hand leaves the mirror as it is.
     */
    chooseGolfer: (golfer: GolferCard, hand: GolferHand | null) =>
      setState(({ choices }) => {
        const isKnown = hand !== null && golfer.hand !== null;
        const isMirrored = isKnown ? playsOtherHand(golfer, hand) : choices.pro.isMirrored;
        return { golfer, choices: withSideChoices(withoutNudge(choices, 'pro'), 'pro', { isMirrored }) };
      }),
    /** Switches between the library and the visitor's own pro video; either way clears the other choice. */
    setCustomPro(useCustomPro: boolean): void {
      discard('pro');
      setState(({ choices }) => ({
        useCustomPro,
        pro: null,
        ...(useCustomPro && { golfer: null }),
        choices: withoutNudge(choices, 'pro'),
      }));
      setProblem('pro', undefined);
    },
  };
}

const SESSION_KEYS = { user: 'userVideo', pro: 'customProVideo' } as const;

function valuesOfSession(): AnalysisValues {
  const session = readSession();
  const stored = { user: session.userVideo, pro: session.customProVideo };
  const [user, pro] = [openedVideo(stored.user), openedVideo(stored.pro)];
  return {
    user,
    pro,
    golfer: session.selectedPro === 'invalid' ? null : session.selectedPro,
    useCustomPro: session.useCustomPro,
    alignment: session.alignmentType,
    choices: session.choices,
    newClips: [],
    restoring: SIDES.filter((side) => isStored(stored[side]) && !{ user, pro }[side]),
    problems: {},
  };
}

async function restoredVideo(side: Side): Promise<SwingVideo | null> {
  const stored = readSession()[SESSION_KEYS[side]];
  return isStored(stored) ? openSwingVideo(stored) : null;
}

function openedVideo(stored: SessionVideo | 'invalid' | null): SwingVideo | null {
  return isStored(stored) ? openedSwingVideo(stored) : null;
}

function isStored(stored: SessionVideo | 'invalid' | null): stored is SessionVideo {
  return stored !== null && stored !== 'invalid';
}

function writeChanges(values: AnalysisValues, before: AnalysisValues): void {
  const { user, pro, golfer, useCustomPro, alignment, choices } = values;
  writeSession({
    ...(user !== before.user && { userVideo: user && sessionVideoOf(user) }),
    ...(pro !== before.pro && { customProVideo: pro && sessionVideoOf(pro) }),
    ...(golfer !== before.golfer && { selectedPro: golfer }),
    ...(useCustomPro !== before.useCustomPro && { useCustomPro }),
    ...(alignment !== before.alignment && { alignmentType: alignment }),
    ...(choices !== before.choices && { choices }),
  });
}

export function useAnalysis(): Analysis {
  const [store] = useState(createAnalysisStore);
  const [values, setValues] = useState(store.getState);
  // Not useSyncExternalStore, which renders every change synchronously: a mark is rendered as a transition.
  useEffect(() => {
    setValues(store.getState());
    return store.subscribe((next) => setValues(next));
  }, [store]);
  useEffect(() => store.restore(), [store]);
  return { ...values, ...store, state: readinessOf(values) };
}

/** The page's state and its actions, as passed to its parts. */
export type Analysis = AnalysisValues & ReturnType<typeof createAnalysisStore> & { readonly state: AnalysisState };

function readinessOf(values: AnalysisValues): AnalysisState {
  return {
    hasUserVideo: values.user !== null,
    userAnnotations: values.user?.annotations ?? NO_ANNOTATIONS,
    userStartsAfterRest: values.user?.startsAfterRest === true,
    useCustomPro: values.useCustomPro,
    hasGolfer: values.golfer !== null,
    hasProVideo: values.pro !== null,
    proAnnotations: values.pro?.annotations ?? NO_ANNOTATIONS,
  };
}

export function useCompare({ state, alignment }: { state: AnalysisState; alignment: Alignment }): () => void {
  const [, navigate] = useLocation();
  return () => {
    const problem = compareProblem(state);
    if (problem) toast(COMPARE_PROBLEMS[problem]);
    else {
      // The session already contains every change; the alignment may still be the default.
      writeSession({ alignmentType: alignment });
      navigate('/compare');
    }
  };
}
