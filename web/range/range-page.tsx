// /range: hit balls, and see each swing beside a pro. Before a session the page says how to place the phone; afterwards
// it lists the swings, to keep or discard.
import { Camera } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { GolferCard } from '#contract/golfers.ts';
import { type ComparisonChoices, FIRST_CHOICES, withSideChoices } from '#domain/comparison/comparison-choices.ts';
import { TRAITS_UNKNOWN } from '#domain/library/suggest-golfers.ts';
import { marksOf, useGolfer, useGolfers } from '#web/api/query.tsx';
import type { ComparedSwings } from '#web/clip/use-comparison-sides.ts';
import { StillStrip } from '#web/compare/stills/still-strip.tsx';
import type { KeepOutcome } from '#web/kept/kept-database.ts';
import { useFocus } from '#web/kept/kept-focus.ts';
import { timesForgotten } from '#web/kept/unsaved.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { useWarningBeforeLeaving } from '#web/lib/use-warning-before-leaving.ts';
import { ProLine } from '#web/library/pro-line.tsx';
import { BarePreview } from '#web/preview/bare-preview.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckLink } from '#web/ui/check-link.tsx';
import { Status } from '#web/ui/status.tsx';
import { atRangeText } from '#web/words/focus-words.ts';
import { launchText } from '#web/words/launch-words.ts';
import { say, words } from '#web/words/words.ts';
import type { RangeProblem } from './capture/capture.ts';
import { useFocusTexts } from './focus-texts.ts';
import { LaunchNumbers } from './launch-numbers.tsx';
import { RangeScreen } from './range-screen.tsx';
import { createRangeStore, type RangeStore } from './range-store.ts';
import { type RangeSwing, spreadSentence, swingSentence, videoOf } from './range-swing.ts';
import { ShotsTogether } from './shots-together.tsx';
import { SwingActions, SwingStrip } from './swing-strip.tsx';

/** Limits of the device itself. */
const OF_THE_DEVICE: ReadonlySet<RangeProblem> = new Set(['not-supported', 'cannot-encode', 'stopped']);

export default function RangePage() {
  useDocumentTitle(words.range.title);
  const [store] = useState(createRangeStore);
  const { data: golfers } = useGolfers();
  const [chosen, choose] = useState<GolferCard | null>(null);
  const golfer = chosen ?? golfers?.[0] ?? null;
  const phase = useStore(store, (values) => values.phase);
  const keep = useKeepSwings(golfer);
  // Leaving the page switches the camera off.
  useEffect(
    () => () => {
      store.stop();
      store.stopSearching();
    },
    [store],
  );
  // A session is in memory only.
  useWarningBeforeLeaving(useStore(store, ({ swings }) => swings.some(({ file }) => file !== null)));
  const comparison = (swing: RangeSwing, beside: RangeSwing | null, speed: number) =>
    golfer && <Comparison {...{ store, swing, beside, golfer, speed }} key={swing.id} />;
  const stills = (swing: RangeSwing, beside: RangeSwing | null) =>
    golfer && <Stills {...{ swing, beside, golfer }} key={swing.id} />;
  if (phase !== 'off') return <RangeScreen store={store} comparison={comparison} />;
  return (
    <div className="page-width grid min-h-dvh grid-cols-[minmax(0,1fr)] content-start gap-6 py-8 sm:py-12">
      <div className="grid gap-3">
        <h1 className="display text-3xl sm:text-4xl">{words.range.title}</h1>
        <p className="max-w-prose text-lg text-ink-soft">{words.range.means}</p>
      </div>
      <SessionSummary store={store} comparison={comparison} stills={stills} onKeep={keep} />
      <RangeSetUp store={store} hasPro={golfer !== null}>
        <ProLine like={TRAITS_UNKNOWN} chosenId={golfer?.id ?? null} disabled={false} onChoose={choose} />
      </RangeSetUp>
    </div>
  );
}

const CHOICES: ComparisonChoices = { ...FIRST_CHOICES, hasStrip: false };

interface ComparisonProps {
  readonly store: RangeStore;
  readonly swing: RangeSwing;
  readonly beside: RangeSwing | null;
  readonly golfer: GolferCard;
  readonly speed: number;
}

