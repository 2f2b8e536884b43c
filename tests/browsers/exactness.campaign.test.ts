// The messages to a visitor whose engine cannot do something.
import { expect, test } from 'vitest';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { sharedResource } from '#tests/shared/shared-resource.ts';
import { describeEngines } from './engines.ts';
import { markAndRead } from './numbered-picture.ts';
import { openClip } from './random-walk.ts';
import { visitorIn } from './visitor.ts';
import { startWebKit } from './webkit-tab.ts';

const WHY = /shows this trimmed video some frames off/;

/** Every decoder of H.264 that Debian's packages bring. */
const H264_DECODERS = ['avdec_h264', 'openh264dec', 'vah264dec', 'vaapih264dec', 'v4l2h264dec', 'nvh264dec'];

describeEngines((engine, newVisitor) => {
  test('reports a trimmed clip that plays a few frames off, and offers a preview', async () => {
    const { tab, ...visitor } = await newVisitor();
    await tab.open(await sharedResource('workbench'));
    await visitor.chooseFile('user video file', (await numberedClip({ frames: 90, leadingFramesCut: 15 })).path);
    await visitor.sees(/frame 1 of 75/);
    if (engine === 'firefox') await visitor.sees(WHY);
    else {
      await visitor.find({ role: 'button', name: 'Mark Setup' });
      expect(await tab.run(() => document.body.innerText)).not.toMatch(WHY);
    }
  });

  test('a paused trimmed clip stays in place, and its mark is the visible frame', async () => {
    const visitor = await newVisitor();
    const clip = { frames: 180, leadingFramesCut: 30 };
    await openClip(visitor, clip);
    await visitor.sees(/frame 1 of 150/);
    await visitor.press({ role: 'button', name: 'Play' });
    await visitor.until('some of it has played', () => (document.querySelector('video')?.currentTime ?? 0) > 1);
    await visitor.press({ role: 'button', name: 'Pause' });
    const pausedAt = await visitor.until('it is paused', () => {
      const video = document.querySelector('video');
      return video?.paused && video.currentTime;
    });
    const { mark, number, saidFrame } = await markAndRead(visitor.tab, 'top');
    expect(number).toBe(Math.round(mark * 30) + 30);
    expect(saidFrame).toBe(Math.round(mark * 30) + 1);
    // A second was cut away, so an engine that ignores the edit list would be off by that much.
    expect(Math.abs(mark - Number(pausedAt))).toBeLessThan(0.5);
  });

  if (engine !== 'webkit') return;
  test('reports a clip without a decoder, and offers a preview', async () => {
    const webkit = await startWebKit(H264_DECODERS);
    try {
      const tab = await webkit.newTab();
      const visitor = visitorIn(tab);
      await tab.open(await sharedResource('workbench'));
      await visitor.chooseFile('user video file', (await numberedClip({ frames: 90 })).path);
      await visitor.sees("This browser can't play this format.");
      await tab.close();
    } finally {
      await webkit.stop();
    }
  });
});
