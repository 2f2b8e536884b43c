// `npm run integrity`: checks the stored files under the pinned Node.
import { runUnderPinnedNode } from './prepare.mjs';

const nodeOptions = ['--disable-warning=ExperimentalWarning', '--env-file-if-exists=.env'];
process.exit(runUnderPinnedNode([...nodeOptions, 'scripts/integrity.ts', ...process.argv.slice(2)]));
