// Queries for the golfers of the library: their list, and one with marks and video.

import type { GolferCard, GolferDetail } from '#contract/golfers.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { useQuery } from './query.tsx';

export function useGolfers() {
  return useQuery<GolferCard[]>({ queryKey: ['/api', 'pro', 'list'] });
}

/** The query of a golfer; disabled for null. */
export function useGolfer(golferId: number | null) {
  return useQuery<GolferDetail>({ queryKey: ['/api', 'pro', golferId], enabled: golferId !== null });
}

/** Only the marks of a golfer. */
export function marksOf({ restTime, topTime, strikeTime }: GolferDetail): SwingAnnotations {
  return { restTime, topTime, strikeTime };
}
