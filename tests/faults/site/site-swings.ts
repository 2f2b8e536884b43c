// Sets up a comparison on a site: a visitor's swing and a golfer, both small, so that a merge takes a third of a second.
import { readFile } from 'node:fs/promises';
import { scaled } from '#tests/campaign-scale.ts';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { golferForm, sendGolfer } from '#tests/server/golfer-upload.ts';
import { type Change, mergeBodyOf } from '#tests/server/merge-body.ts';
import type { TestBrowser } from '#tests/server/test-browser.ts';
import type { Answer, TestVisitor } from '#tests/server/test-visitor.ts';
import type { FaultySite } from './faulty-site.ts';

/** Two swings, their visitor and the administrator. */
export interface SiteSwings {
  readonly visitor: TestVisitor;
  readonly admin: TestBrowser;
  /** The handle of the visitor's swing. */
  readonly swing: string;
  readonly golferId: number;
  /** A valid merge request with a change. */
  readonly mergeBody: (change?: Change) => Record<string, unknown>;
  readonly merge: (change?: Change) => Promise<Answer>;
}

/** The duration of both clips, which have numbered frames at 30 fps. */
export const SITE_CLIP_SECONDS = 3;

/** The bytes of the clip of both sides. */
export async function siteClip(): Promise<Buffer> {
  return readFile((await numberedClip({ frames: SITE_CLIP_SECONDS * 30 })).path);
}

/** A clip large and long enough that its merge takes a second; some seconds in the campaign. */
export async function longClip(): Promise<Buffer> {
  const size = scaled({ widthPx: 960, heightPx: 540 }, { widthPx: 1280, heightPx: 720 });
  return readFile((await numberedClip({ frames: 360, fps: [60, 1], ...size })).path);
}

/** The request to merge an uploaded clip of six seconds with itself; another strike makes it another merge. */
export const selfMergeBody = (handle: string, userStrikeTime: number) => ({
  userVideoPath: handle,
  proVideoPath: handle,
  alignmentType: 'strike',
  userRestTime: 1,
  userTopTime: 2,
  userStrikeTime,
  proRestTime: 1,
  proTopTime: 2,
  proStrikeTime: 3,
});

/** Uploads both. */
export async function setUpSwings(site: FaultySite): Promise<SiteSwings> {
  const clip = await siteClip();
  const [visitor, admin] = [site.visitor(), await site.admin()];
  const golferId = await addGolfer(admin, clip);
  const swing = String((await visitor.upload('swing', clip)).body.filePath);
  const mergeBody = (change?: Change) => mergeBodyOf(swing, golferId, change);
  return {
    visitor,
    admin,
    swing,
    golferId,
    mergeBody,
    merge: (change) => visitor.call('mergeVideos', { body: mergeBody(change) }),
  };
}

/** Adds a golfer with a clip and returns its id. */
export async function addGolfer(
  admin: TestBrowser,
  clip: Buffer,
  change: Record<string, string> = {},
): Promise<number> {
  const answer = await sendGolfer(admin, golferForm(new Uint8Array(clip), change));
  return ((await answer.json()) as { id: number }).id;
}

/** A response as one line: its status and its error. */
export function summary({ status, body }: { status: number; body: Record<string, unknown> }): string {
  return status === 200 ? '200' : `${status} ${String(body.error)}`;
}

/** Posts text that JSON.stringify would not write, such as `1e999`; returns the response as one line. */
export async function postText(visitor: TestVisitor, path: string, text: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await visitor.fetch(path, { method: 'POST', headers, body: text });
  return summary({ status: answer.status, body: (await answer.json()) as Record<string, unknown> });
}
