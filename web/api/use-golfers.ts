// Query for the list of golfers.

import type { GolferCard } from '#contract/golfers.ts';
import { useQuery } from '#web/api/query.tsx';

/** The query of the list. */
export function useGolfers() {
  return useQuery<GolferCard[]>({ queryKey: ['/api', 'pro', 'list'] });
}
