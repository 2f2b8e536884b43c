// Unguessable ids for handles, files, sessions and jobs, safe in URLs and file names, and the hash of a token (sessions,
// sign-ins, mail links): the database never holds the token.
import { hash, randomBytes } from 'node:crypto';

/** 192 random bits as 48 characters of `0-9a-f`. */
export function newOpaqueId(): string {
  return randomBytes(24).toString('hex');
}

/** Whether a text has the form of {@link newOpaqueId}. */
export function isOpaqueId(text: string): boolean {
  return /^[0-9a-f]{48}$/.test(text);
}

/** The SHA-256 of a token, in hex. Comparing hashes instead of tokens reveals nothing about the secret through timing. */
export function tokenHash(token: string): string {
  return hash('sha256', token);
}
