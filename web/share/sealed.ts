// Encrypts and decrypts the file of a link, as it is read (docs/lesson-file.md). The age format, by its own library: WebCrypto has no
// cipher for streams, so order, length and end of the pieces would have to be authenticated here. Measured in Node on a busy core:
// 43 to 53 MB/s either way.
import { SEALED_BEGINNING } from '#contract/shares.ts';
import { withResolvers } from '#web/lib/with-resolvers.ts';

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
/** With the 16 bytes after it, a key can be tried. */
const BEGINNING_BYTES = MAX_HEADER_BYTES + 16;

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

/** An encrypted file that arrives: its beginning, which holds the whole header, and the rest. */
export interface Sealed {
  readonly beginning: Blob;
  readonly rest: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
}

/** Waits for the beginning of an encrypted file. The rest is not read, so that several passphrases can be tried. Rejects as the bytes do. */
export async function begun(bytes: Bytes): Promise<Sealed> {
  const rest = bytes.getReader();
  let beginning = new Blob();
  while (beginning.size < BEGINNING_BYTES) {
    const { value, done } = await rest.read();
    if (done) break;
    beginning = new Blob([beginning, value]);
  }
  return { beginning, rest };
}

/**
 * The decrypted bytes, each of which was authenticated before it is handed over. Rejects with a {@link SealError} for a wrong key,
 * after which another may be tried; the stream fails with any error where bytes were changed, moved, added or are missing.
 */
export async function unseal({ beginning, rest }: Sealed, key: SealKey): Promise<Bytes> {
  const { Decrypter } = await import('age-encryption');
  const first = new Uint8Array(await beginning.arrayBuffer());
  const head = String.fromCharCode(...first.subarray(0, MAX_HEADER_BYTES));
  // The library reads a header of any length.
  if (!head.startsWith(SEALED_BEGINNING) || !/\n--- [^\n]*\n/.test(head)) throw new SealError('damaged');
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
  const { promise: isOpen, resolve: goOn } = withResolvers<void>();
  const sealed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(first);
      if (first.length < BEGINNING_BYTES) controller.close();
    },
    async pull(controller) {
      await isOpen;
      const { value, done } = await rest.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => rest.cancel(reason),
  });
  try {
    const bytes = (await decrypter.decrypt(sealed)) as Bytes;
    goOn();
    return bytes;
  } catch (cause) {
    if (cause instanceof TypeError) throw cause;
    const isKeyWrong = isKeyTried && cause instanceof Error && cause.message.startsWith('no identity matched');
    throw new SealError(isKeyWrong ? 'wrong-key' : 'damaged', cause);
  }
}

function secretOf({ key, passphrase }: SealKey): string {
  return passphrase === null ? key : `${key}:${passphrase.normalize('NFC')}`;
}
