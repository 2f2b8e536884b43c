// Query for the list of golfers.
import { useQuery } from '@tanstack/react-query';
import type { GolferCard } from '#contract/golfers.ts';

/** The list, or how its loading stands. */
export function useGolfers() {
  return useQuery<GolferCard[]>({ queryKey: ['/api', 'pro', 'list'] });
}
