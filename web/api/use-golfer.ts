// Query for one golfer of the library with marks and video.
import { useQuery } from '@tanstack/react-query';
import type { GolferDetail } from '#contract/golfers.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';

/** The golfer, or how the loading stands; nothing is loaded for null. */
export function useGolfer(golferId: number | null) {
  return useQuery<GolferDetail>({ queryKey: ['/api', 'pro', golferId], enabled: golferId !== null });
}

/** A golfer's marks without the rest of what is known of the golfer. */
export function marksOf({ restTime, topTime, strikeTime }: GolferDetail): SwingAnnotations {
  return { restTime, topTime, strikeTime };
}
