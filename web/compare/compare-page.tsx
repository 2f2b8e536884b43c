// /compare: the merged video and the timing analysis of the session's comparison.

import { ArrowLeft } from 'lucide-react';
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link, useLocation } from 'wouter';
import { factorInUse } from '#domain/swing/slow-motion.ts';
import { sentenceOf } from '#web/api/api-client.ts';
import { BodySection } from '#web/body/card/body-section.tsx';
import { ANSWERING, readSession } from '#web/clip/comparison-session.ts';
import { comparisonKey } from '#web/clip/use-comparison-sides.ts';
import { TimingCard } from '#web/compare/timing/timing-card.tsx';
import type TrueTimingCard from '#web/compare/timing/true-timing-card.tsx';
import type { TimedSwing } from '#web/compare/timing/true-timing-card.tsx';
import { type Drawings, useDrawing } from '#web/drawing/use-drawing.ts';
import { isThenAndNow } from '#web/kept/then-and-now.ts';
import { type Keepable, keepableOf, useKeeping } from '#web/kept/use-keeping.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { isWide } from '#web/lib/use-is-wide.ts';
import { newPlace, playOn } from '#web/player/controlled/play-place.ts';
import { LiveOrVideo, type ShownAs } from '#web/player/view/live-or-video.tsx';
import { LinkButton } from '#web/share/link-button.tsx';
import type { FileForLink } from '#web/share/link-file.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { LoadProblem, Status } from '#web/ui/status.tsx';
import { sayWith } from '#web/words/say-with.tsx';
import { say, words } from '#web/words/words.ts';
import { LiveView } from './live-view.tsx';
import type { MergeStage } from './merge-stage.ts';
import { MergedVideoCard } from './merged-video-card.tsx';
import { Movable, MovablePlace } from './movable.tsx';
import { type ComparisonDraft, type ReadyComparison, useComparison } from './use-comparison.ts';
import { useMergeRun, useShownStage } from './use-merge-run.ts';

/** Time within which an existing merged video loads, in milliseconds. Other states wait as long, to avoid a flash. */
const SETTLES_MS = 250;
const ON_THE_WAY: readonly MergeStage['stage'][] = ['preparing', 'uploading', 'looking', 'merging', 'making'];

