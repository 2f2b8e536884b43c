// Random mutations of a file: flipped bits, truncation, insertions, removals, swapped and repeated parts, forged numbers.
import type { RandomNumbers } from './random-numbers.ts';

/** A copy of the bytes with one to four mutations. */
export function mutatedFile(original: Buffer, random: RandomNumbers): Buffer {
  let bytes: Buffer = Buffer.from(original);
  for (let faults = 1 + random.below(4); faults > 0; faults -= 1) bytes = random.pick(FAULTS)(bytes, random);
  return bytes.length > 0 ? bytes : Buffer.of(0);
}

type Fault = (bytes: Buffer, random: RandomNumbers) => Buffer;

/** Headers are the most sensitive part: half of all mutations are in the first kilobyte. */
function placeIn(bytes: Buffer, random: RandomNumbers): number {
  const end = random.next() < 0.5 ? Math.min(bytes.length, 1024) : bytes.length;
  return random.below(Math.max(1, end));
}

const FAULTS: readonly Fault[] = [
  function flipBits(bytes, random) {
    for (let count = 1 + random.below(16); count > 0 && bytes.length > 0; count -= 1) {
      const at = placeIn(bytes, random);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
    }
    return bytes;
  },
  function truncate(bytes, random) {
    return bytes.subarray(0, random.below(bytes.length + 1));
  },
  function insert(bytes, random) {
    const at = placeIn(bytes, random);
    const noise = Buffer.from(Array.from({ length: 1 + random.below(64) }, () => random.below(256)));
    return Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at)]);
  },
  function remove(bytes, random) {
    const at = placeIn(bytes, random);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(256))]);
  },
  function swapParts(bytes, random) {
    const [at, other, length] = [placeIn(bytes, random), placeIn(bytes, random), 1 + random.below(128)];
    const piece = Buffer.from(bytes.subarray(at, at + length));
    bytes.copy(bytes, at, other, other + length);
    piece.copy(bytes, other);
    return bytes;
  },
  function repeat(bytes, random) {
    const at = placeIn(bytes, random);
    const piece = bytes.subarray(at, at + 1 + random.below(512));
    return Buffer.concat([bytes.subarray(0, at), piece, piece, piece, bytes.subarray(at)]);
  },
  function forgeNumber(bytes, random) {
    if (bytes.length < 4) return bytes;
    const at = Math.min(placeIn(bytes, random), bytes.length - 4);
    bytes.writeUInt32BE(random.pick([0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x00ffffff]), at);
    return bytes;
  },
];
