// `npm run test:browsers [test file …]`: the tests in Chromium, Firefox and WebKit at full length. ENGINE=firefox,webkit
// chooses engines.
import { builtServer } from './build-server.mjs';
import {
  buildPages,
  installBubblewrap,
  installChromium,
  installFfmpeg,
  installOtherEngines,
  installPackages,
  runUnderPinnedNode,
} from './prepare.mjs';

installPackages({ withStudio: true });
installFfmpeg();
installBubblewrap();
installChromium();
installOtherEngines();
buildPages();
builtServer();
const files = process.argv.slice(2);
const chosen = files.length > 0 ? files : ['tests/browsers'];
process.exit(runUnderPinnedNode(['scripts/check.ts', 'tests', '--', ...chosen], { CAMPAIGN: '1' }));
