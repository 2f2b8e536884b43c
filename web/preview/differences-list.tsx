// Directly below the pictures: 'Biggest differences', up to three differences in golfers' words, and the verdict, both tempos in one
// sentence. It grows only with a long sentence. A press shows a difference on both pictures; another goes back.
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { MeasuredAt } from '#domain/body/body-track.ts';
import type { ComparisonChoices } from '#domain/comparison/comparison-choices.ts';
import type { SwingDifference } from '#domain/comparison/differences.ts';
import type { SideEvidence } from '#domain/comparison/evidence.ts';
import { type Focus, focusOn } from '#domain/focus/focus.ts';
import type { Side } from '#domain/side.ts';
import { analyseTiming } from '#domain/swing/timing-analysis.ts';
import type { PlanTime, SourceTime } from '#domain/time.ts';
import type { ComparedSwings, ComparisonSide } from '#web/clip/use-comparison-sides.ts';
import { isThenAndNow } from '#web/kept/then-and-now.ts';
import { showMoments, showPosition } from '#web/player/stage/stage-timeline.tsx';
import type { SyncedPair } from '#web/player/synced/synced-pair.ts';
import { Spinner } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { differenceText, tourText } from '#web/words/difference-words.ts';
import { differenceSentence, inShort } from '#web/words/timing-words.ts';
import { say, words } from '#web/words/words.ts';
import {
  type ComparedDifferences,
  comparedDifferences,
  evidenceOfAll,
  footageIn,
  type KnownBody,
  type ShownDifference,
} from './compared-differences.ts';
import type { FocusMoment } from './focus-picture.ts';
import { HeightChoice, useHeightCm } from './golfer-height.tsx';
import { WorkOnThis } from './work-on-this.tsx';

interface VerdictProps {
  readonly user: ComparisonSide;
  readonly pro: ComparisonSide;
  /** Null for the visitor's own pro video. */
  readonly golferName: string | null;
}

/** Two lines. Empty while a tempo is unknown. */
export function Verdict({ user, pro, golferName }: VerdictProps) {
  const told = useMemo(() => {
    if (!user.annotatedClip || !pro.annotatedClip) return null;
    const footage = { user: footageIn(user), pro: footageIn(pro) };
    const analysis = analyseTiming(user.annotatedClip.annotations, pro.annotatedClip.annotations, footage);
    const isUnclear = Boolean(analysis.tempo.user?.toCheck ?? analysis.tempo.pro?.toCheck);
    return {
      headline: inShort(analysis, golferName, true),
      detail: isUnclear ? null : differenceSentence(analysis, golferName),
      isUnclear,
    };
  }, [user, pro, golferName]);
  if (!told?.headline) return null;
  return (
    <div className="px-3 py-0.5 lg:px-4 lg:py-2.5" data-verdict="">
      <p
        className={classNames(
          'text-sm leading-tight font-semibold text-balance lg:text-base',
          told.isUnclear && 'text-flag-ink',
        )}
      >
        {told.headline}
      </p>
      {told.detail && (
        // Below a headline of two lines it would leave no room for the tools on a phone. The numbers show it too.
        <p className="truncate text-sm text-ink-soft max-sm:hidden short:hidden">{told.detail}</p>
      )}
    </div>
  );
}

interface DifferencesListProps {
  readonly differences: PreviewDifferences;
  readonly golferName: string | null;
  /** Whether the golfers are filmed from different sides: their bodies cannot be compared. */
  readonly viewsDiffer: boolean;
  /** Whether tracking both bodies has ended, whatever was found. */
  readonly areBodiesDone: boolean;
  readonly isLooking: boolean;
  /** Starts the tracking of the bodies; null where it has been asked for. */
  readonly onAsk: (() => void) | null;
  readonly share?: ReactNode;
}

