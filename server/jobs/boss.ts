// Carries jobs to the workers of a site by pg-boss, whose queues in PostgreSQL hold only a job's id: the job's row is its
// authoritative state. Loaded only when DATABASE_URL is set.
import type { FastifyBaseLogger } from 'fastify';
import { fromKysely, type PgBoss } from 'pg-boss';
import { migrationProblem } from '#server/database/migrate.ts';
import type { JobRows } from './shared-job-store.ts';

/** The queues: videos for visitors, and short work that a request waits for. */
const QUEUES = ['work', 'probe'] as const;
export type CarrierQueue = (typeof QUEUES)[number];

interface CarriedJob {
  readonly queue: CarrierQueue;
  readonly jobId: string;
  /** The carrier's own id, a UUID. */
  readonly queueId: string;
  /** Smaller goes first. */
  readonly turn: number;
  /**
   * Jobs of a group run one after the other, except that slots which fetch at the same moment may each take one: pg-boss
   * does not lock the group. Undefined for no group.
   */
  readonly group?: string;
}

/** Runs a job; rejects to have it carried to a worker again. The signal aborts when the carrier has given it to another. */
type TakeJob = (jobId: string, signal: AbortSignal) => Promise<void>;

export interface JobCarrier {
  /** Queues a job in the transaction that stores its row. */
  send(rows: JobRows, job: CarriedJob): Promise<void>;
  /** Takes the jobs of a queue one after the other. Returns the function that stops it, which ends no running job. */
  work(queue: CarrierQueue, take: TakeJob): Promise<() => Promise<void>>;
  /** Disconnects; where this process has run jobs, after their ends are stored. */
  close(): Promise<void>;
}

/** The queue for jobs that have failed with every worker that took them. */
const DEAD = 'dead';

interface BossJob {
  readonly jobId: string;
}

interface CarrierOptions {
  readonly url: string;
  /** Whether this process takes jobs. */
  readonly works: boolean;
  /** Whether this process may create pg-boss's own tables. */
  readonly migrates: boolean;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** A worker without a heartbeat for this long is dead: pg-boss's minimum. */
const HEARTBEAT_SECONDS = 10;
const CONNECTIONS = 4;
const POLL = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 1, heartbeatRefreshSeconds: 1 };

export async function openBoss({ url, works, migrates, log }: CarrierOptions): Promise<JobCarrier> {
  const { PgBoss: Boss } = await import('pg-boss');
  const boss = new Boss({
    connectionString: url,
    schema: 'pgboss',
    max: CONNECTIONS,
    application_name: 'swingmark-queue',
    useListenNotify: works,
    supervise: works,
    schedule: false,
    migrate: migrates,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
  });
  // Without listeners a lost connection would end the process.
  boss.on('error', (err) => log.warn({ err }, 'Queue'));
  boss.on('warning', (warning) => log.warn({ warning }, 'Queue'));
  try {
    await boss.start();
    if (migrates) await createQueues(boss);
  } catch (error) {
    await stop(boss, { graceful: false, log });
    throw migrates ? migrationProblem(error) : error;
  }
  return {
    send: async (rows, { queue, jobId, queueId, turn, group }) => {
      const options = { id: queueId, priority: -turn, db: fromKysely(rows) };
      const job: BossJob = { jobId };
      await boss.send(queue, job, group === undefined ? options : { ...options, group: { id: group } });
    },
    work: (queue, take) => work(boss, queue, take),
    close: () => stop(boss, { graceful: works, log }),
  };
}

async function work(boss: PgBoss, queue: CarrierQueue, take: TakeJob): Promise<() => Promise<void>> {
  const worker = { id: '' };
  worker.id = await boss.work<BossJob>(queue, { ...POLL, groupConcurrency: 1 }, async ([job]) => {
    if (!job) return;
    try {
      await take(job.data.jobId, job.signal);
    } finally {
      // One notification starts one job; jobs waiting behind it would be found only by polling.
      setImmediate(() => boss.notifyWorker(worker.id));
    }
  });
  return () => boss.offWork(queue, { id: worker.id, wait: false });
}

/** Never throws: the process ends anyway, and other workers take over its unfinished jobs. */
async function stop(
  boss: PgBoss,
  { graceful, log }: { readonly graceful: boolean; readonly log: CarrierOptions['log'] },
): Promise<void> {
  try {
    await boss.stop({ graceful, timeout: 1_000, close: true });
  } catch (err) {
    log.warn({ err }, 'The queue could not be closed');
  }
}

async function createQueues(boss: PgBoss): Promise<void> {
  await boss.createQueue(DEAD);
  for (const name of QUEUES) {
    await boss.createQueue(name, {
      notify: true,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: 900,
      // Worker restarts count as tries too.
      retryLimit: 20,
      retryDelay: 0,
      deadLetter: DEAD,
      deleteAfterSeconds: 3600,
    });
  }
}
