// Loads the card of both bodies lazily. If its code fails to load, the page has no such card.
import { lazy, Suspense } from 'react';
import type { ComparedSwings } from '#web/clip/use-comparison-sides.ts';

const BodyCard = lazy(() => import('./body-card.tsx').catch(() => ({ default: () => null })));

export function BodySection(compared: ComparedSwings) {
  return (
    <Suspense fallback={null}>
      <BodyCard {...compared} />
    </Suspense>
  );
}
