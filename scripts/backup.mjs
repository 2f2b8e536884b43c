// `npm run backup <folder>`: backs up the stored data under the pinned Node.
import { runUnderPinnedNode } from './prepare.mjs';

const nodeOptions = ['--disable-warning=ExperimentalWarning', '--env-file-if-exists=.env'];
process.exit(runUnderPinnedNode([...nodeOptions, 'scripts/backup.ts', ...process.argv.slice(2)]));
