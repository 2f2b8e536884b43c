// The lazily loaded card of both bodies, as pages show it: without its code, a page has no such card.
import { lazy, Suspense } from 'react';
import type { ComparedSwings } from '#web/videos/use-comparison-sides.ts';

const BodyCard = lazy(() =>
  import('./body-card.tsx').then(
    ({ BodyCard: shown }) => ({ default: shown }),
    () => ({ default: () => null }),
  ),
);

/** The card, once the bodies are looked for. */
export function BodySection(compared: ComparedSwings) {
  return (
    <Suspense fallback={null}>
      <BodyCard {...compared} />
    </Suspense>
  );
}