/** The list. Until the bodies are known it holds only differences in timing, if any. */
export function DifferencesList(props: DifferencesListProps) {
  const { golferName, viewsDiffer, areBodiesDone, isLooking, onAsk, share } = props;
  const { found, shown, toggle, focus, moment } = props.differences;
  const areBodiesCompared = found?.areBodiesCompared ?? false;
  // The ranking is known only when the bodies are compared: a sentence shown earlier would then move.
  const told = isLooking && !areBodiesCompared ? [] : (found?.differences ?? []);
  const listRef = useRef<HTMLElement>(null);
  const kinds = told.map(({ difference }) => difference.kind).join(' ');
  // A browser keeps the sentence in view that was there before others were ranked above it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for every other list
  useLayoutEffect(() => {
    if (listRef.current) listRef.current.scrollLeft = 0;
  }, [kinds]);
  const hasOffer = !areBodiesCompared && !isLooking && onAsk !== null;
  return (
    <>
      <section
        ref={listRef}
        aria-label={words.differences.heading}
        data-differences=""
        className="flex min-h-16 low:min-h-13 snap-x snap-mandatory scroll-px-3 gap-2 overflow-x-auto overscroll-x-contain px-3 pt-1 [scrollbar-width:none] lg:min-h-0 lg:flex-col lg:px-4 lg:pt-4"
      >
        {told.map((each, index) => {
          const { kind, confidence } = each.difference;
          return (
            <button
              key={kind}
              type="button"
              aria-pressed={shown === kind}
              onClick={() => toggle(each)}
              className="group grid min-w-[88%] flex-1 snap-start content-center rounded-md bg-raised px-3 py-0.5 text-left text-ink hover:bg-sunken aria-pressed:bg-ink aria-pressed:text-paper sm:max-w-md sm:min-w-64 lg:flex-none lg:py-2.5"
            >
              <span className="truncate text-xs leading-tight font-semibold text-ink-soft low:sr-only group-aria-pressed:text-paper">
                {[
                  index === 0 && words.differences.heading,
                  say(words.differences.label, { number: index + 1, count: told.length }),
                  confidence === 'likely' && words.differences.confidence.likely,
                ]
                  .filter(Boolean)
                  .join(words.app.separator)}
              </span>
              <span className="text-[0.9375rem] leading-[1.12] font-bold text-pretty low:text-[0.8125rem] lg:text-[1.0625rem] lg:leading-[1.15]">
                {differenceText(each.difference, golferName)}
              </span>
              {shown === kind && <span className="text-xs leading-tight">{tourText(each.difference, golferName)}</span>}
            </button>
          );
        })}
        {told.length > 0 && share}
        {isLooking && !areBodiesCompared && (
          <Note>
            <span role="status" className="flex items-center gap-2">
              <Spinner /> {words.differences.looking}
            </span>
          </Note>
        )}
        {hasOffer && (
          <button
            type="button"
            onClick={onAsk}
            className="grid min-w-[88%] flex-1 snap-start content-center rounded-md border border-edge px-3 py-1 text-left text-ink hover:bg-raised sm:max-w-md sm:min-w-64 lg:flex-none lg:py-2.5"
          >
            <span className="text-[0.9375rem] leading-tight font-semibold">{words.differences.find}</span>
            <span className="text-xs leading-tight text-ink-soft">{words.differences.findMeans}</span>
          </button>
        )}
        {viewsDiffer && <Note>{words.differences.otherView}</Note>}
        {areBodiesDone && !areBodiesCompared && !viewsDiffer && <Note>{words.differences.unclear}</Note>}
        {told.length === 0 && areBodiesCompared && (
          <Note>{found?.isWithinTour ? words.differences.withinTour : words.differences.none}</Note>
        )}
      </section>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3 pt-1 empty:hidden lg:gap-x-4 lg:px-4">
        {focus && <WorkOnThis focus={focus} moment={moment} />}
        {told.some(({ difference: { kind, unit } }) => kind === shown && unit === 'centimeters') && <HeightChoice />}
      </div>
    </>
  );
}

function Note({ children }: { readonly children: ReactNode }) {
  return (
    <p className="grid min-w-[88%] flex-1 snap-start content-center rounded-md bg-raised px-3 py-1 text-[0.9375rem] leading-tight text-ink-soft sm:max-w-md sm:min-w-64 lg:flex-none lg:py-2.5">
      {children}
    </p>
  );
}

