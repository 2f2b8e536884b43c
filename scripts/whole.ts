// Runs the parts of CI's second tier one after another and adds up their counts. In this tier a skipped test is a failure.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { makeTemporaryFolder, removeTemporaryFolder } from './checks/temporary-folder.ts';

const REPORT = '.cache/whole-report.json';
const WHOLE_TAG = 'whole';

interface Part {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Only tests with the tag run; the others of the same files ran in `npm test`. */
  readonly isTagged?: boolean;
}

/** Files whose tests need a store that `npm test` does without. */
const STORES = [
  'server/files/media-store.test.ts',
  'server/site/move-site.test.ts',
  'tests/faults/many-processes.test.ts',
];
/** The first steps of a visitor, for other versions of Chromium. */
const VISITS = [
  'tests/e2e/install.whole.test.ts',
  'tests/e2e/walkthrough.test.ts',
  'tests/browsers/library-found.whole.test.ts',
];

const tagged = globSync('{server,web,tests}/**/*.test.{ts,tsx}').filter((file) =>
  readFileSync(file, 'utf8').includes('wholeTest('),
);
/** A microphone records while two videos play: the machine has to keep up with them. */
const REAL_TIME = ['coach-script', 'lesson-more', 'lesson-voice'].map((name) => `tests/e2e/${name}.whole.test.ts`);
/** A camera films, too. */
const RANGE = ['tests/e2e/range.whole.test.ts'];
/** Compare times within a run, or load the machine themselves. */
const ALONE = ['tests/faults/media-bombs.whole.test.ts', 'tests/faults/chaos-campaign.whole.test.ts'];
/** The same tests in Firefox and WebKitGTK; the library's golfers in the installed Chromium, too. */
const ENGINES = ['main-flow', 'short-set', 'made-on-device', 'library-found', 'share'].map(
  (name) => `tests/browsers/${name}.whole.test.ts`,
);
const wholeFiles = globSync('{content,server,web,tests}/**/*.whole.test.ts').filter(
  (file) => ![...REAL_TIME, ...RANGE, ...ALONE, ...ENGINES].includes(file),
);
const { OLDEST_CHROMIUM = '', RELEASE_CHROMIUM = '' } = process.env;

const PARTS: readonly Part[] = [
  { name: 'bare', args: ['--project', 'bare'] },
  { name: 'cases', args: ['--tags-filter', WHOLE_TAG, ...tagged], isTagged: true },
  { name: 'stores', args: STORES },
  { name: 'files', args: wholeFiles },
  { name: 'real-time', args: ['--no-file-parallelism', ...REAL_TIME] },
  { name: 'range', args: ['--no-file-parallelism', ...RANGE] },
  { name: 'engines', args: ENGINES },
  { name: 'alone', args: ['--no-file-parallelism', ...ALONE] },
  { name: 'oldest-chromium', args: VISITS, env: { CHROMIUM_PATH: OLDEST_CHROMIUM, ENGINE: 'chromium' } },
  { name: 'release-chromium', args: VISITS, env: { CHROMIUM_PATH: RELEASE_CHROMIUM, ENGINE: 'chromium' } },
];

interface Report {
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly tags: string[];
    }[];
  }[];
}

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

function run({ name, args, env, isTagged }: Part): Counts {
  rmSync(REPORT, { force: true });
  const startedAt = performance.now();
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`];
  spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args], {
    stdio: 'inherit',
    env: { ...process.env, TMPDIR: temporaryFolder, SEED, ...env },
  });
  const counts = countsOf(isTagged ?? false);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(
    `── ${name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped in ${seconds} s\n`,
  );
  return counts;
}

function countsOf(isTagged: boolean): Counts {
  // Without a report vitest itself has failed.
  if (!existsSync(REPORT)) {
    failures.push('vitest');
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const report = JSON.parse(readFileSync(REPORT, 'utf8')) as Report;
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const wanted = isTagged ? tests.filter(({ tags }) => tags.includes(WHOLE_TAG)) : tests;
  const withStatus = (...statuses: string[]) => wanted.filter(({ status }) => statuses.includes(status));
  const skipped = withStatus('skipped', 'pending', 'todo');
  for (const { fullName } of skipped) console.log(`Skipped, which is a failure here: ${fullName}`);
  const failed = withStatus('failed').map(({ fullName }) => fullName);
  // A file that could not be loaded has no tests.
  if (!report.success && failed.length === 0) {
    const file = report.testResults.find(({ status }) => status === 'failed');
    failed.push(file?.name ?? 'vitest');
  }
  failures.push(...failed);
  return { passed: withStatus('passed').length, failed: failed.length, skipped: skipped.length };
}

mkdirSync('.cache', { recursive: true });
/** Named again at the end: their output may be thousands of lines above. */
const failures: string[] = [];
const temporaryFolder = makeTemporaryFolder();
/** The same faults in every run of CI; another seed finds others. */
const SEED = process.env.SEED ?? '33';
const names = process.argv.slice(2);
const parts = PARTS.filter(({ name }) => names.length === 0 || names.includes(name));
const all = parts.map(run);
const left = removeTemporaryFolder(temporaryFolder);
for (const name of left) console.log(`A test left ${name} in the temporary folder`);
const sum = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0);
for (const failure of failures) console.log(`Failed: ${failure}`);
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
const isGreen =
  sum('failed') === 0 && sum('skipped') === 0 && left.length === 0 && all.every(({ passed }) => passed > 0);
process.exit(isGreen ? 0 : 1);
