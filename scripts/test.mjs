// `npm test`: installs what the tests need, builds the pages, and runs every check on them.
import {
  buildPages,
  installChromium,
  installFfmpeg,
  installOtherEngines,
  installPackages,
  runUnderPinnedNode,
} from './prepare.mjs';

installPackages({ withStudio: true });
installFfmpeg();
installChromium();
installOtherEngines();
buildPages();
process.exit(runUnderPinnedNode(['scripts/check.ts', ...process.argv.slice(2)]));
