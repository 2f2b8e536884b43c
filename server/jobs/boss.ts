// pg-boss: queues in PostgreSQL that carry only a job's id. The job's row stays the truth. Loaded only when DATABASE_URL is set.
import type { FastifyBaseLogger } from 'fastify';
import type { PgBoss } from 'pg-boss';
import { migrationProblem } from '#server/database/migrate.ts';

/** The queues: videos for visitors, and short work that a request waits for. */
export const BOSS_QUEUES = ['work', 'probe'] as const;
/** One of the queues. */
export type BossQueue = (typeof BOSS_QUEUES)[number];
/** The queue for jobs that have failed with every worker that took them. */
const DEAD = 'dead';

/** The payload of a queue's job. */
export interface BossJob {
  readonly jobId: string;
}

/** How pg-boss is opened. */
export interface BossOptions {
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

/** Opens pg-boss. */
export async function openBoss({ url, works, migrates, log }: BossOptions): Promise<PgBoss> {
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
    await boss.stop({ graceful: false, close: true }).catch(() => undefined);
    throw migrates ? migrationProblem(error) : error;
  }
  return boss;
}

async function createQueues(boss: PgBoss): Promise<void> {
  await boss.createQueue(DEAD);
  for (const name of BOSS_QUEUES) {
    await boss.createQueue(name, {
      notify: true,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: 900,
      // Worker restarts count as tries too.
      ...{ retryLimit: 20, retryDelay: 0, deadLetter: DEAD, deleteAfterSeconds: 3600 },
    });
  }
}
