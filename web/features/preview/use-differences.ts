// What differs most, and the difference that is shown on both pictures.
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ComparisonChoices, Side } from '#domain/comparison/comparison-choices.ts';
import type { SwingDifference } from '#domain/comparison/differences.ts';
import type { SideEvidence } from '#domain/comparison/evidence.ts';
import type { PlanTime, SourceTime } from '#domain/time.ts';
import {
  type ComparedDifferences,
  comparedDifferences,
  evidenceOfAll,
  type KnownBody,
  type ShownDifference,
} from '#web/body/compared-differences.ts';
import { showMoments, showPosition } from '#web/player/stage/stage-timeline.tsx';
import type { SyncedPair } from '#web/player/synced/synced-pair.ts';
import type { ComparedSwings, ComparisonSide } from '#web/videos/use-comparison-sides.ts';

export interface PreviewDifferences {
  /** Null while a clip is not loaded. */
  readonly found: ComparedDifferences | null;
  /** The kind of the difference on both pictures, or null. */
  readonly shown: SwingDifference['kind'] | null;
  /** Shows a difference on both pictures, or goes back to where the pair was. */
  readonly toggle: (difference: ShownDifference) => void;
  readonly evidence: Readonly<Record<Side, readonly SideEvidence[]>>;
  /** The choices, with both golfers at one size while a difference is shown. */
  readonly framed: ComparisonChoices;
}

/** Where the pair was before a difference was shown. */
interface Before {
  readonly at: PlanTime;
  readonly isPlaying: boolean;
  readonly apart: Readonly<Record<Side, SourceTime>> | null;
}

interface DifferencesOptions {
  readonly pair: SyncedPair;
  readonly compared: ComparedSwings;
  readonly sides: Readonly<Record<Side, ComparisonSide>>;
  readonly bodies: Readonly<Record<Side, KnownBody>>;
  readonly choices: ComparisonChoices;
}

/** The differences, and what is shown of them. */
export function useDifferences({ pair, compared, sides, bodies, choices }: DifferencesOptions): PreviewDifferences {
  const { user, pro } = compared;
  const found = useMemo(() => comparedDifferences({ user, pro }, sides, bodies), [user, pro, sides, bodies]);
  const [chosen, setChosen] = useState<SwingDifference['kind'] | null>(null);
  const before = useRef<Before | null>(null);
  /** While a press moves the pair, its moves do not end what is shown. */
  const isMoving = useRef(false);
  const current = found?.differences.find(({ difference }) => difference.kind === chosen) ?? null;
  const shown = current && chosen;
  const { hasEvidence } = choices;
  const evidence = useMemo(
    () => evidenceOfAll(current ? [current] : hasEvidence ? (found?.differences ?? []) : []),
    [current, found, hasEvidence],
  );
  const isFull = shown !== null && choices.framing === 'full';
  const framed = useMemo(() => (isFull ? { ...choices, framing: 'golfers' as const } : choices), [choices, isFull]);

  function back() {
    const was = before.current;
    before.current = null;
    setChosen(null);
    if (!was) return;
    if (was.apart) pair.goApart(was.apart);
    else void pair.seekTo(was.at);
    if (was.isPlaying) pair.setPlaying(true);
  }

  function toggle({ difference, evidence: drawnOn }: ShownDifference) {
    if (difference.kind === shown) return back();
    const { at, playing, apart } = pair.getState();
    before.current ??= { at, isPlaying: playing, apart };
    setChosen(difference.kind);
    isMoving.current = true;
    if (drawnOn.user && drawnOn.pro) {
      showMoments(pair, { user: drawnOn.user.at as SourceTime, pro: drawnOn.pro.at as SourceTime });
    } else if (difference.position !== 'delivery') showPosition(pair, difference.position);
    isMoving.current = false;
  }

  const playFrom = useEffectEvent(() => {
    const was = before.current;
    before.current = null;
    setChosen(null);
    if (was) queueMicrotask(() => void pair.seekTo(was.at));
  });
  const leave = useEffectEvent(() => {
    before.current = null;
    setChosen(null);
  });
  const goBack = useEffectEvent(back);
  useEffect(() => {
    if (shown === null) return;
    const { at, apart } = pair.getState();
    const stop = pair.subscribe((state) => {
      if (isMoving.current) return;
      if (state.playing) playFrom();
      else if (state.at !== at || state.apart !== apart) leave();
    });
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) goBack();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      stop();
      document.removeEventListener('keydown', onKey);
    };
  }, [shown, pair]);
  return { found, shown, toggle, evidence, framed };
}
