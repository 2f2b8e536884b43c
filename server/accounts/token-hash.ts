// The database holds the hash of a token (sessions, sign-ins, mail links), never the token.
import { hash } from 'node:crypto';

/** The SHA-256 of a token, in hex. Comparing hashes instead of tokens reveals nothing about the secret through timing. */
export function tokenHash(token: string): string {
  return hash('sha256', token);
}
