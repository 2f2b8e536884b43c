// Runs an operator command on a site's data folder, as `npm run` would.
import { execa } from 'execa';
import type { FaultySite } from './faulty-site.ts';

/** The exit code and the output of a command. */
export interface ScriptEnd {
  readonly exitCode: number | undefined;
  readonly output: string;
}

/** Runs it. */
export async function runScript(
  site: Pick<FaultySite, 'dataDir'>,
  name: 'backup' | 'integrity',
  ...args: string[]
): Promise<ScriptEnd> {
  const env = { DATA_DIR: site.dataDir };
  const end = await execa('node', ['scripts/run.mjs', name, ...args], { env, reject: false });
  return { exitCode: end.exitCode, output: `${end.stdout}\n${end.stderr}` };
}
