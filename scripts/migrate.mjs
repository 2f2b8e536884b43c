// `npm run migrate`: brings the database to this version and fills the library, once, before the processes of a site start
// or are replaced one by one.
import { spawnSync } from 'node:child_process';
import { pinnedNode, root } from './prepare.mjs';
import { serverLaunch } from './serve.mjs';

const { args, env } = serverLaunch();
const { status } = spawnSync(pinnedNode(), [...args, 'migrate'], { cwd: root, stdio: 'inherit', env });
process.exit(status ?? 1);
