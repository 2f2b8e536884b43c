// `npm run migrate`: brings the database to this version and fills the library, once, before the processes of a site start
// or are replaced one by one.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { builtServer } from './build-server.mjs';
import { pinnedNode, root } from './prepare.mjs';

const { nodeOptions, environment } = JSON.parse(readFileSync(path.join(root, 'server/launch.json'), 'utf8'));
const { program } = builtServer();
const { status } = spawnSync(pinnedNode(), [...nodeOptions, '--env-file-if-exists=.env', program, 'migrate'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...environment, ...process.env },
});
process.exit(status ?? 1);
