// `npm run test:browsers [test file …]`: the tests in Chromium, Firefox and WebKit at full length. ENGINE=firefox,webkit
// chooses engines.
import { builtServer } from './build-server.mjs';
import { buildPages, prepareTests, runUnderPinnedNode } from './prepare.mjs';

prepareTests({ withEngines: true });
buildPages();
builtServer();
const files = process.argv.slice(2);
const chosen = files.length > 0 ? files : ['tests/browsers'];
process.exit(runUnderPinnedNode(['scripts/check.ts', 'tests', '--', ...chosen], { CAMPAIGN: '1' }));
