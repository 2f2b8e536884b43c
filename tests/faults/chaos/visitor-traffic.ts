// Visitors who upload, merge and cancel continuously, whatever fails, and the condition afterwards: every acknowledged
// merge still exists, and requesting it again returns the same video.
import { setTimeout as sleep } from 'node:timers/promises';
import type { RandomNumbers } from '#tests/faults/chaos/random-numbers.ts';
import { mergeBodyOf } from '#tests/server/merge-body.ts';
import { type Answer, cutIntoChunks, TestVisitor } from '#tests/server/test-visitor.ts';

/** Failures that a page retries: a process or server that is unavailable at the moment. */
const TRY_AGAIN = [429, 502, 503, 504, 507];
const GIVE_UP_AFTER_MS = 180_000;
/** Of a visitor's last 50 jobs at least this many are merges: now and then an upload is finished twice. */
const REMEMBERED_BY_OLDER_WORKERS = 20;

/** A merge that was acknowledged. */
interface Done {
  readonly visitor: TestVisitor;
  readonly body: Record<string, unknown>;
  readonly url: string;
  readonly visitorNumber: number;
  /** Made by a release that may have rendered it differently, or forgotten by one that keeps fewer jobs. */
  isOfOldRelease: boolean;
}

/** The traffic of one run. */
export class VisitorTraffic {
  readonly problems: string[] = [];
  readonly done: Done[] = [];
  readonly mergeTimes: number[] = [];
  readonly counts = { uploads: 0, merges: 0, cancels: 0 };
  /** Whether a process of an older release may have answered. */
  isOfOldRelease = false;
  #olderWebs = 0;
  #olderWebPeriods = 0;
  readonly #addressOf: (index: number) => string;
  readonly #clip: Buffer;
  readonly #random: RandomNumbers;
  readonly #stop = new AbortController();
  #ended: Promise<unknown> = Promise.resolve();

  /** `addressOf`: the addresses of the web processes, any of which may be asked. */
  constructor(addressOf: (index: number) => string, clip: Buffer, random: RandomNumbers) {
    this.#addressOf = addressOf;
    this.#clip = clip;
    this.#random = random;
  }

  /** Begins the traffic of this many visitors. */
  begin(visitors: number): void {
    const lives = Array.from({ length: visitors }, (_, number) => this.#live(number));
    this.#ended = Promise.allSettled(
      lives.map((life) => life.catch((error: unknown) => this.problems.push(String(error)))),
    );
  }

  /**
   * Declares that one web process of an older release runs beside the others during `work`. That release may render the
   * same plan differently, so its results are found and usable, but not reused by this one.
   */
  async besideOlderWeb(work: () => Promise<void>): Promise<void> {
    this.#olderWebs += 1;
    this.#olderWebPeriods += 1;
    await work();
    this.#olderWebs -= 1;
  }

  /**
   * Declares that a worker of an older release ran beside the others. When it ends a job it deletes the visitor's jobs
   * but for the newest 50, half of which are uploads: merges from before are found and usable, but may be made again.
   */
  afterOlderWorker(): void {
    const numbers = new Set(this.done.map(({ visitorNumber }) => visitorNumber));
    for (const number of numbers) {
      const own = this.done.filter(({ visitorNumber }) => visitorNumber === number);
      for (const forgotten of own.slice(0, -REMEMBERED_BY_OLDER_WORKERS)) forgotten.isOfOldRelease = true;
    }
  }

  /** Waits until this many more merges are acknowledged. */
  async merges(more: number): Promise<void> {
    const wanted = this.done.length + more;
    const begunAt = performance.now();
    while (this.done.length < wanted && this.problems.length === 0) {
      if (performance.now() - begunAt > GIVE_UP_AFTER_MS) throw new Error(`There were no ${more} merges in time`);
      await sleep(50);
    }
  }

  /** Every visitor finishes the current action. */
  async end(): Promise<void> {
    this.#stop.abort();
    await this.#ended;
  }

