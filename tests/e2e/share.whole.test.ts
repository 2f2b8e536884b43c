// A coach and a pupil in two browsers: a comparison and a lesson are sent by a link, opened, saved, answered and withdrawn; the server holds
// nothing that it can read.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { documentedClipName, documentedParts } from '#tests/fixtures/documented-link.ts';
import { openTab, stageOf } from '#tests/fixtures/open-tab.ts';
import { openPanel } from './admin-panel.ts';
import { axeViolations } from './axe-violations.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { heldLink } from './held-link.ts';
import { lessonsForTests, record, recordedFor, seekBar, settled } from './lesson-steps.ts';
import { openSeeded } from './seed.ts';
import { ownSiteForTests } from './site.ts';
import { untilHydrated } from './until-hydrated.ts';

const site = ownSiteForTests(() => ({ MAKE_VIDEOS_ON: 'device' }));

const { site: lessonSite, comesIn, atTheStage } = lessonsForTests();

/** All that a proxy between a page and the site can log: addresses, headers and bodies. */
function seenByProxies(page: Page): readonly string[] {
  const seen: string[] = [];
  page.on('request', (request) =>
    seen.push([request.url(), JSON.stringify(request.headers()), request.postData() ?? ''].join(' ')),
  );
  return seen;
}

/** A sender at the stage, with the dialog open and its file made ready. */
async function atTheDialog(options = DESKTOP as Parameters<typeof site.newVisitor>[0]) {
  const { page, pageErrors } = await site.newVisitor(options);
  await openSeeded(page, site.server.origin, { pro: 'golfer' }, '/compare');
  await settled(page);
  await untilHydrated(page);
  await openTab(stageOf(page), 'Save');
  await stageOf(page).getByRole('button', { name: 'Link', exact: true }).click();
  await page.getByText('This is sent:').waitFor();
  return { page, pageErrors };
}

/** Makes the link, and returns its address. */
async function makeLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Make and copy' }).click();
  await page.getByText('It can be opened until').waitFor();
  const address = await page.getByRole('textbox', { name: 'The link' }).inputValue();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  return address;
}

/** A receiver who opens an address. `seen` collects all requests. */
async function opens(address: string, options = PHONE as Parameters<typeof site.newVisitor>[0]) {
  const { page, pageErrors } = await site.newVisitor(options);
  const seen = seenByProxies(page);
  await page.goto(address);
  await untilHydrated(page);
  return { page, pageErrors, seen };
}

const keyOf = (address: string) => new URL(address).hash.slice(1);

/** The names of the parts of a link's file, by docs/lesson-file.md alone. Those of clips are checked and left out. */
async function documentedNames(address: string, passphrase: string | null): Promise<string[]> {
  const { origin, pathname } = new URL(address);
  const answer = await fetch(`${origin}/api/shares/${pathname.split('/')[2]}/content`);
  const parts = await documentedParts(address, Buffer.from(await answer.arrayBuffer()), passphrase);
  const clips = [...parts].filter(([name]) => name.startsWith('clips/'));
  expect(clips.map(([name]) => name)).toEqual(clips.map(([, bytes]) => documentedClipName(bytes)));
  expect(clips).toHaveLength(2);
  return [...parts.keys()].filter((name) => !name.startsWith('clips/'));
}

async function bytesBelow(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Buffer.concat(await Promise.all(files.map((file) => readFile(file))));
}

