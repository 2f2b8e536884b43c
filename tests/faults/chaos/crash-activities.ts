// The activities during which a site is killed, and how the client retries afterwards. Each request differs from all
// earlier ones, so that none is answered with a stored result.

import { randomBytes } from 'node:crypto';
import type { GolferCard, GolferDetail } from '#contract/golfers.ts';
import { SEALED_BEGINNING, SEALED_NAME } from '#contract/shares.ts';
import type { FaultySite } from '#tests/faults/site/faulty-site.ts';
import { type SiteSwings, setUpSwings, siteClip } from '#tests/faults/site/site-swings.ts';
import { drawnGolferBody } from '#tests/fixtures/drawn-body.ts';
import { golferForm, sendGolfer } from '#tests/server/golfer-upload.ts';
import { TestBrowser } from '#tests/server/test-browser.ts';
import type { Answer, TestVisitor } from '#tests/server/test-visitor.ts';

/** One request to the server. */
export interface Activity {
  /** Sends the request; rejects when the connection is lost. */
  readonly send: () => Promise<unknown>;
  /** Repeats the request after the restart; resolves with the problem, or null. */
  readonly retry: () => Promise<string | null>;
}

/** The kinds of work during which the server is killed. */
export const ACTIVITY_KINDS = [
  'upload',
  'probe',
  'preview',
  'merge',
  'speed',
  'render',
  'insert',
  'body',
  'delete',
  'share',
  'withdraw',
] as const;
/** A kind of work. */
export type ActivityKind = (typeof ACTIVITY_KINDS)[number] | 'cancel' | 'delete-videos';

/** Tracks what a site has acknowledged, and creates the next activity. */
export class CrashActivities {
  readonly #site: FaultySite;
  readonly #clip: Buffer;
  readonly #swings: SiteSwings;
  #rounds = 0;
  #videoUrl = '';
  /** The names of the acknowledged golfers, by id. */
  readonly #golfers = new Map<number, string>();

  private constructor(site: FaultySite, clip: Buffer, swings: SiteSwings) {
    this.#site = site;
    this.#clip = clip;
    this.#swings = swings;
  }

  static async on(site: FaultySite): Promise<CrashActivities> {
    const activities = new CrashActivities(site, await siteClip(), await setUpSwings(site));
    for (const golfer of await activities.#library()) activities.#golfers.set(golfer.id, golfer.name);
    activities.#videoUrl = String(
      (await activities.#visitor.call('mergeVideos', { body: activities.#freshMergeBody() })).body.mergedVideoUrl,
    );
    return activities;
  }

  get #visitor(): TestVisitor {
    return this.#swings.visitor.at(this.#site.url);
  }

