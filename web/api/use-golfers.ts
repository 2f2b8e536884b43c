// Query for the list of golfers.
import { useQuery } from '@tanstack/react-query';
import type { GolferCard } from '#contract/golfers.ts';

/** The query of the list. */
export function useGolfers() {
  return useQuery<GolferCard[]>({ queryKey: ['/api', 'pro', 'list'] });
}
