// The sandbox of ffmpeg and ffprobe (hostile cases §3, §7): no network, no privileges, no files but their input and
// output folder, no processes but their own. Verified with strace and with canary servers.

import { createSocket } from 'node:dgram';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runFfmpeg } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { grant, sandbox, sandboxWarnings } from '#server/ffmpeg/process/sandbox.ts';
import { scaled } from '#tests/campaign-scale.ts';
import { campaignTest } from '#tests/campaign-test.ts';
import {
  aviWithPlaylist,
  concatScript,
  dashManifest,
  hlsPlaylist,
  macAlias,
  sessionDescription,
} from '#tests/faults/chaos/hostile-files.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';
import { setUpSwings, siteClip } from '#tests/faults/site/site-swings.ts';
import { listenLocally } from '#tests/server/local-port.ts';

const { promises } = await sandbox();
const SHELL = '/bin/sh';
const inSandbox = async (script: string) =>
  (await runFfmpeg(SHELL, ['-c', script], { timeoutMs: 5_000 })).stdout.toString().trim();

describe('a program in the sandbox', () => {
  test('inherits nothing of the environment', async () => {
    const names = (await inSandbox('/usr/bin/env')).split('\n').map((line) => line.split('=')[0]);
    expect(names.filter((name) => name !== 'PWD' && name !== '_').sort()).toEqual(
      ['LC_ALL', 'PATH', 'SHLVL'].filter((name) => names.includes(name)),
    );
  });

  test.runIf(promises.hasLimits)(
    'is limited in time, memory and size by the kernel, and writes no core dump (needs prlimit)',
    async () => {
      const limits = await inSandbox('/bin/cat /proc/self/limits');
      const soft = (name: string) => Number(new RegExp(`${name}\\s+(\\d+)`).exec(limits)?.[1]);
      expect(soft('Max cpu time')).toBe(600);
      expect(soft('Max address space')).toBe(4_294_967_296);
      expect(soft('Max file size')).toBe(629_145_600);
      expect(soft('Max open files')).toBe(256);
      expect(soft('Max core file size')).toBe(0);
    },
  );

  test('has a lower priority than the server', async () => {
    expect(Number(await inSandbox('/usr/bin/nice'))).toBe(Math.min(19, getPriority() + 10));
  });

  test.runIf(promises.isUnprivileged)('has no privileges and cannot gain any (needs setpriv)', async () => {
    const status = await inSandbox('/bin/cat /proc/self/status');
    expect(status).toMatch(/NoNewPrivs:\s+1/);
    for (const set of ['CapPrm', 'CapEff', 'CapBnd', 'CapInh']) expect(status).toMatch(new RegExp(`${set}:\\s+0+\\n`));
  });

  test.runIf(promises.hasNoNetwork)(
    'has no network access, not even to this machine (needs unshare, as root or in a user namespace)',
    async () => {
      const devices = (await inSandbox('/bin/cat /proc/net/dev')).split('\n').slice(2);
      expect(devices.map((line) => line.trim().split(':')[0])).toEqual(['lo']);
      const server = createServer();
      const port = await listenLocally(server);
      const fetched = runFfmpeg('ffprobe', ['-v', 'error', `http://127.0.0.1:${port}/`], { timeoutMs: 5_000 });
      await expect(fetched).rejects.toThrow(/unreachable|refused|Network/);
      server.close();
    },
  );
});

