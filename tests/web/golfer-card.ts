// The card of a golfer of the library, for tests.
import type { GolferCard } from '#contract/golfers.ts';

/** A golfer with a video and no other facts. */
export const GOLFER_CARD: GolferCard = {
  id: 7,
  name: 'Model swing',
  thumbnailUrl: null,
  majorChampionships: 0,
  club: null,
  height: null,
  level: null,
  tag: null,
  view: null,
  hand: null,
  loopUrl: null,
  bodyUrl: null,
  videoUrl: '/media/golfers/1.mp4',
  tempo: null,
};
