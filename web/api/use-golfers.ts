// The library's golfers, loaded once for every part of the page that shows them.
import { useQuery } from '@tanstack/react-query';
import type { GolferCard } from '#contract/golfers.ts';

/** The list, or how its loading stands. */
export function useGolfers() {
  return useQuery<GolferCard[]>({ queryKey: ['/api', 'pro', 'list'] });
}
