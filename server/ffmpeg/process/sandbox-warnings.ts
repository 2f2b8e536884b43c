// The warnings at the start for sandbox promises that this machine cannot keep.
import type { SandboxPromises } from './sandbox.ts';

const WARNINGS: Readonly<Record<keyof SandboxPromises, string>> = {
  hasNoNetwork: 'ffmpeg runs with access to the network: this machine allows no network namespace',
  hasOwnRoot: 'ffmpeg can read every file of the server: this machine allows no mount namespace',
  hasOwnProcesses: 'ffmpeg can see and signal the server: this machine allows no process namespace',
  isOtherUser: 'ffmpeg runs as the same user as the server: only a server that is started as root can change that',
  isUnprivileged: 'ffmpeg keeps the rights of the server: setpriv is missing or refused',
  diesWithServer: 'ffmpeg may outlive a server that is killed: setpriv is missing or refused',
  hasLimits: 'ffmpeg is not fully bounded in time, memory and files: prlimit is missing or refused',
};

/**
 * A warning for each promise that is not kept. With its own root, ffmpeg cannot reach the server's files as any user.
 */
export function sandboxWarnings(promises: SandboxPromises): string[] {
  const names = Object.keys(WARNINGS) as (keyof SandboxPromises)[];
  const isRedundant = (name: keyof SandboxPromises) => name === 'isOtherUser' && promises.hasOwnRoot;
  return names
    .filter((name) => !promises[name] && !isRedundant(name))
    .map((name) => `${WARNINGS[name]}. See SECURITY.md.`);
}
