// `npm run test:campaign [test file …]`: every test at full length, one file after the other, and what is known of holes in
// the packages. Takes hours on two cores; SEED=… repeats a run.
import { spawnSync } from 'node:child_process';
import { buildPages, installChromium, installFfmpeg, installPackages, root, runUnderPinnedNode } from './prepare.mjs';

installPackages({ withStudio: true });
installFfmpeg();
installChromium();
buildPages();
const files = process.argv.slice(2);
const code = runUnderPinnedNode(['scripts/check.ts', 'tests', '--', ...files], { CAMPAIGN: '1' });
process.exit(code || knownHoles());

/** 1 when a package has a hole that is known as high or critical. A registry that does not tell is no hole. */
function knownHoles() {
  const { status, stdout } = spawnSync('npm', ['audit', '--audit-level=high', '--json'], {
    cwd: root,
    encoding: 'utf8',
  });
  const isAnswer = stdout.includes('"vulnerabilities"');
  console.log(isAnswer ? stdout : 'The registry does not tell of known holes: npm audit could not be asked.');
  return isAnswer && status !== 0 ? 1 : 0;
}
