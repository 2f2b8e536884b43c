// The way to a merged video in Firefox and WebKit, marked by exact steps in Firefox.
import { expect, test } from 'vitest';
import { isCampaign } from '#tests/campaign-scale.ts';
import { campaignTest } from '#tests/campaign-test.ts';
import { describeEngines } from './engines.ts';
import { openClip, randomWalk } from './random-walk.ts';
import { chooseAndMark, openSite, storedMarks } from './site-visitor.ts';

const USER = { fps: [30, 1], frames: 30, bFrames: 2 } as const;
const PRO = { fps: [60, 1], frames: 60 } as const;
const TRIMMED = { frames: 90, leadingFramesCut: 13, bFrames: 2 };
const SEED = 1;

describeEngines((engine, newVisitor) => {
  // WebKitGTK loses the first step after loading in about one of 300 (docs/browsers.md): its exact steps are in the campaign.
  const isExact = isCampaign || engine !== 'webkit';

  test('two swings are marked frame by frame, compared live and merged', async () => {
    const visitor = await newVisitor();
    await openSite(visitor);
    await chooseAndMark(visitor, 'user', USER, [1, 3, 5]);
    await visitor.press({ role: 'button', name: 'Upload Your Own Pro Swing' });
    await chooseAndMark(visitor, 'pro', PRO, [2, 4, 6]);
    const marks = await storedMarks(visitor, 'userVideo');
    if (isExact) expect(marks?.map((time) => Math.round(time * 30))).toEqual([1, 3, 5]);
    const proMarks = await storedMarks(visitor, 'customProVideo');
    if (isExact) expect(proMarks?.map((time) => Math.round(time * 60))).toEqual([2, 4, 6]);

    await visitor.find({ role: 'video', name: 'Left: you' });
    await visitor.until('both sides of the live comparison have played', HAVE_PLAYED);
    await visitor.press({ role: 'button', name: 'Compare My Swing' });
    await visitor.sees('Videos successfully merged with strike alignment!');
    await visitor.until('the merged video has a picture', () => {
      const video = document.querySelector<HTMLVideoElement>('video[aria-label="Merged comparison"]');
      return (video?.videoWidth ?? 0) > 0;
    });
    expect(await visitor.tab.errors()).toEqual([]);
  });

  campaignTest('a mark on a trimmed clip is the visible frame', async () => {
    const visitor = await newVisitor();
    await openClip(visitor, TRIMMED);
    await visitor.sees(/frame 1 of 77/);
    expect(await randomWalk(visitor, TRIMMED, { steps: 8, seed: SEED })).toEqual([]);
  });
});

/** Runs in the page: whether some of each video of the live comparison, which plays while it is in view, has been played. */
const HAVE_PLAYED = () => {
  const videos = [...document.querySelectorAll<HTMLVideoElement>('fieldset[aria-label="Synced preview"] video')];
  videos[0]?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return videos.length === 2 && videos.every(({ played }) => played.length > 0 && played.end(0) > played.start(0));
};
