// Every way to isolate ffmpeg, on data folders in awkward places: a swing is probed, merged and drawn on in each,
// whatever this machine would choose.
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import type { SandboxChoice } from '#server/ffmpeg/process/sandbox.ts';
import { NO_NAMESPACES } from '#tests/bare/bare-machine.ts';
import { expectSameFrames } from '#tests/bare/visit.ts';
import { chosenCases } from '#tests/campaign-scale.ts';
import { mergedResult } from '#tests/fixtures/merged-result.ts';
import { startServerProcess } from '#tests/server/server-process.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';

const NOBODY = 65_534;
const AS_NOBODY = ['/usr/bin/setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
const isRoot = process.getuid?.() === 0;

interface Mode {
  readonly choice: SandboxChoice;
  readonly startedBy: readonly string[];
  readonly isIsolated: boolean;
  readonly isPossible: boolean;
}

const MODES: readonly (readonly [title: string, mode: Mode])[] = [
  [
    'bubblewrap (needs bubblewrap and root)',
    { choice: 'bubblewrap', startedBy: [], isIsolated: true, isPossible: isRoot && existsSync('/usr/bin/bwrap') },
  ],
  ['unshare as root (needs root)', { choice: 'unshare', startedBy: [], isIsolated: true, isPossible: isRoot }],
  [
    'unshare as an ordinary user (needs root to become one)',
    { choice: 'unshare', startedBy: AS_NOBODY, isIsolated: true, isPossible: isRoot },
  ],
  [
    'no isolation as an ordinary user (needs root to become one)',
    { choice: 'none', startedBy: AS_NOBODY, isIsolated: false, isPossible: isRoot },
  ],
];

/** As the test's own user. */
const ORDINARY: Mode = { choice: 'auto', startedBy: [], isIsolated: false, isPossible: isRoot };

/** Where the data folder is: a new folder inside the given one. */
const PLACES: readonly (readonly [title: string, place: (folder: string) => Promise<string>])[] = [
  ['below /mnt', () => mkdtemp('/mnt/swingmark-modes-')],
  ['below /srv', () => mkdtemp('/srv/swingmark-modes-')],
  [
    'behind a symlink',
    async (folder) => {
      await mkdir(join(folder, 'disk'));
      await symlink(join(folder, 'disk'), join(folder, 'link'));
      return join(folder, 'link');
    },
  ],
  [
    'with spaces and umlauts',
    async (folder) => {
      await mkdir(join(folder, 'Müllers Schläge 2026'));
      return join(folder, 'Müllers Schläge 2026');
    },
  ],
];

const CASES = MODES.flatMap(([modeTitle, mode]) =>
  PLACES.map(([placeTitle, place]) => [`${placeTitle}: ${modeTitle}`, mode, place] as const),
);

/** Each way and each place once; all combinations in the campaign. */
const SHORT = [
  'behind a symlink: bubblewrap (needs bubblewrap and root)',
  'below /mnt: unshare as root (needs root)',
  'with spaces and umlauts: unshare as an ordinary user (needs root to become one)',
  'below /srv: no isolation as an ordinary user (needs root to become one)',
];

/** A data folder in a place, owned by the user of the mode. */
async function withDataFolder(
  mode: Mode,
  place: (folder: string) => Promise<string>,
  use: (path: string) => Promise<void>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'swingmark-modes-'));
  await chmod(folder, 0o755);
  const dataDir = await place(folder);
  if (mode.startedBy.length > 0) await chown(dataDir, NOBODY, NOBODY);
  try {
    await use(dataDir);
  } finally {
    for (const each of [dataDir, folder]) await rm(each, { recursive: true, force: true });
  }
}

describe('a site whose ffmpeg is isolated by', () => {
  for (const [title, mode, place] of chosenCases(CASES, SHORT)) {
    test.runIf(mode.isPossible)(title, () =>
      withDataFolder(mode, place, async (dataDir) => {
        const log: string[] = [];
        const server = await startServerProcess(dataDir, {
          settings: { FFMPEG_SANDBOX: mode.choice, LOG_LEVEL: 'info' },
          startedBy: mode.startedBy,
          onLine: (line) => log.push(line),
        });
        try {
          const sandbox = JSON.parse(log.find((line) => line.includes('"ffmpeg sandbox"')) ?? '{}') as object;
          expect(sandbox).toMatchObject({
            hasOwnRoot: mode.isIsolated,
            hasOwnProcesses: mode.isIsolated,
            isolation: mode.isIsolated ? mode.choice : null,
            isUnprivileged: true,
            hasLimits: true,
          });
          const visitor = new TestVisitor(server.url);
          const { videoUrl, bytes } = await mergedResult(visitor);
          await expectSameFrames(bytes);
          const drawn = await visitor.call('renderDrawings', {
            body: {
              videoUrl,
              drawings: [{ from: { x: 10, y: 10 }, to: { x: 90, y: 90 }, color: '#ff0000', width: 3, timestamp: 0 }],
              videoWidth: 320,
              videoHeight: 120,
            },
          });
          expect(drawn.status, JSON.stringify(drawn.body)).toBe(200);
        } finally {
          await server.end('SIGTERM');
        }
      }),
    );
  }
});

