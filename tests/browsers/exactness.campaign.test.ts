// What a visitor is told where an engine cannot do a thing.
import { expect, test } from 'vitest';
import { sharedResource } from '#tests/browser/shared-resource.ts';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { describeEngines } from './engines.ts';
import { visitorIn } from './visitor.ts';
import { startWebKit } from './webkit-tab.ts';

const WHY = /shows this trimmed video some frames off/;

/** Every decoder of H.264 that Debian's packages bring. */
const H264_DECODERS = ['avdec_h264', 'openh264dec', 'vah264dec', 'vaapih264dec', 'v4l2h264dec', 'nvh264dec'];

describeEngines((engine, newVisitor) => {
  test('a trimmed clip that plays some frames off is said to, and a preview is offered', async () => {
    const { tab, ...visitor } = await newVisitor();
    await tab.open(await sharedResource('workbench'));
    await visitor.chooseFile('user video file', (await numberedClip({ frames: 90, leadingFramesCut: 15 })).path);
    await visitor.sees(/frame 1 of 75/);
    if (engine === 'firefox') await visitor.sees(WHY);
    else {
      await visitor.find({ role: 'button', name: 'Mark Rest' });
      expect(await tab.run(() => document.body.innerText)).not.toMatch(WHY);
    }
  });

  if (engine !== 'webkit') return;
  test('a clip without a decoder is said to be one, and a preview is offered', async () => {
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
