// A sender's and a receiver's steps with links: the page's own encryption, over real HTTP.
import { SEALED_NAME } from '#contract/shares.ts';
import type { Answer, TestVisitor } from '#tests/server/test-visitor.ts';
import { randomId } from '#web/lib/random-id.ts';
import { newKey, newSecret } from '#web/share/link-address.ts';
import { type Bytes, begun, type SealKey, seal, unseal } from '#web/share/sealed.ts';

/** A link that was sent, or will be, with what only its sender knows. */
export interface TestLink extends SealKey {
  readonly id: string;
  readonly secret: string;
  /** The encrypted file. */
  readonly sealed: Buffer;
}

/** Encrypts a file for a new link. */
export async function newLink(file: Blob, passphrase: string | null = null): Promise<TestLink> {
  const key = newKey();
  const sealed = Buffer.from(await new Response(await seal(file, { key, passphrase })).arrayBuffer());
  return { id: randomId(), secret: newSecret(), key, passphrase, sealed };
}

/** Sends all of its encrypted file. */
export function uploadLink(visitor: TestVisitor, { id, sealed }: TestLink, chunkBytes?: number): Promise<Answer> {
  return visitor.upload(id, sealed, SEALED_NAME, chunkBytes);
}

/** Has the server keep an upload that is complete. */
export function createLink(visitor: TestVisitor, { id, secret }: TestLink): Promise<Answer> {
  return visitor.call('createShare', { body: { id, days: 7, secret } });
}

/** Ends a link as its sender. */
export function withdrawLink(visitor: TestVisitor, { id, secret }: TestLink): Promise<Answer> {
  return visitor.call('withdrawShare', { params: { id }, body: { secret } });
}

/** The decrypted file; null when the link is no longer there. Rejects for anything else than the whole file. */
export async function openedFile(visitor: TestVisitor, link: TestLink): Promise<Buffer | null> {
  const answer = await visitor.fetch(`/api/shares/${link.id}/content`);
  const bytes = await answer.blob();
  if (answer.status === 404) return null;
  if (answer.status !== 200) throw new Error(`The link was answered with ${answer.status}`);
  return Buffer.from(await new Response(await unseal(await begun(bytes.stream() as Bytes), link)).arrayBuffer());
}
