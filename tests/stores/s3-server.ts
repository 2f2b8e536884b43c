// A real S3-compatible store for tests: Ceph's gateway with a store in memory, on free ports.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { hasCeph } from '#scripts/find-stores.mjs';
import { isWhole } from '#tests/campaign-scale.ts';
import { until } from '#tests/until.ts';

const run = promisify(execFile);
const KEYS = { accessKeyId: 'testkey', secretAccessKey: 'testsecret' };

/** Whether tests can use a store: in the second tier of CI, which installs one. */
export const HAS_S3 = isWhole && (Boolean(process.env.TEST_S3_URL) || hasCeph());
/** Added to the titles of tests that are skipped without it. */
export const NEEDS_S3 = HAS_S3 ? '' : ' (needs an S3 store, which npm run test:whole installs)';

/** A running store. */
export interface S3Server {
  /** Where it is, such as `http://127.0.0.1:43210`. */
  readonly endpoint: string;
  /** Kills the gateway and starts it again: what was stored stays. */
  restartGateway(): Promise<void>;
  gatewayPid(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a store. */
export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'swingmark-s3-'));
  const stop = async () => {
    for (const name of await readdir(join(folder, 'run')).catch(() => [])) {
      if (name.endsWith('.pid')) endProcess(Number(await readFile(join(folder, 'run', name), 'utf8')));
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  try {
    const port = await freePorts();
    await run('sh', [join(import.meta.dirname, 's3-server.sh'), folder, String(port)], { timeout: 240_000 });
    const endpoint = `http://127.0.0.1:${port}`;
    const gatewayPid = async () => Number(await readFile(join(folder, 'run', 'client.rgw.pid'), 'utf8'));
    const restartGateway = async () => {
      endProcess(await gatewayPid());
      // The port is free once the process is gone.
      await until('the gateway has ended', () =>
        fetch(endpoint).then(
          () => false,
          () => true,
        ),
      );
      await run('radosgw', ['-c', join(folder, 'ceph.conf'), '-n', 'client.rgw']);
      await until(
        'the gateway answers',
        () =>
          fetch(endpoint).then(
            () => true,
            () => false,
          ),
        { limitMs: 120_000 },
      );
    };
    return { endpoint, restartGateway, gatewayPid, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The address of a new bucket on a store, as S3_URL gives it. */
export async function newBucketUrl(endpoint: string, name: string): Promise<string> {
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials: KEYS });
  await client.send(new CreateBucketCommand({ Bucket: name }));
  client.destroy();
  const { protocol, host } = new URL(endpoint);
  return `${protocol}//${KEYS.accessKeyId}:${KEYS.secretAccessKey}@${host}/${name}`;
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/** The first of three ports in a row that are free. */
async function freePorts(): Promise<number> {
  for (;;) {
    const first = await portIfFree(0);
    const others = first === null ? [null] : [await portIfFree(first + 1), await portIfFree(first + 2)];
    if (first !== null && !others.includes(null)) return first;
  }
}

function portIfFree(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : null));
    });
  });
}
