// Writes and reads tar archives (POSIX ustar), which any archive program opens.

export interface ArchivePart {
  /** Letters, digits, dots, dashes and slashes; at most 100 characters. */
  readonly name: string;
  readonly content: Blob;
}

/** The file is not an archive, is truncated or is damaged. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
  readonly problem: 'no-archive' | 'damaged';

  /** `at`: the number of readable bytes. */
  constructor(at: number) {
    super(`The archive cannot be read from byte ${at} on`);
    this.problem = at === 0 ? 'no-archive' : 'damaged';
  }
}

const BLOCK_BYTES = 512;
/** The header has size and checksum in octal digits, eleven for the size. */
const MAX_PART_BYTES = 8 ** 11 - 1;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

/** Creates an archive of parts, in order, without reading them. */
export function archiveOf(parts: readonly ArchivePart[]): Blob {
  const written = parts.flatMap(({ name, content }) => [
    headerOf(name, content.size),
    content,
    new Uint8Array(paddingOf(content.size)),
  ]);
  return new Blob([...written, new Uint8Array(2 * BLOCK_BYTES)], { type: 'application/x-tar' });
}

/** The parts of an archive, in order; their content is read on use. Rejects with an {@link ArchiveError}. */
export async function readArchive(archive: Blob): Promise<readonly ArchivePart[]> {
  const parts: ArchivePart[] = [];
  for await (const part of partsIn(archive)) parts.push(part);
  return parts;
}

/** Yields the parts in order. Throws an {@link ArchiveError} where an archive ends that has not arrived completely. */
export async function* partsIn(archive: Blob): AsyncGenerator<ArchivePart, void> {
  for (let at = 0; ; ) {
    const header = new Uint8Array(await archive.slice(at, at + BLOCK_BYTES).arrayBuffer());
    if (header.length === BLOCK_BYTES && at > 0 && header.every((byte) => byte === 0)) return;
    const facts = readHeader(header);
    if (!facts) throw new ArchiveError(at);
    const { name, sizeBytes } = facts;
    const from = at + BLOCK_BYTES;
    at = from + sizeBytes + paddingOf(sizeBytes);
    if (at > archive.size) throw new ArchiveError(from);
    yield { name, content: archive.slice(from, from + sizeBytes) };
  }
}

function paddingOf(sizeBytes: number): number {
  return (BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES;
}

/** First byte and length of each header field. */
const FIELDS = {
  name: [0, 100],
  mode: [100, 8],
  size: [124, 12],
  time: [136, 12],
  sum: [148, 8],
  type: [156, 1],
} as const;
const MAGIC = { at: 257, text: 'ustar\u000000' } as const;

function headerOf(name: string, sizeBytes: number): Uint8Array<ArrayBuffer> {
  if (!NAME.test(name) || name.length > FIELDS.name[1] || sizeBytes > MAX_PART_BYTES) throw new RangeError(name);
  const header = new Uint8Array(BLOCK_BYTES);
  const write = (at: number, text: string) => header.set(new TextEncoder().encode(text), at);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  write(FIELDS.name[0], name);
  write(FIELDS.mode[0], octal(0o644, 7));
  write(FIELDS.size[0], octal(sizeBytes, 11));
  write(FIELDS.time[0], octal(0, 11));
  write(FIELDS.type[0], '0');
  write(MAGIC.at, MAGIC.text);
  write(FIELDS.sum[0], octal(sumOf(header), 6));
  return header;
}

/** Null when the block is not a file's header. */
function readHeader(header: Uint8Array): { readonly name: string; readonly sizeBytes: number } | null {
  if (header.length < BLOCK_BYTES) return null;
  const text = (at: number, length: number) => new TextDecoder().decode(header.subarray(at, at + length));
  const field = (key: keyof typeof FIELDS) => text(FIELDS[key][0], FIELDS[key][1]).replace(/[\0 ].*$/s, '');
  const octal = (key: keyof typeof FIELDS) => (/^[0-7]+$/.test(field(key)) ? Number.parseInt(field(key), 8) : -1);
  const [name, sizeBytes] = [field('name'), octal('size')];
  const isWhole = text(MAGIC.at, MAGIC.text.length) === MAGIC.text && octal('sum') === sumOf(header);
  return isWhole && field('type') === '0' && sizeBytes >= 0 && NAME.test(name) ? { name, sizeBytes } : null;
}

/** The sum of a header's bytes, with its checksum field counted as spaces. */
function sumOf(header: Uint8Array): number {
  const [at, length] = FIELDS.sum;
  return header.reduce((sum, byte, index) => sum + (index >= at && index < at + length ? 0x20 : byte), 0);
}