describe('a compromised decoder', () => {
  const site = faultySite();

  test.runIf(promises.hasOwnProcesses)(
    'case 167: reaches no file of the server and no other video, as another user',
    async () => {
      const uploads = join(site.dataDir, 'media/uploads');
      const folder = await mkdtemp(join(tmpdir(), 'swingmark-sandbox-'));
      try {
        const input = join(folder, 'input');
        await writeFile(input, 'the input\n');
        const wanted = [
          '/etc/shadow',
          '/etc/passwd',
          process.cwd(),
          site.dataDir,
          uploads,
          join(site.dataDir, 'admin-password.json'),
        ];
        const script = `for path in ${wanted.join(' ')} /proc/${site.pid} /proc/${process.pid}; do [ -e "$path" ] && echo "sees $path"; done
        cat ${input}; echo made > ${folder}/output; echo more > ${input}; echo more > /usr/bin/more-than-allowed
        kill -0 ${site.pid} && echo "may signal the server"; id -u; exit 0`;
        const reach = { reads: [input], writes: [folder] };
        const jail = await sandbox();
        await grant(reach, jail.userId);
        const [program = '', ...args] = [...jail.command(SHELL, reach), SHELL, '-c', script];
        const { stdout } = await execa(program, args, { reject: false, env: {}, extendEnv: false });
        const lines = stdout.split('\n');
        expect(lines.slice(0, -1)).toEqual(['the input']);
        expect(lines.at(-1)).toBe(String(promises.isOtherUser ? 65_534 : 0));
        expect(await readFile(join(folder, 'output'), 'utf8')).toBe('made\n');
        expect(await readFile(input, 'utf8')).toBe('the input\n');
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );

  test('case 168: the sandbox’s protections are independent, and each missing one is reported at the start and in the metrics', async () => {
    // A machine with a lower limit on open files keeps it, and all other limits still apply.
    const script = `ulimit -n 200; exec ${process.execPath} --input-type=module -e "
      const { sandbox } = await import('#server/ffmpeg/process/sandbox.ts');
      const jail = await sandbox();
      process.stdout.write(JSON.stringify(jail) + ' ' + jail.command('/bin/true', { reads: [], writes: [] }).join(' '))"`;
    const { stdout } = await execa('/bin/sh', ['-c', script]);
    expect(stdout).toContain('"hasLimits":true');
    expect(stdout).toContain('--nofile=200');
    expect(stdout).toContain('--as=4294967296');
    await site.restart('SIGTERM', { METRICS_TOKEN: 'a token' });
    const logged = site.log.find(({ msg }) => msg === 'ffmpeg sandbox');
    expect(logged).toMatchObject({ ...promises });
    const broken = Object.values(promises).filter((holds) => !holds).length;
    const answer = await fetch(`${site.url}/metrics`, { headers: { authorization: 'Bearer a token' } });
    const lines = (await answer.text()).split('\n').filter((line) => line.startsWith('swingmark_ffmpeg_sandbox{'));
    expect(lines).toHaveLength(Object.keys(promises).length);
    expect(lines.filter((line) => line.endsWith(' 0'))).toHaveLength(broken);
    expect(sandboxWarnings({ ...promises, hasOwnRoot: false, hasLimits: false }).join()).toMatch(
      /read every file.*not fully bounded/s,
    );
  });
});

const SYSTEM_FILES = [
  ...[
    '/lib/',
    '/lib64/',
    '/usr/lib/',
    '/usr/share/',
    '/proc/',
    '/sys/',
    '/dev/',
    '/etc/ld.so',
    '/etc/fonts',
    '/etc/gcrypt/',
  ],
  ...['/etc/OpenCL', '/etc/ssl', '/etc/pulse', '/etc/localtime', '/etc/drirc', '/var/cache/fontconfig'],
];

/** Files that were opened, or tried, and belong neither to the job nor to the system. */
function foreignFiles(trace: string, dataDir: string): string[] {
  const asked = [...trace.matchAll(/^open(?:at)?\((?:AT_FDCWD, )?"([^"\n]*)"/gm)].map(([, path = '']) => path);
  return asked.filter((path) => ![`${dataDir}/work/`, ...SYSTEM_FILES].some((prefix) => path.startsWith(prefix)));
}

const hasStrace = existsSync('/usr/bin/strace');

describe.runIf(hasStrace)('ffmpeg and ffprobe under strace (needs strace)', () => {
  const site = faultySite();
  let folder: string;
  let hits = 0;
  let port = 0;
  const canary = createServer((socket) => {
    hits += 1;
    socket.destroy();
  });
  const datagrams = createSocket('udp4', () => {
    hits += 1;
  });
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'swingmark-strace-'));
    port = await listenLocally(canary);
    await new Promise<void>((resolve) => datagrams.bind(port, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    hits = 0;
  });
  afterAll(async () => {
    canary.close();
    datagrams.close();
    await rm(folder, { recursive: true });
  });

  /** The system calls of every program that the server starts meanwhile: one text per process. */
  async function traced(name: string, action: () => Promise<unknown>): Promise<string[]> {
    const args = ['-f', '-ff', '-q', '-e', 'trace=network,open,openat,execve', '-s', '300', '-o', join(folder, name)];
    const watcher = execa('strace', [...args, '-p', String(site.pid)], { reject: false });
    await expect.poll(() => readFile(`/proc/${site.pid}/status`, 'utf8')).toMatch(/TracerPid:\s+[1-9]/);
    await action();
    watcher.kill('SIGINT');
    await watcher;
    const files = (await readdir(folder)).filter((file) => file.startsWith(`${name}.`));
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    return texts
      .filter((text) => /execve\("\S*\/ff(mpeg|probe)"/.test(text))
      .map((text) => text.slice(text.search(/execve\("\S*\/ff(mpeg|probe)".*= 0/)));
  }

  test('open only the files of their job, and no socket, for an upload and a comparison', async () => {
    const traces = await traced('good', async () => {
      const swings = await setUpSwings(site);
      expect((await swings.merge()).status).toBe(200);
    });
    expect(traces.length).toBeGreaterThan(5);
    for (const trace of traces) {
      expect(trace).not.toMatch(/^(socket|connect|bind|sendto)\(/m);
      expect(foreignFiles(trace, site.dataDir)).toEqual([]);
    }
  });

  campaignTest('open nothing more for files that refer to other files or hosts', async () => {
    const neighbor = site.visitor();
    await neighbor.upload('neighbor', await siteClip());
    const bucket = join(site.dataDir, 'media/uploads');
    const inside = join(bucket, (await readdir(bucket))[0] ?? '');
    const online = `http://127.0.0.1:${port}/a.mp4`;
    const hostile: (string | Buffer)[] = [
      ...[inside, online, `udp://127.0.0.1:${port}`].flatMap((target) => [hlsPlaylist(target), dashManifest(target)]),
      ...[concatScript(inside), concatScript(online), sessionDescription(port), await macAlias(inside)],
      ...[await aviWithPlaylist(inside), await aviWithPlaylist(online), `subfile,,start,0,end,0,,:${inside}`],
      `<svg xmlns="http://www.w3.org/2000/svg"><image href="${online}"/><image href="file://${inside}"/></svg>`,
    ];
    const tried = scaled(
      hostile.filter((_, index) => index % 4 === 0),
      hostile,
    );
    const visitor = site.visitor();
    const traces = await traced('hostile', async () => {
      for (const file of tried) {
        await visitor.upload('hostile', Buffer.from(file));
        await visitor.call('deleteMyVideos');
      }
    });
    expect(traces.length).toBeGreaterThan(tried.length - 1);
    for (const trace of traces) {
      expect(trace).not.toMatch(/^(socket|connect|bind|sendto)\(/m);
      expect(foreignFiles(trace, site.dataDir)).toEqual([]);
    }
    expect(hits).toBe(0);
  });
});
