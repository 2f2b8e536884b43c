// `npm run check [step …] [-- test file …]`: format, lint, types and docs run in parallel with the tests. All steps run
// even after a failure, so that one run reports everything. The last lines list what was skipped and why, the failed steps,
// and the counts of the tests: `N passed, N failed, N skipped`. With `--set-up`, what the tests need is made first.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { SKIPPED_TESTS, type SkippedTest } from './checks/skip-reporter.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from './checks/temporary-folder.ts';

const REPORT = '.cache/test-report.json';

interface Step {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

// Types are checked by one thread each: several of them infer the same types again, which costs half as much CPU more, and
// the tests use the other cores.
const STATIC_CHECKS: readonly Step[] = [
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'types and layers', command: ['tsc', '-b', '--singleThreaded'] },
  { name: 'promises', command: ['oxlint', '--type-aware', '--deny-warnings', '.'], env: { GOMAXPROCS: '1' } },
  { name: 'rooms', command: ['depcruise', 'domain', 'contract', 'server', 'web', 'content', 'scripts'] },
  { name: 'docs', command: ['node', 'scripts/checks/check-docs.ts'] },
];
const REPORTERS = ['--reporter=default', '--reporter=json', '--reporter=./scripts/checks/skip-reporter.ts'];
const SET_UP: readonly Step[] = ['pages', 'server', 'PostgreSQL', 'library'].map((part) => ({
  name: `set-up of ${part}`,
  command: ['node', 'scripts/set-up-tests.ts', part],
}));
const [words, testFiles] = splitAt(process.argv.slice(2), '--');
const setsUp = words.includes('--set-up');
const wanted = words.filter((word) => word !== '--set-up');
/** In the campaign the test files run one at a time. */
const serially = process.env.CAMPAIGN ? ['--no-file-parallelism'] : [];
const TESTS: Step = {
  name: 'tests',
  command: ['vitest', 'run', ...REPORTERS, `--outputFile.json=${REPORT}`, ...serially, ...testFiles],
};

function splitAt(all: readonly string[], separator: string): [readonly string[], readonly string[]] {
  const at = all.indexOf(separator);
  return at === -1 ? [all, []] : [all.slice(0, at), all.slice(at + 1)];
}

/** Runs a step and returns its name if it failed. Its output is printed directly, or after its end if `buffered`. */
async function failureOf({ name, command, env }: Step, { buffered }: { buffered: boolean }): Promise<string[]> {
  const started = performance.now();
  const [program = '', ...args] = command;
  const child = spawn(`node_modules/.bin/${program}`, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', ...(buffered ? (['pipe', 'pipe'] as const) : (['inherit', 'inherit'] as const))],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece: Buffer) => {
      output += piece.toString();
    });
  }
  const passed = await new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `\n── ${name}: ${command.join(' ')}\n${output}── ${name} ${passed ? 'passed' : 'FAILED'} in ${seconds} s`,
  );
  return passed ? [] : [name];
}

async function runInOrder(steps: readonly Step[], buffered: boolean): Promise<string[]> {
  const failed: string[] = [];
  for (const step of steps) failed.push(...(await failureOf(step, { buffered })));
  return failed;
}

/** Runs the tests, unless their set-up fails. */
async function runTests(): Promise<string[]> {
  const failed = await Promise.all((setsUp ? SET_UP : []).map((step) => failureOf(step, { buffered: true })));
  if (failed.flat().length > 0) return failed.flat();
  return failureOf({ ...TESTS, env: { TMPDIR: temporaryFolder } }, { buffered: false });
}

/** Prints a line for each missing requirement of skipped tests; returns the tests that were skipped without a reason. */
function printSkipped(): readonly SkippedTest[] {
  const skipped = readJson<readonly SkippedTest[]>(SKIPPED_TESTS) ?? [];
  for (const [needs, tests] of Map.groupBy(skipped, (test) => test.needs)) {
    const files = [...new Set(tests.map(({ file }) => file))].join(', ');
    if (needs !== null) console.log(`Skipped ${tests.length} of ${files}: needs ${needs}`);
  }
  const unexplained = skipped.filter(({ needs }) => needs === null);
  for (const { file, title } of unexplained) console.log(`Skipped without a reason: ${file}: ${title}`);
  return unexplained;
}

function printCounts(): void {
  const report = readJson<Record<string, number>>(REPORT);
  if (!report) return;
  const { numPassedTests = 0, numFailedTests = 0, numFailedTestSuites = 0 } = report;
  const skipped = (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0);
  // A file that could not be loaded contains no failed test, but counts as a failure.
  const failed = Math.max(numFailedTests, Math.min(1, numFailedTestSuites));
  console.log(`${numPassedTests} passed, ${failed} failed, ${skipped} skipped`);
}

function readJson<Content>(path: string): Content | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Content) : null;
}

mkdirSync('.cache', { recursive: true });
for (const path of [REPORT, SKIPPED_TESTS]) rmSync(path, { force: true });
const temporaryFolder = makeTemporaryFolder();
const isWanted = ({ name }: Step) => wanted.length === 0 || wanted.some((word) => name.includes(word));
const failed = (
  await Promise.all([isWanted(TESTS) ? runTests() : [], runInOrder(STATIC_CHECKS.filter(isWanted), isWanted(TESTS))])
).flat();
console.log('');
const left = removeTemporaryFolder(temporaryFolder);
for (const name of left) console.log(`A test left ${name} in the temporary folder`);
if (left.length > 0) failed.push('temporary folder');
if (printSkipped().length > 0) failed.push('skipped tests');
if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`);
printCounts();
process.exit(failed.length === 0 ? 0 : 1);