export interface PreviewDifferences {
  /** Null while a clip is not loaded. */
  readonly found: ComparedDifferences | null;
  /** The kind of the difference on both pictures, or null. */
  readonly shown: SwingDifference['kind'] | null;
  /** Shows a difference on both pictures, or goes back to where the pair was. */
  readonly toggle: (difference: ShownDifference) => void;
  /** What the golfer works on if they choose the shown difference; null where it cannot be chosen. */
  readonly focus: Focus | null;
  /** What a picture of it is taken from; null where nothing can be drawn on it. */
  readonly moment: FocusMoment | null;
  readonly evidence: Readonly<Record<Side, readonly SideEvidence[]>>;
  /** The moments at which the lines at the differences are drawn; empty while those are off. */
  readonly drawn: readonly DrawnMoment[];
  /** The choices, with both golfers at one size while a difference is shown. */
  readonly framed: ComparisonChoices;
}

export interface DrawnMoment {
  readonly position: MeasuredAt;
  /** Pauses and shows both golfers there. */
  readonly show: () => void;
}

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

export function useDifferences({ pair, compared, sides, bodies, choices }: DifferencesOptions): PreviewDifferences {
  const { user, pro } = compared;
  const heightCm = useHeightCm();
  const isBesidePro = !isThenAndNow(choices);
  const found = useMemo(
    () => comparedDifferences({ user, pro }, sides, { bodies, isBesidePro, heightCm }),
    [user, pro, sides, bodies, isBesidePro, heightCm],
  );
  const [chosen, setChosen] = useState<SwingDifference['kind'] | null>(null);
  const before = useRef<Before | null>(null);
  /** While a press moves the pair, its moves do not end what is shown. */
  const isMoving = useRef(false);
  const current = found?.differences.find(({ difference }) => difference.kind === chosen) ?? null;
  const shown = current && chosen;
  const focus = useMemo(() => {
    const measured = { user: bodies.user.measured, pro: bodies.pro.measured };
    return current && isBesidePro ? focusOn(current.difference, measured, Date.now()) : null;
  }, [current, isBesidePro, bodies]);
  const { hasEvidence } = choices;
  const evidence = useMemo(
    () => evidenceOfAll(current ? [current] : hasEvidence ? (found?.differences ?? []) : []),
    [current, found, hasEvidence],
  );
  const ownEvidence = current?.evidence.user ?? null;
  const moment = useMemo(
    () => ownEvidence && { sides, bodies, choices, evidence: ownEvidence },
    [sides, bodies, choices, ownEvidence],
  );
  const isFull = shown !== null && choices.framing === 'full';
  const framed = useMemo(() => (isFull ? { ...choices, framing: 'golfers' as const } : choices), [choices, isFull]);

  const drawn = useMemo(
    () =>
      (hasEvidence ? (found?.differences ?? []) : [])
        .filter(({ evidence: { user, pro } }) => user || pro)
        .map((each) => ({ position: each.difference.position, show: () => goTo(pair, each) }))
        .filter(({ position }, index, all) => all.findIndex((other) => other.position === position) === index),
    [pair, found, hasEvidence],
  );

  function back() {
    const was = before.current;
    before.current = null;
    setChosen(null);
    if (!was) return;
    if (was.apart) pair.goApart(was.apart);
    else void pair.seekTo(was.at);
    if (was.isPlaying) pair.setPlaying(true);
  }

  function toggle(each: ShownDifference) {
    const { kind } = each.difference;
    if (kind === shown) return back();
    const { at, playing, apart } = pair.getState();
    before.current ??= { at, isPlaying: playing, apart };
    setChosen(kind);
    isMoving.current = true;
    goTo(pair, each);
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
  return { found, shown, toggle, focus, moment, evidence, drawn, framed };
}

/** Pauses and shows both golfers at the moment of a difference. */
function goTo(pair: SyncedPair, { difference, evidence: { user, pro } }: ShownDifference): void {
  if (user && pro) showMoments(pair, { user: user.at as SourceTime, pro: pro.at as SourceTime });
  else if (difference.position !== 'delivery') showPosition(pair, difference.position);
}
