// `npm run test:browsers [test file …]`: the tests in Chromium, Firefox and WebKit at full length. ENGINE=firefox,webkit
// chooses engines.
import { prepareTests, runUnderPinnedNode } from './prepare.mjs';

prepareTests({ withEngines: true });
const files = process.argv.slice(2);
const chosen = files.length > 0 ? files : ['tests/browsers'];
process.exit(runUnderPinnedNode(['scripts/check.ts', '--set-up', 'tests', '--', ...chosen], { CAMPAIGN: '1' }));
