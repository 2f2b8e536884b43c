// `npm run move`: moves a site's data under the pinned Node.
import { runUnderPinnedNode } from './prepare.mjs';

const nodeOptions = ['--disable-warning=ExperimentalWarning', '--env-file-if-exists=.env'];
process.exit(runUnderPinnedNode([...nodeOptions, 'scripts/move.ts', ...process.argv.slice(2)]));
