// What operators start: the container image as its Dockerfile makes it, and the systemd units, each on a bare Debian.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#tests/server/local-port.ts';
import { testServers } from '#tests/stores/test-servers.ts';
import { type BareMachine, bareMachine } from './bare-machine.ts';
import { buildImage, type ContainerImage } from './container-image.ts';
import { expectCorrectMerge } from './visit.ts';

const UNITS = join(import.meta.dirname, '../../deploy/systemd');

describe('the container image (needs root and mmdebstrap)', () => {
  let image: ContainerImage;
  beforeAll(async () => {
    image = await buildImage();
  }, 900_000);
  afterAll(() => image.machine.remove());

  /** Starts a container; without namespaces, as container engines do by default. */
  const start = (args: readonly string[], env: Readonly<Record<string, string>>, share?: string) =>
    image.machine.start([...image.entrypoint, ...args], {
      as: 'user without namespaces',
      folder: image.folder,
      ...(share !== undefined && { share }),
      env: { ...image.env, HOST: '127.0.0.1', ...env },
    });

  test('alone: merges on its own volume', async () => {
    const port = String(await freePort());
    const container = start([], { PORT: port });
    await container.line(/Swingmark is at /);
    await expectCorrectMerge(`http://127.0.0.1:${port}`);
    expect(await container.stop()).toBe(0);
  });

  test('as web and worker after a migration: merges on PostgreSQL and an object store', async () => {
    const { shared, share } = await sharedServers();
    const migration = start(['migrate'], { ...shared, DATA_DIR: '/data/migrate' }, share);
    expect(await migration.ended, migration.lines.join('\n')).toBe(0);
    const [webPort, workerPort] = [String(await freePort()), String(await freePort())];
    const worker = start([], { ...shared, ROLE: 'worker', PORT: workerPort, DATA_DIR: '/data/worker' }, share);
    const web = start([], { ...shared, ROLE: 'web', PORT: webPort, DATA_DIR: '/data/web' }, share);
    await Promise.all([worker.line(/A worker of Swingmark is at /), web.line(/Swingmark is at /)]);
    await expectCorrectMerge(`http://127.0.0.1:${webPort}`);
    expect(await Promise.all([web.stop(), worker.stop()])).toEqual([0, 0]);
  });
});

/** The settings of a site with several processes, and the folder of its database's socket. */
async function sharedServers() {
  const { databaseUrl, s3Url } = await testServers();
  const shared = {
    DATABASE_URL: databaseUrl,
    S3_URL: s3Url,
    PUBLIC_URL: 'http://swing.example',
    SMTP_URL: 'smtp://127.0.0.1:1',
    ADMIN_PASSWORD: 'only for this test',
  };
  return { shared, share: new URL(databaseUrl.replace('@/', '@host/')).searchParams.get('host') ?? '' };
}

/** The command and the settings of a unit. */
async function readUnit(name: string) {
  const text = await readFile(join(UNITS, name), 'utf8');
  const values = (key: string) => [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  const [folder = ''] = values('WorkingDirectory');
  const [command = ''] = values('ExecStart');
  const pairs = values('Environment').flatMap((line) =>
    line.split(' ').map((pair) => pair.split('=') as [string, string]),
  );
  return { folder, command: command.split(' '), env: Object.fromEntries(pairs) };
}

describe('the systemd units (needs root and mmdebstrap)', () => {
  let machine: BareMachine;
  afterAll(() => machine.remove());

  test('start a web process and a worker that merge', async () => {
    const [web, worker] = await Promise.all([
      readUnit('swingmark-web@.service'),
      readUnit('swingmark-worker@.service'),
    ]);
    machine = await bareMachine(20, ['ffmpeg']);
    await machine.clone(web.folder, 'root');
    // As the units say; with the npm of an older Node, too.
    await machine.must(['npm', 'run', 'setup'], { folder: web.folder });
    const { shared, share } = await sharedServers();
    await machine.must(['npm', 'run', 'migrate'], { folder: web.folder, env: shared, share });
    await machine.must(['mkdir', '-p', '/var/lib/swingmark']);
    await machine.must(['chown', 'golfer:', '/var/lib/swingmark']);
    const [webPort, workerPort] = [String(await freePort()), String(await freePort())];
    const started = [
      machine.start(worker.command, {
        as: 'user',
        share,
        folder: worker.folder,
        env: { ...worker.env, ...shared, PORT: workerPort, DATA_DIR: '/var/lib/swingmark/worker-1' },
      }),
      machine.start(web.command, {
        as: 'user',
        share,
        folder: web.folder,
        env: { ...web.env, ...shared, PORT: webPort, DATA_DIR: '/var/lib/swingmark/web-1' },
      }),
    ];
    await Promise.all(started.map((process) => process.line(/Swingmark is at /)));
    await expectCorrectMerge(`http://127.0.0.1:${webPort}`);
    expect(await Promise.all(started.map((process) => process.stop()))).toEqual([0, 0]);
  });
});
