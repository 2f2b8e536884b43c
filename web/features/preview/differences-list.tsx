// 'What differs most': up to three differences in golfers' words, directly below the verdict. Its height never changes. A press
// shows a difference on both pictures; another press goes back.
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { TOLD_HEIGHT_CM } from '#domain/comparison/differences.ts';
import { differenceText } from '#web/swing/difference-words.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { formatDecimals } from '#web/words/numbers.ts';
import { say, words } from '#web/words/words.ts';
import type { PreviewDifferences } from './use-differences.ts';

interface DifferencesListProps {
  readonly differences: PreviewDifferences;
  /** Null for the visitor's own pro video. */
  readonly golferName: string | null;
  /** Whether the golfers are filmed from different sides: their bodies cannot be compared. */
  readonly viewsDiffer: boolean;
  /** Whether tracking both bodies has ended, whatever was found. */
  readonly areBodiesDone: boolean;
  /** Whether the bodies are being tracked. */
  readonly isLooking: boolean;
  /** Starts the tracking of the bodies; null where it has been asked for. */
  readonly onAsk: (() => void) | null;
  /** What follows the differences, if there are any. */
  readonly share?: ReactNode;
}

/** The list. Until the bodies are known it holds only differences in timing, if any. */
export function DifferencesList(props: DifferencesListProps) {
  const { golferName, viewsDiffer, areBodiesDone, isLooking, onAsk, share } = props;
  const { found, shown, toggle } = props.differences;
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
    <section
      ref={listRef}
      aria-label={words.differences.heading}
      data-differences=""
      className="flex h-16 low:h-13 snap-x snap-mandatory scroll-px-3 gap-2 overflow-x-auto overscroll-x-contain px-3 py-0.5 [scrollbar-width:none] lg:h-24 lg:scroll-px-4 lg:px-4"
    >
      {told.map((each, index) => {
        const { kind, confidence } = each.difference;
        return (
          <button
            key={kind}
            type="button"
            aria-pressed={shown === kind}
            onClick={() => toggle(each)}
            className="group grid min-w-[88%] flex-1 snap-start content-center rounded-md bg-raised px-3 text-left text-ink hover:bg-sunken aria-pressed:bg-ink aria-pressed:text-paper sm:max-w-md sm:min-w-64"
          >
            <span className="truncate text-xs leading-tight font-semibold text-ink-soft low:sr-only group-aria-pressed:text-paper">
              {say(
                each.difference.unit === 'centimetres' ? words.differences.labelInCentimetres : words.differences.label,
                {
                  ...{ heading: words.differences.heading, number: index + 1, count: told.length },
                  confidence: words.differences.confidence[confidence],
                  metres: formatDecimals(TOLD_HEIGHT_CM / 100, 2),
                },
              )}
            </span>
            <span className="line-clamp-3 lg:line-clamp-4 text-[0.8125rem] leading-[1.12] font-semibold text-pretty lg:text-[0.9375rem] lg:leading-[1.15]">
              {differenceText(each.difference, golferName)}
            </span>
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
          className="grid min-w-[88%] flex-1 snap-start content-center rounded-md border border-edge px-3 py-1 text-left text-ink hover:bg-raised sm:max-w-md sm:min-w-64"
        >
          <span className="text-[0.9375rem] leading-tight font-semibold">{words.differences.find}</span>
          <span className="text-xs leading-tight text-ink-soft">{words.differences.findMeans}</span>
        </button>
      )}
      {viewsDiffer && <Note>{words.differences.otherView}</Note>}
      {areBodiesDone && !areBodiesCompared && !viewsDiffer && <Note>{words.differences.unclear}</Note>}
      {told.length === 0 && areBodiesCompared && <Note>{words.differences.none}</Note>}
    </section>
  );
}

function Note({ children }: { readonly children: ReactNode }) {
  return (
    <p className="grid min-w-[88%] flex-1 snap-start content-center rounded-md bg-raised px-3 py-1 text-[0.9375rem] leading-tight text-ink-soft sm:max-w-md sm:min-w-64">
      {children}
    </p>
  );
}
