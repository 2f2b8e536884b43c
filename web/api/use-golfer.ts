// Query for one golfer of the library with marks and video.
import { useQuery } from '@tanstack/react-query';
import type { GolferDetail } from '#contract/golfers.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';

/** The query of a golfer; disabled for null. */
export function useGolfer(golferId: number | null) {
  return useQuery<GolferDetail>({ queryKey: ['/api', 'pro', golferId], enabled: golferId !== null });
}

/** Only the marks of a golfer. */
export function marksOf({ restTime, topTime, strikeTime }: GolferDetail): SwingAnnotations {
  return { restTime, topTime, strikeTime };
}
