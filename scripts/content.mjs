// `npm run content [-- OPTIONS]`: installs the studio's packages, then renders the reference swings again and writes their
// golfers' bodies; with `--bodies` only the latter.
import { findChromium } from './find-engines.mjs';
import { installChromium, installFfmpeg, installPackages, runUnderPinnedNode } from './prepare.mjs';

installPackages({ withStudio: true });
installFfmpeg();
installChromium();
// The studio is a package of its own and cannot import the search for Chromium.
process.env.CHROMIUM_PATH ??= findChromium() ?? '';
const args = process.argv.slice(2);
const isOfBodies = args.includes('--bodies');
const failed = isOfBodies ? 0 : runUnderPinnedNode(['content/studio/make.ts', ...args]);
process.exit(failed || runUnderPinnedNode(['scripts/body/studio-bodies.ts', ...args]));