export default function ComparePage() {
  useDocumentTitle(words.comparePage.title);
  const [, navigate] = useLocation();
  const { ready, remake, answerSlowMotion, golferError, loadGolfer } = useComparison();
  const run = useMergeRun(ready);
  const drawings = useDrawing(ready && comparisonKey(ready));
  const shown = useShownStage(run.stage);
  const { stage } = shown.stage;
  const isSettled = useSettled(ready !== null, stage === 'done');
  const [draft, setDraft] = useState<Omit<ComparisonDraft, 'drawn'> | null>(null);
  const [card] = useState(() => new Movable());
  const bar = useBarInView(ready !== null);
  const [place] = useState(newPlace);
  const player = useShownAs(stage === 'done', drawings, bar);
  const isOnPage = player.shown === 'video' || !player.canChoose;
  const [isAnswer] = useState(() => typeof history === 'object' && history.state === ANSWERING);
  const [onLessonAsked, setLessonAsked] = useState<(() => void) | null>(() => (isAnswer ? forgetAsked : null));

  function forgetAsked() {
    setLessonAsked(null);
    // A reload records nothing.
    history.replaceState(null, '');
  }

  /** Shows the live pair as the video was made, and has it recorded. */
  function recordLesson() {
    setDraft(null);
    setLessonAsked(() => forgetAsked);
    player.show('live');
  }

  const pro = ready ? (ready.golferName ?? words.comparePage.yourPro) : words.comparePage.thePro;
  return (
    // Taller than any comparison until its parts are loaded, so that a reload restores the scroll position and the
    // footer stays out of view.
    <div
      className={classNames(
        'swing-place [--stage-bar:3.25rem]',
        isSettled || golferError ? 'min-h-dvh' : 'min-h-[600svh]',
      )}
    >
      <div
        ref={bar}
        className="stage flex h-13 items-center gap-2 pr-[max(1rem,env(safe-area-inset-right))] pl-[max(0.25rem,env(safe-area-inset-left))]"
      >
        <Button
          icon={ArrowLeft}
          variant="ghost"
          onClick={() => navigate('/')}
          aria-label={words.comparePage.back}
          className="shrink-0 px-3!"
        >
          <span className="max-sm:hidden">{words.comparePage.back}</span>
        </Button>
        <h1 className="line-clamp-2 min-w-0 grow text-[0.9375rem] leading-tight font-semibold sm:text-lg">
          {ready && isThenAndNow(ready.choices) ? words.mySwings.thenAndNow : say(words.comparePage.heading, { pro })}
        </h1>
        {stage === 'done' && player.canChoose && <LiveOrVideo shown={player.shown} onChange={player.show} />}
      </div>
      {ready && player.shown === 'live' ? (
        <LiveView
          comparison={ready}
          draft={draft ?? ready}
          onDraftChange={setDraft}
          drawings={drawings}
          stage={shown.stage}
          place={place}
          onLessonAsked={onLessonAsked}
          isAnswer={isAnswer}
          onProblem={player.giveUpLive}
          onShowVideo={() => player.show('video')}
          onRemake={remake}
          onAnswer={answerSlowMotion}
          card={card}
          link={<LinkButton makeFile={() => comparisonForLink(ready)} />}
        />
      ) : (
        !ready && <div className="stage h-[calc(100svh-var(--stage-bar))]" />
      )}
      {golferError && !ready ? (
        <div className="stage">
          <div className="page-width py-6">
            <LoadProblem isBusy={false} onRetry={loadGolfer} className="rounded-md bg-raised p-5">
              {sentenceOf(golferError, words.golfers.oneLoadFailed)}
            </LoadProblem>
          </div>
        </div>
      ) : (
        isOnPage && (
          <div className="stage">
            <div className="page-width py-2 sm:py-6">
              <MovablePlace movable={card} />
            </div>
          </div>
        )
      )}
      {ready &&
        createPortal(
          <MergedVideoCard
            shown={shown}
            run={run}
            comparison={ready}
            drawings={drawings}
            place={place}
            isOnPage={isOnPage}
            onPlay={() => {
              playOn(place);
              player.show('video');
            }}
            onRecord={player.canChoose ? recordLesson : null}
          />,
          card.element,
        )}
      <div className="page-width grid grid-cols-[minmax(0,1fr)] content-start gap-2 py-2 sm:gap-6 sm:py-8">
        {ready && isSettled && (
          <AllNumbers>
            <TimingSection comparison={ready} onAnswer={answerSlowMotion} />
            <BodySection user={ready.user} pro={ready.pro} />
          </AllNumbers>
        )}
        <KeptNote comparison={ready} isWaiting={!isSettled || ON_THE_WAY.includes(stage)} />
      </div>
    </div>
  );
}

/** The numbers below the stage: open from the first frame on a wide screen, one tap away on a narrow one. */
function AllNumbers({ children }: { readonly children: ReactNode }) {
  const [isOpen] = useState(isWide);
  return (
    <details open={isOpen} className="grid grid-cols-[minmax(0,1fr)]">
      <summary className="min-h-11 text-lg font-bold">{words.comparePage.allNumbers}</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 pt-3">{children}</div>
    </details>
  );
}

/** Scrolls the bar above the stage to the top of the window, once, unless the visitor has scrolled. */
function useBarInView(isReady: boolean) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isReady) return;
    // Waits one frame, because the router first scrolls every new page to its top.
    const frame = requestAnimationFrame(() => {
      const top = bar.current?.getBoundingClientRect().top ?? 0;
      if (window.scrollY === 0 && top > 0) window.scrollTo({ top, behavior: 'instant' });
    });
    return () => cancelAnimationFrame(frame);
  }, [isReady]);
  return bar;
}

/** Whether the page's layout is known: the merged video is ready, or it will take time. Stays true. */
function useSettled(isReady: boolean, isDone: boolean): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (!isReady || isSettled) return;
    const timer = setTimeout(() => setSettled(true), isDone ? 0 : SETTLES_MS);
    return () => clearTimeout(timer);
  }, [isReady, isDone, isSettled]);
  return isSettled;
}