  /** The administrator's browser at the server's current address. */
  get #admin(): TestBrowser {
    const admin = new TestBrowser(this.#site.url);
    admin.setCookie('swingmark-admin', this.#swings.admin.cookie('swingmark-admin') ?? '');
    return admin;
  }

  /** Creates a new activity of a kind. */
  begin(kind: ActivityKind): Promise<Activity> {
    this.#rounds += 1;
    const kinds: Record<ActivityKind, (round: number) => Activity | Promise<Activity>> = {
      upload: (round) => this.#upload(`upload-${round}`, 4),
      probe: (round) => this.#upload(`probe-${round}`, 1),
      preview: (round) => this.#preview(`preview-${round}`),
      merge: () => this.#merge(),
      speed: () => this.#speed(),
      render: (round) => this.#render(round),
      // A name of its own: the same form with the same clip would be the golfer that is there already, and nothing stored.
      insert: (round) => this.#insert(`Inserted ${round}`),
      body: (round) => this.#body(`Looked at ${round}`),
      delete: (round) => this.#delete(`Deleted ${round}`),
      share: () => this.#share(),
      withdraw: () => this.#withdraw(),
      cancel: (round) => this.#cancel(`cancel-${round}`),
      'delete-videos': () => this.#deleteVideos(),
    };
    return Promise.resolve(kinds[kind](this.#rounds));
  }

  /** Problems of the library and the jobs: lost, incomplete or unknown golfers, and stuck jobs. */
  async problems(): Promise<string[]> {
    const library = await this.#library();
    const lost = [...this.#golfers].filter(
      ([id, name]) => !library.some((golfer) => golfer.id === id && golfer.name === name),
    );
    const extra = library.filter(({ id }) => !this.#golfers.has(id));
    const half: string[] = [];
    for (const { id, name, thumbnailUrl, loopUrl, bodyUrl } of library.filter(({ id }) => id > this.#newestShipped)) {
      const addresses = [`/media/golfers/${id}.mp4`, thumbnailUrl, loopUrl, bodyUrl].filter(
        (address) => address !== null,
      );
      for (const address of addresses) {
        const answer = await this.#visitor.fetch(address);
        if (answer.status !== 200 || (await answer.arrayBuffer()).byteLength === 0)
          half.push(`half: ${name} ${address}`);
      }
    }
    const jobs = (await this.#visitor.call<{ jobs: { state: string; kind: string }[] }>('listJobs')).body.jobs;
    const stuck = jobs.filter(({ state }) => state === 'queued' || state === 'running');
    return [
      ...lost.map(([, name]) => `lost: ${name}`),
      ...extra.map(({ name }) => `unknown: ${name}`),
      ...half,
      ...stuck.map(({ kind }) => `stuck: ${kind}`),
    ];
  }

  /** Deletes the visitor's videos, so that a long campaign does not fill the disk, and uploads a new swing. */
  async cleanUp(): Promise<void> {
    await this.#visitor.call('deleteMyVideos');
    const { body } = await this.#visitor.upload(`swing-${this.#rounds}`, this.#clip);
    this.#swing = String(body.filePath);
    this.#mergeCount = 0;
    this.#videoUrl = String(
      (await this.#visitor.call('mergeVideos', { body: this.#freshMergeBody() })).body.mergedVideoUrl,
    );
  }

  #swing = '';
  #mergeCount = 0;
  get #newestShipped(): number {
    return this.#swings.golferId - 1;
  }

  #freshMergeBody(): Record<string, unknown> {
    this.#mergeCount += 1;
    const [strike, top] = [this.#mergeCount % 40, Math.floor(this.#mergeCount / 40)];
    const own = this.#swing === '' ? {} : { userVideoPath: this.#swing };
    return this.#swings.mergeBody({ userTopTime: 0.6 + top / 30, userStrikeTime: 1.2 + strike / 30, ...own });
  }

  async #library(): Promise<GolferCard[]> {
    return (await this.#visitor.call<GolferCard[]>('listGolfers')).body;
  }

  #upload(fileId: string, chunks: number): Activity {
    const send = () => this.#visitor.upload(fileId, this.#clip, 'swing.mp4', Math.ceil(this.#clip.length / chunks));
    return { send, retry: async () => problemUnless(await send(), ({ body }) => typeof body.filePath === 'string') };
  }

  /** A link whose encrypted file is complete, and the call that makes it. */
  async #sealed() {
    const [id, secret] = [randomBytes(16).toString('hex'), randomBytes(32).toString('hex')];
    const file = Buffer.concat([Buffer.from(SEALED_BEGINNING), randomBytes(300_000)]);
    await this.#visitor.upload(id, file, SEALED_NAME, 100_000);
    const create = () => this.#visitor.call('createShare', { body: { id, days: 1, secret } });
    const withdraw = () => this.#visitor.call('withdrawShare', { params: { id }, body: { secret } });
    const content = async () => {
      const answer = await this.#visitor.fetch(`/api/shares/${id}/content`);
      return { status: answer.status, isWhole: file.equals(Buffer.from(await answer.arrayBuffer())) };
    };
    return { create, withdraw, content };
  }

  async #share(): Promise<Activity> {
    const { create, withdraw, content } = await this.#sealed();
    return {
      send: create,
      retry: async () => {
        const before = await content();
        if (before.status !== 404 && !before.isWhole) return `share: half of it with ${before.status}`;
        const { status } = await create();
        const { isWhole } = await content();
        // A network makes a limited number of links; the files are what counts here.
        await withdraw();
        return status === 200 && isWhole ? null : `share: ${status}`;
      },
    };
  }

  async #withdraw(): Promise<Activity> {
    const { create, withdraw, content } = await this.#sealed();
    await create();
    return {
      send: withdraw,
      retry: async () => {
        const before = await content();
        await withdraw();
        const after = await content();
        return (before.status === 404 || before.isWhole) && after.status === 404 ? null : `withdraw: ${after.status}`;
      },
    };
  }

  async #preview(fileId: string): Promise<Activity> {
    const { filePath } = (await this.#visitor.upload(fileId, this.#clip)).body;
    const send = () => this.#visitor.call('makePreview', { body: { filePath } });
    return { send, retry: async () => this.#fileProblem(await send(), 'previewUrl') };
  }

  #merge(): Activity {
    const body = this.#freshMergeBody();
    const send = () => this.#visitor.call('mergeVideos', { body });
    return { send, retry: async () => this.#fileProblem(await send(), 'mergedVideoUrl') };
  }

  #render(round: number): Activity {
    const drawing = { from: { x: round % 300, y: 1 }, to: { x: 9, y: 90 }, color: '#ff0000', width: 3, timestamp: 0 };
    const body = { videoUrl: this.#videoUrl, drawings: [drawing], videoWidth: 320, videoHeight: 120 };
    const send = () => this.#visitor.call('renderDrawings', { body });
    return { send, retry: async () => this.#fileProblem(await send(), 'videoUrl') };
  }

  #speed(): Activity {
    const body = JSON.stringify({ videoUrl: this.#videoUrl, speed: 0.5 });
    const send = async () => {
      const answer = await this.#visitor.fetch('/api/download-video-speed', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      return {
        status: answer.status,
        bytes: (await answer.arrayBuffer()).byteLength,
        promised: Number(answer.headers.get('content-length')),
      };
    };
    return {
      send,
      retry: async () => {
        const { status, bytes, promised } = await send();
        return status === 200 && bytes === promised ? null : `speed: ${status}, ${bytes} of ${promised} bytes`;
      },
    };
  }

  #insert(name: string): Activity {
    const send = async () => {
      const answer = await sendGolfer(this.#admin, golferForm(new Uint8Array(this.#clip), { name }));
      const { id } = (await answer.json()) as { id: number };
      if (answer.status === 200) this.#golfers.set(id, name);
      return answer.status;
    };
    return {
      send,
      retry: async () => {
        const status = await send();
        const count = (await this.#library()).filter((golfer) => golfer.name === name).length;
        return status === 200 && count === 1 ? null : `insert: ${status}, ${count} entries`;
      },
    };
  }

  async #body(name: string): Promise<Activity> {
    await this.#insert(name).send();
    const [id = 0] = [...this.#golfers].find(([, known]) => known === name) ?? [];
    const { clip } = (await this.#visitor.call<GolferDetail>('getGolfer', { params: { id: String(id) } })).body;
    const init = {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(drawnGolferBody(clip)),
    };
    const send = async () => (await this.#admin.fetch(`/api/pro/${id}/body`, init)).status;
    // Once before, so that the killed one replaces a body.
    await send();
    return {
      send,
      retry: async () => {
        const status = await send();
        return status === 200 ? null : `body: ${status}`;
      },
    };
  }

  async #delete(name: string): Promise<Activity> {
    await this.#insert(name).send();
    const [id = 0] = [...this.#golfers].find(([, known]) => known === name) ?? [];
    const send = async () => {
      // Until the response arrives, both outcomes are valid.
      this.#golfers.delete(id);
      return (await this.#admin.fetch(`/api/pro/${id}`, { method: 'DELETE' })).status;
    };
    return {
      send,
      retry: async () => {
        const status = await send();
        return status === 200 || status === 404 ? null : `delete: ${status}`;
      },
    };
  }

  async #cancel(fileId: string): Promise<Activity> {
    await this.#visitor.upload(fileId, this.#clip);
    const send = () => this.#visitor.call('cancelUpload', { params: { fileId } });
    return { send, retry: async () => problemUnless(await send(), () => true, [200, 404]) };
  }

  async #deleteVideos(): Promise<Activity> {
    const other = this.#site.visitor();
    const swing = String((await other.upload('other', this.#clip)).body.filePath);
    await other.call('mergeVideos', { body: { ...this.#freshMergeBody(), userVideoPath: swing } });
    const send = () => other.at(this.#site.url).call('deleteMyVideos');
    return { send, retry: async () => problemUnless(await send(), () => true) };
  }

  async #fileProblem(answer: Answer, field: string): Promise<string | null> {
    if (answer.status !== 200) return `${answer.status} ${String(answer.body.error)}`;
    const file = await this.#visitor.fetch(String(answer.body[field]));
    return file.status === 200 && (await file.arrayBuffer()).byteLength > 1000 ? null : `its video: ${file.status}`;
  }
}

function problemUnless(
  answer: Answer,
  isRight: (answer: Answer) => boolean,
  statuses: readonly number[] = [200],
): string | null {
  return statuses.includes(answer.status) && isRight(answer) ? null : `${answer.status} ${JSON.stringify(answer.body)}`;
}