/** Prints what a shell script prints in the chosen sandbox. */
const IN_SANDBOX = `
  const { chooseSandbox, grant } = await import('#server/ffmpeg/process/sandbox.ts');
  const { programEnd, startProgram } = await import('#server/ffmpeg/process/start-program.ts');
  const [choice, folder, input, output, script] = process.argv.slice(1);
  const jail = await chooseSandbox({ choice, program: '/bin/true', folder });
  const reach = { reads: [input], writes: [output] };
  await grant(reach, jail.userId);
  const child = startProgram([...jail.command('/bin/sh', reach), '/bin/sh', '-c', script], ['ignore', 'inherit', 'inherit']);
  await programEnd(child);
`;

describe('a program that is isolated by', () => {
  for (const [title, mode] of MODES.filter(([, { isIsolated }]) => isIsolated)) {
    test.runIf(mode.isPossible)(`${title} reaches its input and output only`, () =>
      withDataFolder(
        mode,
        async (folder) => mkdtemp(join(folder, 'data-')),
        async (dataDir) => {
          const paths = {
            input: join(dataDir, 'input'),
            output: join(dataDir, 'output'),
            secret: join(dataDir, 'secret'),
          };
          await mkdir(paths.output);
          for (const path of [paths.input, paths.secret]) await writeFile(path, 'text\n');
          if (mode.startedBy.length > 0) for (const path of Object.values(paths)) await chown(path, NOBODY, NOBODY);
          const script = `cat '${paths.input}'
          for path in '${paths.secret}' /etc/passwd /proc/${process.pid}; do [ -e "$path" ] && echo "sees $path"; done
          for path in '${paths.input}' /usr/bin/more /more '${dataDir}/more'; do (echo more > "$path") 2> /dev/null && echo "writes $path"; done
          echo made > '${paths.output}/made' && cat '${paths.output}/made'
          ls -A /sys 2> /dev/null; exit 0`;
          const command = [
            ...mode.startedBy,
            process.execPath,
            '--input-type=module',
            '-e',
            IN_SANDBOX,
            mode.choice,
            dataDir,
          ];
          const [program = '', ...args] = [...command, paths.input, paths.output, script];
          const { stdout, stderr } = await execa(program, args);
          expect(`${stdout}${stderr}`).toBe('text\nmade');
        },
      ),
    );
  }

  test.runIf(isRoot)(
    'Landlock where there are no namespaces reads and writes its own files only, and merges [F59]',
    () =>
      withDataFolder(
        ORDINARY,
        async (folder) => mkdtemp(join(folder, 'data-')),
        async (dataDir) => {
          const log: string[] = [];
          const server = await startServerProcess(join(dataDir, 'site'), {
            settings: { FFMPEG_SANDBOX: 'auto', LOG_LEVEL: 'info' },
            startedBy: NO_NAMESPACES,
            onLine: (line) => log.push(line),
          });
          try {
            const sandbox = JSON.parse(log.find((line) => line.includes('"ffmpeg sandbox"')) ?? '{}') as object;
            expect(sandbox).toMatchObject({
              isolation: null,
              hasOwnRoot: true,
              hasOwnProcesses: false,
              isUnprivileged: true,
            });
            await expectSameFrames((await mergedResult(new TestVisitor(server.url))).bytes);
          } finally {
            await server.end('SIGTERM');
          }
          const paths = {
            input: join(dataDir, 'input'),
            output: join(dataDir, 'output'),
            secret: join(dataDir, 'secret'),
          };
          await mkdir(paths.output);
          for (const path of [paths.input, paths.secret]) await writeFile(path, 'text\n');
          const script = `cat '${paths.input}'
      for path in '${paths.secret}' /etc/passwd /proc/${process.pid}/environ; do cat "$path" 2> /dev/null && echo "reads $path"; done
      for path in '${paths.input}' '${paths.secret}' '${dataDir}/more'; do (echo more > "$path") 2> /dev/null && echo "writes $path"; done
      mv '${paths.secret}' '${paths.output}/secret' 2> /dev/null && echo 'moves'
      ls -A '${dataDir}' 2> /dev/null
      echo made > '${paths.output}/made' && cat '${paths.output}/made'`;
          const node = [process.execPath, '--input-type=module', '-e', IN_SANDBOX, 'auto', dataDir];
          const [program = '', ...args] = [...NO_NAMESPACES, ...node, paths.input, paths.output, script];
          const { stdout, stderr } = await execa(program, args);
          expect(`${stdout}${stderr}`).toBe('text\nmade');
        },
      ),
  );

  test('refuses to start on a machine where the named isolation does not work', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'swingmark-modes-'));
    try {
      // Nothing starts in it without the program that tries it.
      const settings = { FFMPEG_SANDBOX: 'unshare', FFPROBE_PATH: '/no/such/ffprobe' };
      const start = startServerProcess(folder, { settings });
      await expect(start).rejects.toThrow('FFMPEG_SANDBOX: unshare does not work on this machine');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
