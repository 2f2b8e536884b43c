// What a comparison needs, brought to a site: a visitor's swing and a golfer of the administrator's, both small, so
// that a merge takes a third of a second.
import { readFile } from 'node:fs/promises';
import type { MergeRequest } from '#contract/merges.ts';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { golferForm, sendGolfer } from '#tests/server/golfer-upload.ts';
import type { TestBrowser } from '#tests/server/test-browser.ts';
import type { Answer, TestVisitor } from '#tests/server/test-visitor.ts';
import type { FaultySite } from './faulty-site.ts';

/** What a merge request may be changed to: also what no client should send. */
export type Change = Partial<Record<keyof MergeRequest, unknown>>;

/** Two swings, and who compares them. */
export interface SiteSwings {
  readonly visitor: TestVisitor;
  readonly admin: TestBrowser;
  /** The handle of the visitor's swing. */
  readonly swing: string;
  readonly golferId: number;
  /** A good merge request with a change. */
  readonly mergeBody: (change?: Change) => Record<string, unknown>;
  readonly merge: (change?: Change) => Promise<Answer>;
}

/** Both clips: three seconds, 30 pictures a second, each with its number in it. */
export const SITE_CLIP_SECONDS = 3;

/** The bytes of the clip that both sides show. */
export async function siteClip(): Promise<Buffer> {
  return readFile((await numberedClip({ frames: SITE_CLIP_SECONDS * 30 })).path);
}

/** A clip so large and long that its merge takes some seconds. */
export async function longClip(): Promise<Buffer> {
  return readFile((await numberedClip({ frames: 360, fps: [60, 1], widthPx: 1280, heightPx: 720 })).path);
}

/** Brings them. */
export async function setUpSwings(site: FaultySite): Promise<SiteSwings> {
  const clip = await siteClip();
  const [visitor, admin] = [site.visitor(), await site.admin()];
  const golferId = await addGolfer(admin, clip);
  const swing = String((await visitor.upload('swing', clip)).body.filePath);
  const mergeBody = (change: Change = {}) => ({
    ...{ userVideoPath: swing, proVideoId: golferId, alignmentType: 'strike' },
    ...{ userRestTime: 0.2, userTopTime: 0.8, userStrikeTime: 1.2 },
    ...change,
  });
  return {
    ...{ visitor, admin, swing, golferId, mergeBody },
    merge: (change) => visitor.call('mergeVideos', { body: mergeBody(change) }),
  };
}

/** Adds a golfer with a clip and gives its id. */
export async function addGolfer(
  admin: TestBrowser,
  clip: Buffer,
  change: Record<string, string> = {},
): Promise<number> {
  const answer = await sendGolfer(admin, golferForm(new Uint8Array(clip), change));
  return ((await answer.json()) as { id: number }).id;
}

/** An answer as one line: its status and its sentence. */
export function summary({ status, body }: { status: number; body: Record<string, unknown> }): string {
  return status === 200 ? '200' : `${status} ${String(body.error)}`;
}

/** Sends text that JSON.stringify would not write, such as `1e999`; gives the answer as one line. */
export async function postText(visitor: TestVisitor, path: string, text: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await visitor.fetch(path, { method: 'POST', headers, body: text });
  return summary({ status: answer.status, body: (await answer.json()) as Record<string, unknown> });
}