type Compared = Pick<ComparisonProps, 'swing' | 'beside' | 'golfer'>;

/** Both swings as the stage takes them; null where the swing has no video. */
function useCompared({ swing, beside, golfer }: Compared): ComparedSwings | null {
  const { id, file, annotations } = swing;
  const user = useSame(videoOf(swing), [id, file, annotations]);
  const own = beside && videoOf(beside);
  const pro = useSame<ComparedSwings['pro']>(own ? { golferId: null, video: own } : { golferId: golfer.id }, [
    ...[golfer.id, beside?.id, beside?.file, beside?.annotations],
  ]);
  return user && { user, pro };
}

/** Both swings at every known position, as stills. Nothing until the swing's body is known. */
function Stills(props: Compared) {
  const compared = useCompared(props);
  if (!compared || props.swing.positionsFrom !== 'tracked') return null;
  return (
    <div className="px-3">
      <StillStrip {...compared} choices={CHOICES} />
    </div>
  );
}

function Comparison({ store, swing, beside, golfer, speed }: ComparisonProps) {
  const golferBox = useStore(store, (values) => values.golferBox);
  const isShortOfTime = useStore(store, (values) => values.isShortOfTime);
  const compared = useCompared({ swing, beside, golfer });
  const isTracked = swing.positionsFrom === 'tracked';
  // The phone stands still: until this clip is tracked, the golfer is where the last one was.
  const boxed = isTracked || !golferBox ? CHOICES : withSideChoices(CHOICES, 'user', { box: golferBox });
  const chosen = useSame(boxed, [isTracked, golferBox]);
  const named = { ...chosen.names, pro: beside ? say(words.range.swing, { number: beside.number }) : null };
  const choices = useSame({ ...chosen, names: named }, [chosen, beside?.number]);
  if (!compared) return null;
  return (
    <BarePreview
      {...compared}
      alignment="strike"
      choices={choices}
      tracksBodies={isTracked}
      speed={speed}
      playsOnce={isShortOfTime}
      onPlaying={() => store.hasBegunToPlay(swing.id)}
      onGolfer={store.setGolferBox}
    />
  );
}

/** The value as of the last change of one of its parts, because a new object would make a new plan. */
function useSame<Value>(value: Value, parts: readonly unknown[]): Value {
  const kept = useRef({ value, parts });
  const isSame = parts.every((part, index) => Object.is(part, kept.current.parts[index]));
  if (!isSame) kept.current = { value, parts };
  return kept.current.value;
}

/** Returns a function that keeps swings; it stops at the first that cannot be kept. */
function useKeepSwings(golfer: GolferCard | null): (swings: readonly RangeSwing[]) => Promise<KeepOutcome> {
  const { data: detail } = useGolfer(golfer?.id ?? null);
  return async (swings) => {
    if (!golfer) return 'refused';
    const shown = detail ? { videoUrl: detail.videoUrl, clip: detail.clip, annotations: marksOf(detail) } : null;
    const { keepComparison } = await import('#web/kept/keep-comparison.ts');
    for (const swing of swings) {
      const user = videoOf(swing);
      if (!user) continue;
      const outcome = await keepComparison({
        user,
        pro: { golfer, shown },
        alignment: 'strike',
        choices: FIRST_CHOICES,
        drawn: null,
        ...(swing.launch && { note: launchText(swing.launch) }),
        begunAfter: timesForgotten(),
      });
      if (outcome !== 'kept') return outcome;
    }
    return 'kept';
  };
}

interface RangeSetUpProps {
  readonly store: RangeStore;
  readonly hasPro: boolean;
  readonly children: ReactNode;
}