test('a comparison is sent, opened, answered with a lesson and withdrawn, and the server can read none of it', async () => {
  const coach = await atTheDialog();
  expect(await axeViolations(coach.page)).toEqual([]);
  const sending = seenByProxies(coach.page);
  const address = await makeLink(coach.page);

  const pupil = await opens(address);
  await settled(pupil.page);
  await pupil.page.getByRole('heading', { level: 1, name: /^Golfer vs\. / }).waitFor();
  await stageOf(pupil.page)
    .getByRole('img', { name: /Golfer/ })
    .or(stageOf(pupil.page).getByText('Golfer'))
    .first()
    .waitFor();
  expect(await stageOf(pupil.page).locator('video, canvas').count()).toBeGreaterThan(1);
  expect(await axeViolations(pupil.page)).toEqual([]);
  expect(sending.some((each) => each.includes('/api/upload-chunk'))).toBe(true);
  for (const plain of [keyOf(address), 'contentKey', 'annotations']) {
    expect([...sending, ...pupil.seen].filter((each) => each.includes(plain))).toEqual([]);
  }
  expect(pupil.seen.filter((each) => !each.startsWith(site.server.origin) && !/^(blob|data):/.test(each))).toEqual([]);
  expect(await pupil.page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).not.toContain(
    'swingmark-links',
  );

  const stored = await bytesBelow(join(site.server.dataDir, 'media/shares'));
  const rest = await Promise.all(
    ['swingmark.db', 'swingmark.db-wal'].map((name) => readFile(join(site.server.dataDir, name)).catch(() => '')),
  );
  for (const plain of ['ftyp', 'moov', 'annotations', 'contentKey']) expect(stored.includes(plain)).toBe(false);
  for (const plain of [keyOf(address), 'contentKey', 'clip.mp4']) expect(rest.join().includes(plain)).toBe(false);

  await pupil.page.getByRole('button', { name: 'Save to My swings' }).click();
  await pupil.page.getByRole('button', { name: 'Open in My swings' }).waitFor();

  await coach.page.goto(`${site.server.origin}/my-swings`);
  const sent = coach.page.getByRole('list', { name: 'Links you sent' });
  await sent.getByText(/^Opened 1 time\./).waitFor();
  await sent.getByRole('button', { name: /^Withdraw the link/ }).click();
  await coach.page
    .getByRole('alertdialog')
    .or(coach.page.getByRole('dialog'))
    .getByRole('button', { name: 'Withdraw' })
    .click();
  await sent.waitFor({ state: 'detached' });
  const late = await opens(address);
  await late.page.getByText('This link is no longer there').waitFor();
  expect(await readdir(join(site.server.dataDir, 'media/shares'))).toEqual([]);
  expect([...coach.pageErrors, ...pupil.pageErrors]).toEqual([]);
});

test('a passphrase is asked for, and a wrong one, a wrong key or a cut link shows nothing', async () => {
  const { page, pageErrors } = await atTheDialog(PHONE);
  await page.getByRole('textbox', { name: /^Passphrase/ }).fill('two under par');
  await page.getByRole('radio', { name: '1 day' }).check();
  await page.getByRole('switch', { name: 'The receiver may save it to My swings' }).click();
  const address = await makeLink(page);
  expect(await documentedNames(address, 'two under par')).toEqual(['link.json', 'preview.mp4', 'my-swings.json']);

  const pupil = await opens(address);
  await pupil.page.getByRole('textbox', { name: 'Passphrase' }).fill('three under par');
  await pupil.page.getByRole('button', { name: 'Open', exact: true }).click();
  await pupil.page.getByText('This is not the passphrase of this link.').waitFor();
  await pupil.page.getByRole('textbox', { name: 'Passphrase' }).fill('two under par');
  await pupil.page.getByRole('button', { name: 'Open', exact: true }).click();
  await settled(pupil.page);
  await pupil.page.getByText('The sender asks you not to save it.').waitFor();
  expect(await pupil.page.getByRole('button', { name: 'Save to My swings' }).count()).toBe(0);
  expect(pageErrors).toEqual([]);

  for (const [changed, sentence] of [
    [address.slice(0, -1), 'The link is not complete.'],
    [address.replace('#p.', '#'), 'The end of the link is not right.'],
    [address.replace(/\/s\/[0-9a-f]{4}/, '/s/0000'), 'This link is no longer there'],
  ] as const) {
    const other = await opens(changed);
    await other.page.getByText(sentence).waitFor();
    expect(await stageOf(other.page).count()).toBe(0);
  }
});

/** More than one piece of the cipher, and less than the clips. */
const REST_BYTES = 70_000;

test('both swings move before the rest has arrived, and the sharp pictures go on at the same frame', async () => {
  const { page } = await atTheDialog();
  const address = new URL(await makeLink(page));
  const held = await heldLink(site.server.origin, REST_BYTES);
  const moving = { ...PHONE, reducedMotion: 'no-preference' } as const;
  const pupil = await opens(address.href.replace(address.origin, held.origin), moving);
  const preview = pupil.page.getByLabel('Both swings in small pictures');
  const at = () => preview.evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(at).toBeGreaterThan(0.2);
  expect(await axeViolations(pupil.page)).toEqual([]);
  await pupil.page.getByText('Loading the sharp pictures').waitFor();
  expect(await stageOf(pupil.page).count()).toBe(0);
  await pupil.page.getByRole('button', { name: 'Pause' }).click();
  const paused = await preview.evaluate(({ currentTime, duration }: HTMLVideoElement) => currentTime / duration);
  held.release('as it was');
  await settled(pupil.page);
  await preview.waitFor({ state: 'detached' });
  await pupil.page.getByRole('button', { name: 'Save to My swings' }).waitFor();
  const seek = pupil.page.getByRole('slider', { name: 'Seek', exact: true });
  const [frame, last] = [
    Number(await seek.getAttribute('aria-valuenow')),
    Number(await seek.getAttribute('aria-valuemax')),
  ];
  expect(frame).toBe(Math.floor(paused * (last + 1) + 1e-6));
  expect(pupil.pageErrors).toEqual([]);
});

