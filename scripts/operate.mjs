// `npm run integrity`, `npm run backup <folder>`, `npm run move`: runs the operator's script of this name under the pinned Node.
import { runUnderPinnedNode } from './prepare.mjs';

const [name, ...args] = process.argv.slice(2);
const nodeOptions = ['--disable-warning=ExperimentalWarning', '--env-file-if-exists=.env'];
process.exit(runUnderPinnedNode([...nodeOptions, `scripts/${name}.ts`, ...args]));
