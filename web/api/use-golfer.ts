// Query for one golfer of the library with marks and video.

import type { GolferDetail } from '#contract/golfers.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { useQuery } from '#web/api/query.tsx';

/** The query of a golfer; disabled for null. */
export function useGolfer(golferId: number | null) {
  return useQuery<GolferDetail>({ queryKey: ['/api', 'pro', golferId], enabled: golferId !== null });
}

/** Only the marks of a golfer. */
export function marksOf({ restTime, topTime, strikeTime }: GolferDetail): SwingAnnotations {
  return { restTime, topTime, strikeTime };
}
