// Query for the list of golfers.

import type { GolferCard } from '#contract/golfers.ts';
import { useQuery } from '#web/api/query.tsx';

export function useGolfers() {
  return useQuery<GolferCard[]>({ queryKey: ['/api', 'pro', 'list'] });
}