function RangeSetUp({ store, hasPro, children }: RangeSetUpProps) {
  const { isOpening, problem, swings } = useStore(store);
  const { stand, frame, light } = words.range.setUp;
  const focus = useFocus();
  const label = problem ? words.range.tryAgain : swings.length > 0 ? words.range.resume : words.range.start;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <section aria-labelledby="range-pro" className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h2 id="range-pro" className="display text-xl">
          {words.range.choosePro}
        </h2>
        {children}
      </section>
      <section aria-labelledby="range-set-up" className="grid gap-2">
        <h2 id="range-set-up" className="display text-xl">
          {words.range.setUp.title}
        </h2>
        <ol className="grid list-decimal gap-1 pl-6 text-lg">
          {[stand, frame, light].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
      </section>
      <div className="grid justify-items-start gap-3">
        {focus && <p className="max-w-prose font-semibold">{atRangeText(focus)}</p>}
        <Button
          size="large"
          className="max-sm:w-full"
          busy={isOpening}
          disabled={!hasPro}
          onClick={() => void store.start()}
        >
          {!isOpening && <Camera className="size-6" />}
          {isOpening ? words.range.opening : label}
        </Button>
        {!hasPro && <p className="font-semibold">{words.range.noPro}</p>}
        {problem && (
          <p role="alert" className="max-w-prose rounded-md border-2 border-flag bg-raised p-4 font-semibold">
            {words.range.problems[problem]} {OF_THE_DEVICE.has(problem) && <CheckLink />}
          </p>
        )}
        <p className="max-w-prose text-sm text-ink-soft">{words.range.privacy}</p>
        <p className="max-w-prose text-sm text-ink-soft">{words.range.browsers}</p>
      </div>
    </div>
  );
}

interface SessionSummaryProps {
  readonly store: RangeStore;
  readonly comparison: (swing: RangeSwing, beside: RangeSwing | null, speed: number) => ReactNode;
  readonly stills: (swing: RangeSwing, beside: RangeSwing | null) => ReactNode;
  readonly onKeep: (swings: readonly RangeSwing[]) => Promise<KeepOutcome>;
}

/** Nothing without swings. */
function SessionSummary({ store, comparison, stills, onKeep }: SessionSummaryProps) {
  const values = useStore(store);
  const { swings } = values;
  const [isKeeping, setKeeping] = useState(false);
  const [told, setTold] = useState<string | null>(null);
  const shown = swings.find(({ id }) => id === values.shownId) ?? null;
  const beside = swings.find(({ id }) => id === values.besideId) ?? null;
  const { focusText, setText } = useFocusTexts(values, shown);
  const starred = swings.filter(({ isStarred, file }) => isStarred && file);
  if (swings.length === 0) {
    return told ? <Status className="font-semibold">{told}</Status> : null;
  }

  async function keepStarred() {
    setKeeping(true);
    const outcome = await onKeep(starred);
    setKeeping(false);
    setTold(outcome === 'kept' ? say(words.range.kept, { count: starred.length }) : words.range.keepFailed[outcome]);
  }

  return (
    <section aria-labelledby="range-session" className="stage grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg py-4">
      <h2 id="range-session" className="display px-3 text-2xl">
        {words.range.session}
      </h2>
      <p className="px-3 text-lg font-semibold empty:hidden">{setText ?? spreadSentence(swings)}</p>
      <div className="px-3 empty:hidden">
        <ShotsTogether {...values} />
      </div>
      <SwingStrip swings={swings} shownId={values.shownId} onShow={store.show} />
      {shown && (
        <>
          <div className="relative h-[60svh] overflow-hidden bg-black">{comparison(shown, beside, 1)}</div>
          <p className="px-3 text-lg font-bold">
            {[focusText, swingSentence(swings, shown)].filter(Boolean).join(' ')}
            {shown.launch && <span className="block">{launchText(shown.launch)}</span>}
          </p>
          <SwingActions store={store} values={values} swing={shown} />
          {stills(shown, beside)}
        </>
      )}
      <LaunchNumbers swings={swings} onPaired={store.setLaunches} />
      <div className="flex flex-wrap items-center gap-3 px-3">
        <Button busy={isKeeping} disabled={starred.length === 0} onClick={() => void keepStarred()}>
          {words.range.keep}
        </Button>
        <Button variant="secondary" onClick={starred.length > 0 ? store.discardRest : store.clear}>
          {starred.length > 0 ? words.range.discard : words.range.discardAll}
        </Button>
        {starred.length === 0 && <p className="text-sm text-ink-soft">{words.range.nothingStarred}</p>}
      </div>
      <Status className="px-3 font-semibold empty:hidden">{told}</Status>
    </section>
  );
}
