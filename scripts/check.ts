// `npm run check`: format, lint, types, docs, tests, cheapest first. All steps run even after a failure, so that one
// run reports everything. Ends with `N passed, N failed` of the tests.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';

const REPORT = '.cache/test-report.json';

interface Step {
  readonly name: string;
  readonly command: readonly string[];
}

const STEPS: readonly Step[] = [
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'promises', command: ['oxlint', '--type-aware', '--deny-warnings', '.'] },
  { name: 'types and layers', command: ['tsc', '-b'] },
  { name: 'docs', command: ['node', 'scripts/checks/check-docs.ts'] },
  {
    name: 'tests',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`],
  },
];

function run({ name, command }: Step): boolean {
  const started = performance.now();
  console.log(`\n── ${name}: ${command.join(' ')}`);
  const [program = '', ...args] = command;
  const passed = spawnSync(`node_modules/.bin/${program}`, args, { stdio: 'inherit' }).status === 0;
  console.log(`── ${name} ${passed ? 'passed' : 'FAILED'} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return passed;
}

function testCounts() {
  const report = JSON.parse(readFileSync(REPORT, 'utf8')) as Record<string, number>;
  const { numPassedTests = 0, numFailedTests = 0, numFailedTestSuites = 0 } = report;
  const skipped = (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0);
  // A test file that could not be loaded contains no failed test, but is a failure.
  return { passed: numPassedTests, failed: Math.max(numFailedTests, Math.min(1, numFailedTestSuites)), skipped };
}

mkdirSync('.cache', { recursive: true });
rmSync(REPORT, { force: true });
const wanted = process.argv.slice(2);
const steps = STEPS.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
const failed = steps.filter((step) => !run(step)).map(({ name }) => name);
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
if (existsSync(REPORT)) {
  const counts = testCounts();
  console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
}
process.exit(failed.length === 0 ? 0 : 1);