test('when the rest arrives changed, the moving pictures go away and nothing is shown', async () => {
  const { page } = await atTheDialog();
  const address = new URL(await makeLink(page));
  const held = await heldLink(site.server.origin, REST_BYTES);
  const pupil = await opens(address.href.replace(address.origin, held.origin));
  const preview = pupil.page.getByLabel('Both swings in small pictures');
  await preview.waitFor();
  held.release('changed');
  await pupil.page.getByText('What arrived is damaged, so nothing of it is shown.').waitFor();
  expect(await pupil.page.locator('video').count()).toBe(0);
  expect(pupil.pageErrors).toEqual([]);
});

test('sending goes on after the line was down, and can be cancelled', async () => {
  const { page, pageErrors } = await atTheDialog();
  const context = page.context();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Make and copy' }).click();
  await page
    .getByText(/connection|offline/i)
    .first()
    .waitFor();
  await context.setOffline(false);
  await page.getByText('It can be opened until').waitFor();
  const address = await page.getByRole('textbox', { name: 'The link' }).inputValue();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await stageOf(page).getByRole('button', { name: 'Link', exact: true }).click();
  await page.getByText('This is sent:').waitFor();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Make and copy' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Make and copy' }).waitFor();
  expect(await readdir(join(site.server.dataDir, 'chunks'))).toEqual([]);
  const pupil = await opens(address);
  await settled(pupil.page);
  await pupil.page.context().setOffline(true);
  await stageOf(pupil.page).getByRole('button', { name: 'Top: both golfers' }).click();
  await settled(pupil.page);
  await pupil.page.context().setOffline(false);
  expect(pageErrors.filter((error) => !error.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

test('a link that was not sent when its page was closed is sent from My swings, or discarded', async () => {
  const { page, pageErrors } = await atTheDialog();
  const closedWhileSending = async () => {
    await page.route('**/api/upload-chunk*', () => undefined);
    await page.getByRole('button', { name: 'Make and copy' }).click();
    await page.getByText('2 of 2: sending').waitFor();
    await page.goto(`${site.server.origin}/my-swings`);
    await page.unroute('**/api/upload-chunk*');
  };
  await closedWhileSending();
  const sent = page.getByRole('list', { name: 'Links you sent' });
  await sent.getByText('Not sent yet.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await sent.getByRole('button', { name: /^Go on sending the link/ }).click();
  await sent.getByText(/^Opened 0 times\./).waitFor();
  await sent.getByText('Show the link').click();
  const pupil = await opens(await sent.getByRole('textbox', { name: 'The link' }).inputValue());
  await settled(pupil.page);
  expect(await linkFilesOf(page)).toEqual([]);

  await sent.getByRole('button', { name: /^Withdraw the link/ }).click();
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Withdraw' }).click();
  await sent.waitFor({ state: 'detached' });
  await page.goto(`${site.server.origin}/compare`);
  await settled(page);
  await openTab(stageOf(page), 'Save');
  await stageOf(page).getByRole('button', { name: 'Link', exact: true }).click();
  await page.getByText('This is sent:').waitFor();
  await closedWhileSending();
  expect(await linkFilesOf(page)).toHaveLength(1);
  await sent.getByRole('button', { name: /^Discard the link/ }).click();
  await sent.waitFor({ state: 'detached' });
  expect(await linkFilesOf(page)).toEqual([]);
  expect(pageErrors).toEqual([]);
});

/** The links that have files on the device. */
const linkFilesOf = (page: Page) =>
  page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('swingmark-links');
    const ids: string[] = [];
    for await (const id of folder.keys()) ids.push(id);
    return ids;
  });

test('a lesson is sent from My swings and played without being stored', async () => {
  const { page, stage, pageErrors } = await atTheStage(DESKTOP);
  await record(page);
  await recordedFor(page, 3);
  await page.getByRole('button', { name: 'Stop and keep the lesson' }).click();
  await stage.getByRole('button', { name: 'Your lesson is ready' }).click();
  await page.getByRole('button', { name: 'Play the lesson' }).waitFor();
  await page.goto(`${lessonSite.server.origin}/my-swings`);
  await page
    .getByRole('list', { name: 'Lessons' })
    .getByRole('button', { name: /^Send .* by a link$/ })
    .click();
  await page.getByText('This is sent:').waitFor();
  const address = await makeLink(page);
  expect(await documentedNames(address, null)).toEqual(['link.json', 'preview.mp4', 'lesson.json', 'voice']);

  const pupil = await opens(address);
  await pupil.page.getByRole('button', { name: 'Play the lesson' }).click();
  await expect.poll(async () => Number(await seekBar(pupil.page).getAttribute('aria-valuenow'))).toBeGreaterThan(1);
  expect(await axeViolations(pupil.page)).toEqual([]);
  await pupil.page.getByRole('button', { name: 'Save to My swings' }).click();
  await pupil.page.getByRole('button', { name: 'Open in My swings' }).click();
  await pupil.page.getByText('Edit the lesson', { exact: true }).waitFor();
  expect([...pageErrors, ...pupil.pageErrors]).toEqual([]);
});

test('a lesson is recorded, sent, opened, answered and withdrawn in twelve presses', async () => {
  let presses = 0;
  const press = async (target: Locator) => {
    presses += 1;
    await target.click();
  };
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
  /** From the countdown of a recording to its end. */
  const recordAndStop = async (page: Page) => {
    await page.getByRole('group', { name: 'Lesson recording' }).waitFor();
    await recordedFor(page, 2);
    await press(button(page, 'Stop and keep the lesson'));
  };
  /** Makes the link of an open dialog, which is copied without a press. */
  const send = async (page: Page) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await press(button(page, 'Make and copy'));
    await page.getByText('Copied.', { exact: true }).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };

  const coach = await atTheStage(DESKTOP);
  presses += 1; // The Save tab.
  await press(coach.stage.getByRole('button', { name: 'Record a lesson' }));
  await recordAndStop(coach.page);
  await press(button(coach.page, 'Send by a link'));
  const address = await send(coach.page);

  const pupil = await comesIn(PHONE);
  await pupil.page.goto(address);
  await press(button(pupil.page, 'Play the lesson'));
  await press(button(pupil.page, 'Answer with a lesson'));
  await pupil.page.waitForURL('**/compare');
  await recordAndStop(pupil.page);
  const answer = await send(pupil.page);

  await press(coach.page.getByRole('dialog').getByRole('link', { name: 'My swings' }));
  await press(button(coach.page, /^Withdraw the link/));
  await press(coach.page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }));
  await coach.page.getByRole('list', { name: 'Links you sent' }).waitFor({ state: 'detached' });
  expect(presses).toBe(12);

  await coach.page.goto(answer);
  await button(coach.page, 'Play the lesson').waitFor();
  await coach.page.goto(address);
  await coach.page.getByText('This link is no longer there').waitFor();
  await pupil.page.reload();
  await settled(pupil.page);
  await pupil.page.getByText('Send by a link').waitFor({ state: 'detached' });
  expect([...coach.pageErrors, ...pupil.pageErrors]).toEqual([]);
});

