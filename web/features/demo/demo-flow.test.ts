import { describe, expect, it } from 'vitest';
import type { DemoVideo, GolferCard } from '#contract/golfers.ts';
import { GOLFER_CARD } from '#tests/web/golfer-card.ts';
import { type DemoEvent, type DemoFlow, FRESH_DEMO, nextDemoFlow, readyDemo } from './demo-flow.ts';

const demo: DemoVideo = {
  id: 'demo-amateur',
  videoUrl: '/media/demo.mp4',
  thumbnailUrl: null,
  title: 'Sample amateur swing',
  club: 'Driver',
  tag: 'Amateur swing',
};
const golfer: GolferCard = { ...GOLFER_CARD, club: 'Driver', level: 'Reference model' };
const unmarked = { restTime: null, topTime: null, strikeTime: null };

const stateAfter = (...events: DemoEvent[]): DemoFlow => events.reduce(nextDemoFlow, FRESH_DEMO);
const selected: DemoEvent = { type: 'demo-selected', demo };
const chosen: DemoEvent = { type: 'golfer-chosen', golfer };
const started: DemoEvent = { type: 'compare-started' };

describe('the demo', () => {
  it('has rest 0, top 1.2 and strike 1.6 as soon as its video is selected [S4.6]', () => {
    expect(stateAfter(selected)).toMatchObject({ demo, annotations: { restTime: 0, topTime: 1.2, strikeTime: 1.6 } });
  });

  it('shows the picker again and clears the marks with Change Video, and keeps the golfer', () => {
    expect(stateAfter(selected, chosen, { type: 'change-video' })).toMatchObject({
      demo: null,
      annotations: unmarked,
      golfer,
    });
  });

  it.each<[string, DemoEvent[]]>([
    ['nothing', []],
    ['only a demo video', [selected]],
    ['only a golfer', [chosen]],
    ['a golfer and a video that was changed away', [selected, chosen, { type: 'change-video' }]],
  ])('is not ready with %s', (_, events) => {
    expect(readyDemo(stateAfter(...events))).toBeNull();
  });

  it('is ready with a demo video and a golfer', () => {
    expect(readyDemo(stateAfter(chosen, selected))).toEqual({ demo, golfer });
  });

  it('is ready as soon as a golfer is on display beside the video, and keeps one that was chosen', () => {
    const other = { ...golfer, id: 8 };
    const shown: DemoEvent = { type: 'golfer-shown', golfer: other };
    expect(readyDemo(stateAfter(selected, shown))).toEqual({ demo, golfer: other });
    expect(readyDemo(stateAfter(selected, chosen, shown))).toEqual({ demo, golfer });
    expect(stateAfter(shown)).toEqual(FRESH_DEMO);
  });

  it('shows the result once the comparison is there', () => {
    const done = stateAfter(selected, chosen, started, { type: 'compared', mergedVideoUrl: '/media/r/1' });
    expect(done).toMatchObject({ isComparing: false, mergedVideoUrl: '/media/r/1' });
  });

  it('keeps the view and shows the reason when the comparison fails', () => {
    const failed = stateAfter(selected, chosen, started, { type: 'compare-failed', problem: 'The server is busy.' });
    expect(failed).toMatchObject({ demo, golfer, isComparing: false, mergedVideoUrl: null });
    expect(failed.problem).toBe('The server is busy.');
    expect(nextDemoFlow(failed, started).problem).toBeNull();
  });

  it('forgets result, video, golfer and marks with Try Another Comparison [S4.8]', () => {
    const done = stateAfter(selected, chosen, started, { type: 'compared', mergedVideoUrl: '/media/r/1' });
    expect(nextDemoFlow(done, { type: 'try-another' })).toEqual(FRESH_DEMO);
  });
});
