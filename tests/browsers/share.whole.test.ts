// A comparison is sent by a link, opened and saved by somebody else, and withdrawn, in each engine: the browser encrypts and decrypts.
import { expect, test } from 'vitest';
import { describeEngines } from './engines.ts';
import { chooseAndMark, openSite } from './site-visitor.ts';
import type { Visitor } from './visitor.ts';

const USER = { fps: [30, 1], frames: 60 } as const;
const PRO = { fps: [60, 1], frames: 120 } as const;
const STAGE = 'Synced preview';

/** Opens a link as a message does. */
async function opens(visitor: Visitor, address: string): Promise<Visitor> {
  await visitor.tab.open(address);
  return visitor;
}

describeEngines((engine, newVisitor) => {
  test('a comparison is sent by a link, opened, saved and withdrawn', async () => {
    const sender = await newVisitor();
    await openSite(sender);
    await chooseAndMark(sender, 'user', USER, [4, 16, 22]);
    await sender.press({ role: 'button', name: 'Upload Your Own Pro Swing' });
    await chooseAndMark(sender, 'pro', PRO, [6, 20, 30]);
    await openSite(sender, '/compare');
    await sender.press({ role: 'tab', name: 'Save', within: STAGE });
    await sender.press({ role: 'button', name: 'Link', within: STAGE });
    await sender.sees('This is sent:');
    await sender.press({ role: 'button', name: 'Make and copy' });
    await sender.sees('It can be opened until');
    const address = await sender.tab.run(
      () => [...document.querySelectorAll('input')].find(({ value }) => value.includes('/s/'))?.value ?? '',
    );
    expect(address).toMatch(/\/s\/[0-9a-f]+#/);

    const receiver = await opens(await newVisitor(), address);
    await receiver.until('both swings show a picture', BOTH_SHOWN);
    await receiver.press({ role: 'button', name: 'Save to My swings' });
    // WebKit's private windows, in which its tabs are, store no clips.
    if (engine === 'webkit') await receiver.sees('There is not enough room in this browser’s storage');
    else await receiver.find({ role: 'button', name: 'Open in My swings' });
    expect(await receiver.tab.errors()).toEqual([]);

    const stranger = await opens(await newVisitor(), address.slice(0, -1));
    await stranger.sees('The link is not complete.');

    await openSite(sender, '/my-swings');
    await sender.sees(/Opened 1 time\./);
    await sender.press({ role: 'button', name: /^Withdraw the link/ });
    await sender.press({ role: 'button', name: 'Withdraw' });
    await sender.until('the link is gone from the list', () => !document.body.innerText.includes('Opened 1 time.'));
    const late = await opens(await newVisitor(), address);
    await late.sees('This link is no longer there');
    expect(await sender.tab.errors()).toEqual([]);
  });
});

/** Runs in the page: whether each side of the comparison has a picture, in a video or painted. */
const BOTH_SHOWN = () => {
  const videos = [...document.querySelectorAll<HTMLVideoElement>('fieldset[aria-label="Synced preview"] video')];
  return videos.length === 2 && videos.every(({ videoWidth, readyState }) => videoWidth > 0 && readyState > 1);
};
