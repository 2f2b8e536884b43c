// Unguessable names: for handles, files, sessions and jobs. They carry no meaning and are safe in URLs and file names.
import { randomBytes } from 'node:crypto';

/** 192 random bits as 48 characters of `0-9a-f`. */
export function newOpaqueId(): string {
  return randomBytes(24).toString('hex');
}
