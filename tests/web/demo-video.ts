// A demo swing, for tests.
import type { DemoVideo } from '#contract/golfers.ts';

/** The sample with a video and no picture or body. */
export const DEMO_VIDEO: DemoVideo = {
  id: 'demo-amateur',
  videoUrl: '/content/d.mp4',
  thumbnailUrl: null,
  title: 'Sample amateur swing',
  club: 'Driver',
  tag: 'Amateur swing',
  bodyUrl: null,
};