/** The part that is shown, and the visitor's choice. `bar` is the element above the player. */
function useShownAs(hasVideo: boolean, drawings: Drawings, bar: RefObject<HTMLElement | null>) {
  const [chosen, choose] = useState<ShownAs>('live');
  const [isLiveThere, setLiveThere] = useState(true);
  const shown: ShownAs = hasVideo && (chosen === 'video' || !isLiveThere) ? 'video' : 'live';
  const { view, setView } = drawings;

  // Drawing on the video requires the video.
  useEffect(() => {
    if (view === 'merged' && hasVideo) choose('video');
  }, [view, hasVideo]);

  /** Shows one of them, scrolled to the top of the page's player. */
  function show(next: ShownAs) {
    if (next === 'live' && view === 'merged') setView(null);
    choose(next);
    requestAnimationFrame(() => {
      const top = (bar.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
      window.scrollTo({ top, behavior: 'instant' });
    });
  }

  return { shown, show, canChoose: isLiveThere, giveUpLive: () => setLiveThere(false) };
}

interface KeptNoteProps {
  readonly comparison: ReadyComparison | null;
  /** Whether more urgent work is running, such as making the merged video. */
  readonly isWaiting: boolean;
}

/** Where the comparison is stored, or why it is not. Its line is reserved from the start. */
function KeptNote({ comparison, isWaiting }: KeptNoteProps) {
  const outcome = useKeeping({ read: () => comparison && keepable(comparison), version: comparison, isWaiting });
  const link = (
    <Link href="/my-swings" className="underline">
      {words.mySwings.title}
    </Link>
  );
  return (
    <Status className="min-h-6 text-sm text-ink-soft">
      {outcome === 'kept' && sayWith(words.mySwings.kept, { link })}
      {outcome && outcome !== 'kept' && (
        <span className="font-semibold text-flag-ink">{sayWith(words.mySwings.notKept[outcome], { link })}</span>
      )}
    </Status>
  );
}

async function comparisonForLink(comparison: ReadyComparison): Promise<FileForLink> {
  const kept = keepable(comparison);
  if (!kept) throw new Error('The comparison is no longer in this tab');
  const [{ withItsMedia }, { comparisonFile }] = await Promise.all([
    import('#web/kept/keep-comparison.ts'),
    import('#web/share/comparison-file.ts'),
  ]);
  return comparisonFile(await withItsMedia(kept.toKeep));
}

function keepable(comparison: ReadyComparison): Keepable | null {
  const { user, pro, sides, alignment, choices } = comparison;
  const { userVideo, selectedPro } = readSession();
  // The visitor has deleted everything, or chosen another swing.
  if (userVideo === null || userVideo === 'invalid' || userVideo.clipId !== user.clipId) return null;
  if (pro.golferId === null) return keepableOf({ user, pro: pro.video, alignment, choices });
  const { source, clip, annotations } = sides.pro;
  if (selectedPro === null || selectedPro === 'invalid' || !clip || typeof source !== 'string') return null;
  const shown = { clip, videoUrl: source, annotations };
  return keepableOf({ user, pro: { golfer: selectedPro, shown }, alignment, choices });
}

// Until this code is loaded, and if it fails to load, the timing card assumes 30 fps.
const WithFootage = lazy(() => import('#web/compare/timing/true-timing-card.tsx').catch(() => ({ default: AsUsual })));

interface TimingSectionProps {
  comparison: ReadyComparison;
  onAnswer: (side: 'user' | 'pro', factor: number) => void;
}

function TimingSection({ comparison, onAnswer }: TimingSectionProps) {
  const { user, pro, sides, golferName, alignment, choices } = comparison;
  const { annotations, slowMotionFactor } = sides.pro;
  const props = {
    user: { ...user, golferId: null },
    pro:
      pro.golferId === null
        ? { ...pro.video, golferId: null }
        : { golferId: pro.golferId, annotations, slowMotionFactor, proposedFactor: null },
    proName: isThenAndNow(choices) ? words.swing.then : golferName,
    alignment,
    onAnswer,
  } satisfies Parameters<typeof TrueTimingCard>[0];
  return (
    <Suspense fallback={<AsUsual {...props} />}>
      <WithFootage {...props} />
    </Suspense>
  );
}

function AsUsual({ user, pro, proName, alignment }: Parameters<typeof TrueTimingCard>[0]) {
  const usual = (swing: TimedSwing) => ({ pictureInterval: 1 / 30, slowMotionFactor: factorInUse(swing) });
  const footage = { user: usual(user), pro: usual(pro) };
  return (
    <TimingCard
      user={user.annotations}
      pro={pro.annotations}
      proName={proName}
      alignment={alignment}
      footage={footage}
    />
  );
}
