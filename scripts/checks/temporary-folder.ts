// A temporary folder for one run of the tests: whatever a test leaves there is reported, and removed with the folder.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Leftovers of browsers, Node and the kernel's tools that a test has killed. */
const NOT_OURS =
  /^(\.|playwright|node-compile-cache|chromium|firefox|rust_mozprofile|Temp-|tmp|gst|dbus|pulse|xvfb|server-)/i;

/** The folder. Its name is short, since sockets in it may have at most 107 characters. */
export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sm-'));
  // Some tests start programs as another user.
  chmodSync(folder, 0o1777);
  return folder;
}

/** Removes the folder and returns the names that tests left in it. */
export function removeTemporaryFolder(folder: string): readonly string[] {
  const left = readdirSync(folder).filter((name) => !NOT_OURS.test(name));
  rmSync(folder, { recursive: true, force: true });
  return left;
}