  /** Adds acknowledged work to `problems` if it is lost, or is done again when requested again. */
  async check(): Promise<void> {
    for (const { visitor, body, url, isOfOldRelease } of this.done) {
      const file = await visitor.at(this.#addressOf(0)).fetch(url);
      if (file.status !== 200 || (await file.arrayBuffer()).byteLength < 1000) this.problems.push(`lost: ${url}`);
      const again = await this.#persistently('the same merge', (web) => visitor.at(web).call('mergeVideos', { body }));
      const isAnswered = isOfOldRelease ? again.status === 200 : again.body.mergedVideoUrl === url;
      if (!isAnswered) this.problems.push(`done twice: ${url}, ${JSON.stringify(again.body)}`);
    }
  }

  async #live(number: number): Promise<void> {
    let visitor = new TestVisitor(this.#addressOf(0), `192.0.2.${number + 1}`);
    const call = (what: string, send: (moved: TestVisitor) => Promise<Answer>) =>
      this.#persistently(what, async (url) => {
        visitor = visitor.at(url);
        return send(visitor);
      });
    for (let round = 0; !this.#stop.signal.aborted; round += 1) {
      const swing = await this.#upload(`swing-${round % 3}-${number}`, call);
      const library = await call('the library', (moved) => moved.call('listGolfers'));
      const [golfer] = library.body as unknown as { id: number }[];
      // Another merge each time: the strike is part of the plan.
      const body = mergeBodyOf(swing, golfer?.id, { userStrikeTime: 1 + (round % 100) / 100 });
      const begunAt = performance.now();
      const [hadOlderWeb, periods] = [this.#olderWebs > 0, this.#olderWebPeriods];
      const merged = await call('a merge', (moved) => moved.call('mergeVideos', { body }));
      this.counts.merges += 1;
      if (merged.status === 200) {
        const url = String(merged.body.mergedVideoUrl);
        const metOlderWeb = hadOlderWeb || periods !== this.#olderWebPeriods;
        const isOfOldRelease = this.isOfOldRelease || metOlderWeb;
        this.done.push({ visitor, visitorNumber: number, body, url, isOfOldRelease });
      } else this.problems.push(`merge: ${merged.status} ${JSON.stringify(merged.body)}`);
      this.mergeTimes.push((performance.now() - begunAt) / 1000);
      if (round % 5 === 4) {
        const jobs = await call('the jobs', (moved) => moved.call('listJobs'));
        const [first] = (jobs.body.jobs ?? []) as { id: string }[];
        await call('a cancel', (moved) => moved.call('cancelJob', { params: { id: first?.id ?? 'none' } }));
        this.counts.cancels += 1;
      }
    }
  }

  async #upload(
    fileId: string,
    call: (what: string, send: (visitor: TestVisitor) => Promise<Answer>) => Promise<Answer>,
  ): Promise<unknown> {
    let swing: unknown;
    for (const chunk of cutIntoChunks(fileId, this.#clip, 'swing.mp4', Math.ceil(this.#clip.length / 3))) {
      const answer = await call('a chunk', (moved) => moved.sendChunk(chunk));
      if (answer.status !== 200) this.problems.push(`chunk: ${answer.status} ${JSON.stringify(answer.body)}`);
      swing = answer.body.filePath ?? swing;
    }
    this.counts.uploads += 1;
    return swing;
  }

  /** Sends to one of the web processes, again and again until one answers. */
  async #persistently(what: string, send: (url: string) => Promise<Answer>): Promise<Answer> {
    const begunAt = performance.now();
    let last = '';
    for (let index = this.#random.below(2); performance.now() - begunAt < GIVE_UP_AFTER_MS; index += 1) {
      const answer = await send(this.#addressOf(index)).catch((error: unknown) => String(error));
      if (typeof answer !== 'string' && !this.#isTriedAgain(answer)) return answer;
      last = typeof answer === 'string' ? answer : JSON.stringify(answer.body);
      await sleep(200);
    }
    throw new Error(`${what} did not succeed: ${last}`);
  }

  /** An older release may answer 500 where this one answers 503, and 409 when its job was stopped. */
  #isTriedAgain({ status }: Answer): boolean {
    return TRY_AGAIN.includes(status) || (this.isOfOldRelease && (status === 500 || status === 409));
  }
}
