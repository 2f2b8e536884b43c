// /range: hit balls, and see each swing beside a pro.
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { GolferCard } from '#contract/golfers.ts';
import { type ComparisonChoices, FIRST_CHOICES, withSideChoices } from '#domain/comparison/comparison-choices.ts';
import { TRAITS_UNKNOWN } from '#domain/library/suggest-golfers.ts';
import { marksOf, useGolfer, useGolfers } from '#web/api/use-golfers.ts';
import { BarePreview } from '#web/features/preview/bare-preview.tsx';
import { ProLine } from '#web/features/quick-compare/pro-line.tsx';
import { RangeScreen } from '#web/features/range/range-screen.tsx';
import { RangeSetUp } from '#web/features/range/range-set-up.tsx';
import { createRangeStore, type RangeStore } from '#web/features/range/range-store.ts';
import { type RangeSwing, videoOf } from '#web/features/range/range-swing.ts';
import { SessionSummary } from '#web/features/range/session-summary.tsx';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import type { KeepOutcome } from '#web/videos/kept/keep-outcome.ts';
import { timesForgotten } from '#web/videos/kept/times-forgotten.ts';
import { say, words } from '#web/words/words.ts';

export default function RangePage() {
  useDocumentTitle(words.range.title);
  const [store] = useState(createRangeStore);
  const { data: golfers } = useGolfers();
  const [chosen, choose] = useState<GolferCard | null>(null);
  const golfer = chosen ?? golfers?.[0] ?? null;
  const phase = useStore(store, (values) => values.phase);
  const keep = useKeepSwings(golfer);
  // The camera's light goes out with the page.
  useEffect(() => store.stop, [store]);
  useWarningBeforeLeaving(store);
  const comparison = (swing: RangeSwing, beside: RangeSwing | null, speed: number) =>
    golfer && <Comparison {...{ store, swing, beside, golfer, speed }} key={swing.id} />;
  if (phase !== 'off') return <RangeScreen store={store} comparison={comparison} />;
  return (
    <div className="page-width grid min-h-dvh grid-cols-[minmax(0,1fr)] content-start gap-6 py-8 sm:py-12">
      <div className="grid gap-3">
        <h1 className="display text-3xl sm:text-4xl">{words.range.title}</h1>
        <p className="max-w-prose text-lg text-ink-soft">{words.range.means}</p>
      </div>
      <SessionSummary store={store} comparison={comparison} onKeep={keep} />
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

function Comparison({ store, swing, beside, golfer, speed }: ComparisonProps) {
  const golferBox = useStore(store, (values) => values.golferBox);
  const isShortOfTime = useStore(store, (values) => values.isShortOfTime);
  const { id, file, annotations } = swing;
  const user = useSame(videoOf(swing), [id, file, annotations]);
  const own = useSame(beside && videoOf(beside), [beside?.id, beside?.file, beside?.annotations]);
  const isTracked = swing.positionsFrom === 'tracked';
  // The phone stands still: until this clip is tracked, the golfer is where the last one was.
  const boxed = isTracked || !golferBox ? CHOICES : withSideChoices(CHOICES, 'user', { box: golferBox });
  const chosen = useSame(boxed, [isTracked, golferBox]);
  const named = { ...chosen.names, pro: beside ? say(words.range.swing, { number: beside.number }) : null };
  const choices = useSame({ ...chosen, names: named }, [chosen, beside?.number]);
  if (!user) return null;
  return (
    <BarePreview
      user={user}
      pro={own ? { golferId: null, video: own } : { golferId: golfer.id }}
      alignment="strike"
      choices={choices}
      tracksBodies={isTracked}
      speed={speed}
      playsOnce={isShortOfTime}
      onPlaying={() => store.hasBegunToPlay(id)}
      onGolfer={store.setGolferBox}
    />
  );
}

/** The value as it was when one of its parts last changed: a new object would make a new plan. */
function useSame<Value>(value: Value, parts: readonly unknown[]): Value {
  const kept = useRef({ value, parts });
  const isSame = parts.every((part, index) => Object.is(part, kept.current.parts[index]));
  if (!isSame) kept.current = { value, parts };
  return kept.current.value;
}

/** A session is in memory only: a page with swings asks before it is left. */
function useWarningBeforeLeaving(store: RangeStore): void {
  const hasSwings = useStore(store, ({ swings }) => swings.some(({ file }) => file !== null));
  useEffect(() => {
    if (!hasSwings) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasSwings]);
}

/** Returns a function that keeps swings; it stops at the first that cannot be kept. */
function useKeepSwings(golfer: GolferCard | null): (swings: readonly RangeSwing[]) => Promise<KeepOutcome> {
  const { data: detail } = useGolfer(golfer?.id ?? null);
  return async (swings) => {
    if (!golfer) return 'refused';
    const shown = detail ? { videoUrl: detail.videoUrl, clip: detail.clip, annotations: marksOf(detail) } : null;
    const { keepComparison } = await import('#web/videos/kept/keep-comparison.ts');
    for (const swing of swings) {
      const user = videoOf(swing);
      if (!user) continue;
      const outcome = await keepComparison({
        user,
        pro: { golfer, shown },
        alignment: 'strike',
        choices: FIRST_CHOICES,
        drawn: null,
        begunAfter: timesForgotten(),
      });
      if (outcome !== 'kept') return outcome;
    }
    return 'kept';
  };
}
