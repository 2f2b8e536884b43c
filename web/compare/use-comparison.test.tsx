// What the compare page reads from the session, and what it refuses.
import { beforeEach, expect, test } from 'vitest';
import type { GolferCard } from '#contract/golfers.ts';
import { AS_FILMED, FIRST_CHOICES, MAX_NUDGE_FRAMES, withSideChoices } from '#domain/comparison/comparison-choices.ts';
import { GOLFER_CARD } from '#tests/web/golfer-card.ts';
import { clearClips, storeClip } from '#web/clip/clip-storage.ts';
import { clearSession, type SessionVideo, writeSession } from '#web/clip/comparison-session.ts';
import type { SessionProblem } from '#web/ui/toast/messages.ts';
import { loadComparison } from './use-comparison.ts';

const MARKED = { restTime: 0, topTime: 1.2, strikeTime: 1.6 };
const GOLFER: GolferCard = { ...GOLFER_CARD, id: 3 };

async function keptVideo(annotations: SessionVideo['annotations'] = MARKED): Promise<SessionVideo> {
  const { clipId } = await storeClip(new File(['video'], 'swing.mp4'));
  return { url: 'blob:gone', annotations, clipId, fileName: 'swing.mp4', slowMotionFactor: null, proposedFactor: null };
}

beforeEach(async () => {
  await clearClips();
  clearSession();
});

test('loads a swing and a golfer, aligned at the strike by default [S3.5]', async () => {
  writeSession({ userVideo: await keptVideo(), selectedPro: GOLFER });
  const loaded = await loadComparison();
  expect(loaded).toMatchObject({ ok: true, comparison: { alignment: 'strike', pro: { golferId: 3 } } });
});

test('uses the visitor’s own pro video in custom mode, whatever golfer was chosen before', async () => {
  writeSession({
    userVideo: await keptVideo(),
    selectedPro: GOLFER,
    useCustomPro: true,
    customProVideo: await keptVideo(),
  });
  writeSession({ alignmentType: 'top' });
  expect(await loadComparison()).toMatchObject({ comparison: { alignment: 'top', pro: { golferId: null } } });
});

const REFUSED: [string, () => Promise<Parameters<typeof writeSession>[0]>, SessionProblem][] = [
  ['nothing at all', async () => ({}), 'no-comparison'],
  ['no golfer', async () => ({ userVideo: await keptVideo() }), 'no-golfer'],
  ['custom mode without a video', async () => ({ userVideo: await keptVideo(), useCustomPro: true }), 'no-custom-pro'],
  [
    'a video that the browser lost',
    async () => ({ userVideo: { ...(await keptVideo()), clipId: 'lost' } }),
    'no-comparison',
  ],
  [
    'no strike',
    async () => ({ userVideo: await keptVideo({ ...MARKED, strikeTime: null }), selectedPro: GOLFER }),
    'invalid',
  ],
  [
    'alignment at a top that is not marked',
    async () => ({
      userVideo: await keptVideo({ ...MARKED, topTime: null }),
      selectedPro: GOLFER,
      alignmentType: 'top',
    }),
    'invalid',
  ],
  [
    'a custom pro without its rest',
    async () => ({
      userVideo: await keptVideo(),
      useCustomPro: true,
      customProVideo: await keptVideo({ ...MARKED, restTime: null }),
    }),
    'invalid',
  ],
];

test.each(REFUSED)('refuses %s', async (_, values, problem) => {
  writeSession(await values());
  expect(await loadComparison()).toEqual({ ok: false, problem });
});

test.each(['{broken', '"text"', 'null', '{"clipId":"x","annotations":{"restTime":-1,"topTime":1,"strikeTime":2}}'])(
  'refuses %s in the storage as invalid',
  async (text) => {
    sessionStorage.setItem('userVideo', text);
    expect(await loadComparison()).toEqual({ ok: false, problem: 'invalid' });
  },
);

test('stores the flag in the session as the texts true and false [S3.4]', () => {
  writeSession({ useCustomPro: true });
  expect(sessionStorage.getItem('useCustomPro')).toBe('true');
  writeSession({ useCustomPro: false });
  expect(sessionStorage.getItem('useCustomPro')).toBe('false');
});

test('includes the choices of the live preview, without invalid ones', async () => {
  const mirrored = withSideChoices(AS_FILMED, 'pro', { isMirrored: true, nudgeFrames: -2 });
  writeSession({ userVideo: await keptVideo(), selectedPro: GOLFER, choices: mirrored });
  expect(await loadComparison()).toMatchObject({ comparison: { choices: mirrored } });
  sessionStorage.setItem('choices', '{"isLayoutOpen":true,"isSwapped":"yes","pro":{"nudgeFrames":1e9}}');
  const limited = withSideChoices(FIRST_CHOICES, 'pro', { nudgeFrames: MAX_NUDGE_FRAMES });
  expect(await loadComparison()).toMatchObject({ comparison: { choices: limited } });
  const ghost = {
    look: 'outline',
    strengthPercent: 20,
    fit: { sizePercent: 120, rightPercent: -5, upPercent: 0 },
  } as const;
  const box = { headPermille: 100, solesPermille: 900, middlePermille: 480 };
  const user = { ...AS_FILMED.user, box };
  writeSession({ choices: { ...AS_FILMED, layout: 'ghost', ghost, hasBodyLines: true, user } });
  expect(await loadComparison()).toMatchObject({
    comparison: { choices: { layout: 'ghost', ghost, hasBodyLines: true, hasStrip: false, user } },
  });
  sessionStorage.setItem(
    'choices',
    '{"layout":"none","isLayoutOpen":true,"ghost":{"look":7,"fit":{"sizePercent":1e9}},"hasBodyLines":"yes","hasStrip":1,"pro":{"box":{"headPermille":9}}}',
  );
  expect(await loadComparison()).toMatchObject({ comparison: { choices: FIRST_CHOICES } });
  sessionStorage.setItem('choices', 'nonsense');
  expect(await loadComparison()).toMatchObject({ comparison: { choices: FIRST_CHOICES } });
});
