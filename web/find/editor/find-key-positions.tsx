// 'Find my key positions': proposes rest, top and strike. The search starts automatically for a clip that was just
// chosen. It marks nothing without a press, and stops when a position is marked by hand. Its status line is above the
// player, the editor below.
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { bodyAngles } from '#domain/body/body-angles.ts';
import type { BodyTrack } from '#domain/body/body-track.ts';
import { FILMED_UNKNOWN, type Filmed } from '#domain/library/golfer.ts';
import { type FoundSwing, marksAt } from '#domain/moments/found-swing.ts';
import { markedCount, NO_ANNOTATIONS, POSITIONS, type SwingAnnotations } from '#domain/swing/swing.ts';
import type { Clip } from '#domain/video/clip.ts';
import { forgetFound } from '#web/find/found-store.ts';
import type { FoundSwings } from '#web/find/search-moments.ts';
import { SmallButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { PositionShape } from '#web/ui/position-shape.tsx';
import { Status } from '#web/ui/status.tsx';
import { formatMark } from '#web/words/swing-words.ts';
import { say, words } from '#web/words/words.ts';
import {
  FILLS_PHONE,
  type NextStep,
  PositionEditor,
  type PositionEditorProps,
  TICK,
  TICKS,
} from './position-editor.tsx';
import { type MomentsSearch, type SearchState, SearchStrip, useMomentsSearch } from './search-strip.tsx';

/** What the search has found about a clip. */
export interface FoundClip extends Filmed {
  readonly annotations: SwingAnnotations;
}

interface FindMomentsProps extends Omit<PositionEditorProps, 'clip' | 'swings' | 'track' | 'next' | 'onClose'> {
  /** Null while its frames are being read. */
  readonly clip: Clip | null;
  /** Whether the whole video has stayed in this browser. */
  readonly isLocal: boolean;
  /** Whether the search starts automatically while no position is marked. */
  readonly beginsByItself?: boolean;
  /** Whether the player shows the video. */
  readonly isReady?: boolean;
  /** Returns the step after all three proposals are taken; null for none. */
  readonly next?: ((found: FoundClip) => NextStep | null) | null;
  readonly onFound?: (found: FoundSwings) => void;
  /** Called when proposals begin or cease to wait for an answer. */
  readonly onAwaitsAnswer?: (awaits: boolean) => void;
  readonly children?: ReactNode;
}

export function FindKeyPositions(props: FindMomentsProps) {
  const { source, clip, isLocal, annotations, beginsByItself = false, isReady = true, next, onShow } = props;
  const isUnmarked = markedCount(annotations) === 0;
  const expected = beginsByItself && isUnmarked;
  const wants = {
    expected,
    isReady: isReady && clip !== null,
    showsRecalled: markedCount(annotations) < POSITIONS.length,
  };
  // The track outlasts the proposals: a position that is corrected later is enlarged, too.
  const [track, setTrack] = useState<BodyTrack | null>(null);
  const search = useMomentsSearch(source, wants, (answer) => {
    setTrack(answer.track);
    props.onFound?.(answer);
  });
  const { state, stop } = search;
  const isPending = search.isExpected || (state.stage === 'searching' && isUnmarked);
  const areaRef = useRef<HTMLDivElement>(null);
  const answerRef = useAnswerShown(search, areaRef);
  useEndedByMarking(state, annotations, stop);
  const found = state.stage === 'answered' && state.answer.kind === 'found' ? state.answer : null;
  const awaitsAnswer = clip !== null && found !== null;
  useReport(awaitsAnswer, props.onAwaitsAnswer);
  const foundClip = useMemo(() => (found ? foundClipOf(found) : NOTHING_FOUND), [found]);
  return (
    <div ref={areaRef} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <SearchStrip
        search={search}
        canSearch={clip !== null}
        isLocal={isLocal}
        onShowFound={() => answerRef.current?.focus()}
      />
      {/* On a phone the proposals take the player's place. */}
      <div className={classNames('grid grid-cols-[minmax(0,1fr)] gap-3', awaitsAnswer && 'max-sm:hidden')}>
        {props.children}
      </div>
      <div
        key={found ? 'found' : 'awaited'}
        ref={answerRef}
        tabIndex={-1}
        // Just below the row of steps, which is sticky.
        className={classNames(
          '-scroll-mt-4 outline-none empty:hidden sm:-scroll-mt-1 short:scroll-mt-0',
          // The panel beside the player is closed, or low: the card is as wide as both.
          (isPending || found) && 'lg:w-[calc(100%+23rem)]',
        )}
      >
        {isPending && (
          <PendingPositions>
            {clip && state.stage === 'searching' && state.firstProposal && (
              <FirstProposal proposal={state.firstProposal} frameRate={clip.frameRate} onShow={onShow} />
            )}
          </PendingPositions>
        )}
        {clip && (found || !isUnmarked) && (
          <PositionEditor
            key={found?.swings[0]?.moments.strike.time}
            {...props}
            {...{ clip, track }}
            swings={found?.swings ?? NO_SWINGS}
            next={next?.(foundClip) ?? null}
            onClose={() => {
              stop();
              // What was taken goes on: the comparison uses the body.
              if (source instanceof File && isUnmarked) void forgetFound(source);
            }}
          />
        )}
      </div>
    </div>
  );
}

function useReport(awaits: boolean, onAwaitsAnswer: ((awaits: boolean) => void) | undefined): void {
  const report = useEffectEvent((now: boolean) => onAwaitsAnswer?.(now));
  // Before the next paint, so that the panels close together with the proposals' appearance.
  useLayoutEffect(() => report(awaits), [awaits]);
}

const NO_SWINGS: readonly FoundSwing[] = [];

const NOTHING_FOUND: FoundClip = { ...FILMED_UNKNOWN, annotations: NO_ANNOTATIONS };

/** View and hand are null unless the search is sure of them. */
function foundClipOf({ swings: [swing], track }: FoundSwings): FoundClip {
  if (!swing) return NOTHING_FOUND;
  const annotations = marksAt(swing);
  const { view, hand } = track ? bodyAngles(track, annotations) : FILMED_UNKNOWN;
  return { view, hand, annotations };
}

/** Reserves the place of the proposals during a search, so that they move nothing on the page when they appear. */
function PendingPositions({ children }: { readonly children: ReactNode }) {
  return (
    <Card
      className={classNames(
        FILLS_PHONE,
        'grid grid-cols-[minmax(0,1fr)] content-start gap-2 px-3! pt-3! sm:min-h-[calc(100svh-6rem)] sm:px-6! lg:min-h-[39rem]',
      )}
    >
      <div className={TICKS} aria-hidden="true">
        {POSITIONS.map((position) => (
          <p key={position} className={classNames(TICK, 'border-line text-ink-soft')}>
            <span className="grid size-10 shrink-0 place-items-center rounded-sm bg-sunken">
              <PositionShape position={position} />
            </span>
            {words.swing.positions[position]}
          </p>
        ))}
      </div>
      {children || <div className="h-40 rounded-md bg-sunken" />}
    </Card>
  );
}

interface FirstProposalProps {
  readonly proposal: FoundSwing;
  readonly frameRate: Clip['frameRate'];
  readonly onShow: (time: number) => void;
}

/** The proposal from the hands and the sound, shown while the search goes on. */
function FirstProposal({ proposal, frameRate, onShow }: FirstProposalProps) {
  return (
    <div className="flex flex-wrap content-start items-center gap-x-3 gap-y-2">
      <Status className="text-sm">{words.annotate.firstProposal}</Status>
      {POSITIONS.map((position) => (
        <SmallButton key={position} onClick={() => onShow(proposal.moments[position].time)}>
          {say(words.annotate.goTo, {
            position: words.swing.positionsInText[position],
            reading: formatMark(proposal.moments[position].time, frameRate),
          })}
        </SmallButton>
      ))}
    </div>
  );
}

/** A mark set by hand stops a running search, or clears the answer of a search that found nothing. */
function useEndedByMarking(state: SearchState, annotations: SwingAnnotations, end: () => void): void {
  const isOver = state.stage === 'searching' || (state.stage === 'answered' && state.answer.kind !== 'found');
  const marksThen = useRef(annotations);
  const endNow = useEffectEvent(end);
  useEffect(() => {
    if (isOver && annotations !== marksThen.current) endNow();
    marksThen.current = annotations;
  }, [isOver, annotations]);
}

/**
 * Scrolls the proposals into view. After a press they also take the focus, which the pressed button has lost. After an
 * automatic search they are scrolled to only if the visitor has not touched the player since the search began.
 */
function useAnswerShown({ state, isAskedFor }: MomentsSearch, area: { readonly current: HTMLElement | null }) {
  const answerRef = useRef<HTMLDivElement>(null);
  const { stage } = state;
  const hasFound = state.stage === 'answered' && state.answer.kind === 'found';
  const isTouched = useRef(false);
  useEffect(() => {
    if (stage !== 'searching') return;
    isTouched.current = false;
    const touched = new AbortController();
    const touch = () => {
      isTouched.current = true;
    };
    for (const doing of ['pointerdown', 'keydown', 'wheel'] as const) {
      area.current?.addEventListener(doing, touch, { signal: touched.signal, capture: true, passive: true });
    }
    return () => touched.abort();
  }, [stage, area]);
  // Before the next paint, because on a phone the player has just given way.
  useLayoutEffect(() => {
    if (!hasFound) return;
    if (isAskedFor && document.activeElement === document.body) answerRef.current?.focus();
    else if (!isAskedFor && !isTouched.current && isInView(area.current)) {
      void answerRef.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
    }
  }, [hasFound, isAskedFor, area]);
  return answerRef;
}

function isInView(element: HTMLElement | null): boolean {
  if (!element) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