test('a link opens where the browser stores nothing or has no room, and says so when it is to be kept', async () => {
  const { page } = await atTheDialog();
  const address = await makeLink(page);
  const noRoom = 'There is not enough room in this browser’s storage';
  const { page: full, pageErrors } = await site.newVisitor(PHONE);
  const tools = await full.context().newCDPSession(full);
  await tools.send('Storage.overrideQuotaForOrigin', { origin: site.server.origin, quotaSize: 10_000 });
  const { page: without, pageErrors: others } = await site.newVisitor(PHONE);
  // As in the private windows of other engines.
  await without.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException('Not here', 'SecurityError'));
    navigator.storage.getDirectory = refuse;
    indexedDB.open = () => {
      throw new DOMException('Not here', 'SecurityError');
    };
  });
  for (const [receiver, sentence] of [
    [full, noRoom],
    [without, 'The file could not be read or stored'],
  ] as const) {
    await receiver.goto(address);
    await settled(receiver);
    await receiver.getByRole('button', { name: 'Save to My swings' }).click();
    await receiver.getByText(sentence).waitFor();
    await receiver.getByRole('button', { name: 'Answer with a lesson' }).click();
    await receiver.getByText(sentence).waitFor();
    await stageOf(receiver).getByRole('button', { name: 'Top: both golfers' }).click();
    await settled(receiver);
  }
  expect([...pageErrors, ...others]).toEqual([]);
});

test('an administrator sees how many links there are, and takes one down', async () => {
  const { page } = await atTheDialog();
  const address = await makeLink(page);
  const { page: admin, pageErrors } = await openPanel(site);
  const links = admin.getByRole('region', { name: 'Links that visitors sent' });
  await links.getByText(/^\d+ links?, /).waitFor();
  await links.scrollIntoViewIfNeeded();
  await links.getByRole('textbox', { name: 'Link to take down' }).fill(address.slice(0, 30));
  await links.getByRole('button', { name: 'Take down' }).click();
  await links.getByText('Please paste the whole link').waitFor();
  await links.getByRole('textbox', { name: 'Link to take down' }).fill(address);
  await links.getByRole('button', { name: 'Take down' }).click();
  await links.getByText('The link opens nothing any more.').waitFor();
  expect(await axeViolations(admin)).toEqual([]);
  const late = await opens(address);
  await late.page.getByText('This link is no longer there').waitFor();
  expect(pageErrors).toEqual([]);
});
