// 'What differs most': up to three differences in golfers' words. Each can be shown in both pictures.
import { useMemo } from 'react';
import type { ComparisonChoices, Side } from '#domain/comparison/comparison-choices.ts';
import { findDifferences, type SwingDifference } from '#domain/comparison/differences.ts';
import { factorInUse, type SlowMotionState } from '#domain/swing/slow-motion.ts';
import type { SideBody } from '#web/body/use-bodies.ts';
import { showPosition } from '#web/player/stage/stage-timeline.tsx';
import type { SyncedPair } from '#web/player/synced/synced-pair.ts';
import type { ComparedSwings, ComparisonSide } from '#web/videos/use-comparison-sides.ts';
import { words } from '#web/words/words.ts';
import { differenceText } from './difference-words.ts';
import { footageIn } from './verdict.tsx';

interface DifferencesListProps {
  readonly compared: ComparedSwings;
  readonly sides: Readonly<Record<Side, ComparisonSide>>;
  readonly bodies: Readonly<Record<Side, Pick<SideBody, 'measured'>>>;
  readonly pair: SyncedPair;
  readonly choices: ComparisonChoices;
  readonly choose: (choices: ComparisonChoices) => void;
}

/** The list. Until the bodies are known it holds only differences in timing, if any. */
export function DifferencesList({ compared, sides, bodies, pair, choices, choose }: DifferencesListProps) {
  const { user, pro } = sides;
  const measured = { user: bodies.user.measured, pro: bodies.pro.measured };
  const isPaceKnown = ![compared.user, compared.pro.golferId === null ? compared.pro.video : null].some(isProposed);
  const found = useMemo(() => {
    if (!user.annotatedClip || !pro.annotatedClip) return null;
    const swings = {
      user: { annotations: user.annotatedClip.annotations, footage: footageIn(user), body: measured.user },
      pro: { annotations: pro.annotatedClip.annotations, footage: footageIn(pro), body: measured.pro },
    };
    return findDifferences(swings, { isPaceKnown });
  }, [user, pro, measured.user, measured.pro, isPaceKnown]);
  if (!found || (found.differences.length === 0 && !found.areBodiesCompared)) return null;

  function show({ kind, position }: SwingDifference) {
    const isOfBody = kind !== 'tempo' && kind !== 'duration';
    if (isOfBody && !choices.hasBodyLines) choose({ ...choices, hasBodyLines: true });
    showPosition(pair, position);
  }

  return (
    <section aria-label={words.differences.heading} className="border-t border-line pt-2">
      <p className="label">{words.differences.heading}</p>
      {found.differences.length === 0 ? (
        <p className="py-1">{words.differences.none}</p>
      ) : (
        <ol>
          {found.differences.map((difference) => (
            <li key={difference.kind} className="flex items-center gap-2">
              <button
                type="button"
                onClick={() => show(difference)}
                className="min-h-11 min-w-0 grow rounded-md py-1 text-left leading-tight font-semibold text-ink underline decoration-edge underline-offset-4 hover:decoration-ink"
              >
                {differenceText(difference, pro.golferName)}
              </button>
              <span className="shrink-0 text-sm text-ink-soft">
                {words.differences.confidence[difference.confidence]}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Whether a slow-motion factor is in use that the visitor has not confirmed. */
function isProposed(video: SlowMotionState | null): boolean {
  return video !== null && video.slowMotionFactor === null && factorInUse(video) > 1;
}
