// `npm run test:campaign [test file …]`: every test at full length, one file at a time, and npm audit. Takes hours on two
// cores; SEED=… repeats a run.
import { spawnSync } from 'node:child_process';
import { installS3Store, prepareTests, root, runUnderPinnedNode } from './prepare.mjs';

prepareTests({ withEngines: true });
installS3Store();
const files = process.argv.slice(2);
const code = runUnderPinnedNode(['scripts/check.ts', '--set-up', 'tests', '--', ...files], { CAMPAIGN: '1' });
process.exit(code || auditPackages());

/** 1 when a package has a known high or critical vulnerability. An unavailable registry is not a failure. */
function auditPackages() {
  const { status, stdout } = spawnSync('npm', ['audit', '--audit-level=high', '--json'], {
    cwd: root,
    encoding: 'utf8',
  });
  const isAnswer = stdout.includes('"vulnerabilities"');
  console.log(isAnswer ? stdout : 'npm audit is not available; known vulnerabilities were not checked.');
  return isAnswer && status !== 0 ? 1 : 0;
}
