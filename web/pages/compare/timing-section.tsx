// The timing card of the comparison. Its slow-motion code is loaded on demand; until then, and if it fails to load, the
// card assumes 30 fps.
import { lazy, Suspense } from 'react';
import { factorInUse } from '#domain/swing/slow-motion.ts';
import { TimingCard } from '#web/features/timing/timing-card.tsx';
import type TrueTimingCard from '#web/features/timing/true-timing-card.tsx';
import type { TimedSwing } from '#web/features/timing/true-timing-card.tsx';
import { isThenAndNow } from '#web/swing/then-and-now.ts';
import { words } from '#web/words/words.ts';
import type { ReadyComparison } from './use-comparison.ts';

const WithFootage = lazy(() => import('#web/features/timing/true-timing-card.tsx').catch(() => ({ default: AsUsual })));

interface TimingSectionProps {
  comparison: ReadyComparison;
  /** Records the visitor's answer about one of their own clips. */
  onAnswer: (side: 'user' | 'pro', factor: number) => void;
}

export function TimingSection({ comparison, onAnswer }: TimingSectionProps) {
  const { user, pro, proAnnotations, golferName, alignment, choices, slowMotionFactors } = comparison;
  const props = {
    user: { ...user, golferId: null },
    pro:
      pro.golferId === null
        ? { ...pro.video, golferId: null }
        : {
            golferId: pro.golferId,
            annotations: proAnnotations,
            slowMotionFactor: slowMotionFactors.pro,
            proposedFactor: null,
          },
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
