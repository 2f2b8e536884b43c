// Encrypts and decrypts the file of a link, as it is read (docs/lesson-file.md). The age format, by its own library: WebCrypto has no
// cipher for streams, so order, length and end of the pieces would have to be authenticated here. Measured in Node on a busy core:
// 43 to 53 MB/s either way.
import { SEALED_BEGINNING } from '#contract/shares.ts';

/** What opens the file of a link. */
export interface SealKey {
  /** 128 random bits as 22 characters of `A-Za-z0-9_-`: the end of the address. */
  readonly key: string;
  /** What the sender chose besides; null without one. */
  readonly passphrase: string | null;
}

export type SealProblem = 'wrong-key' | 'damaged';

export class SealError extends Error {
  override readonly name = 'SealError';
  readonly problem: SealProblem;

  constructor(problem: SealProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

export type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Of scrypt, as powers of two. A random key needs no slow one; a passphrase takes 32 MB and about half a second. */
const WORK = { key: 10, passphrase: 15 } as const;

/** The header has one line for each part of one recipient: about 200 bytes. */
const MAX_HEADER_BYTES = 1024;

/** Loads the cipher early, so that a line that goes down later costs only time. */
export async function loadCipher(): Promise<void> {
  await import('age-encryption');
}

/** The encrypted bytes of a file; nothing is read before they are. */
export async function seal(file: Blob, { key, passphrase }: SealKey): Promise<Bytes> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.setPassphrase(secretOf({ key, passphrase }));
  encrypter.setScryptWorkFactor(passphrase === null ? WORK.key : WORK.passphrase);
  return (await encrypter.encrypt(file.stream())) as Bytes;
}

/**
 * The decrypted bytes, each of which was authenticated before it is handed over. Rejects with a {@link SealError} for a wrong key;
 * the stream fails with any error where bytes were changed, moved, added or are missing.
 */
export async function unseal(sealed: Bytes, key: SealKey): Promise<Bytes> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  let isKeyTried = false;
  decrypter.addIdentity({
    unwrapFileKey: (stanzas) => {
      const [stanza] = stanzas;
      const isOurs = stanzas.length === 1 && stanza?.args.length === 3 && stanza.args[0] === 'scrypt';
      // Someone else's header must not take memory and minutes.
      if (!isOurs || Number(stanza.args[2]) > WORK.passphrase) throw new SealError('damaged');
      isKeyTried = true;
      return null;
    },
  });
  decrypter.addPassphrase(secretOf(key));
  try {
    return (await decrypter.decrypt(withShortHeader(sealed))) as Bytes;
  } catch (cause) {
    if (cause instanceof TypeError) throw cause;
    const isKeyWrong = isKeyTried && cause instanceof Error && cause.message.startsWith('no identity matched');
    throw new SealError(isKeyWrong ? 'wrong-key' : 'damaged', cause);
  }
}

function secretOf({ key, passphrase }: SealKey): string {
  return passphrase === null ? key : `${key}:${passphrase.normalize('NFC')}`;
}

/** The library reads a header of any length. */
function withShortHeader(sealed: Bytes): Bytes {
  let seen = '';
  let isRead = false;
  return sealed.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, controller) {
        if (!isRead) {
          seen += String.fromCharCode(...piece.subarray(0, MAX_HEADER_BYTES));
          isRead = /\n--- [^\n]*\n/.test(seen);
          const isAge = seen.startsWith(SEALED_BEGINNING.slice(0, seen.length));
          if (!isAge || (!isRead && seen.length > MAX_HEADER_BYTES)) throw new SealError('damaged');
        }
        controller.enqueue(piece);
      },
    }),
  );
}
