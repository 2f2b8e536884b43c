// Tells an H.264 decoder how many frames may wait for one that is coded later but shown before (bitstream restriction, ITU-T H.264
// E.2.1), where the file does not say. Otherwise Firefox lets none wait until it has lost the first such frame.
import { withRecord, withSets } from './avc-record.ts';

/** The configuration with the number in it; the same one where it has it already, is of another codec, or cannot be read. */
export function withFramesToWait(config: VideoDecoderConfig): VideoDecoderConfig {
  return withRecord(config, (record) => withSets(record, [parametersWithFramesToWait]));
}

const UNIT_HEADER_BITS = 8;
/** The profile without pictures that refer to later pictures. */
const BASELINE = 66;
const HIGH_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128]);
/** Profiles with a constraint flag for streams of whole pictures only, which never wait. */
const INTRA_PROFILES = new Set([44, 86, 100, 110, 122, 244]);
const INTRA_CONSTRAINT = 0x10;

/** The sequence parameter set with the number of reordered frames; unchanged if it has one or needs none. */
function parametersWithFramesToWait(parameters: Uint8Array): Uint8Array {
  const bytes = withoutEmulation(parameters);
  const bits = bitReader(bytes);
  bits.skip(UNIT_HEADER_BITS);
  const [profile, constraints, level] = [bits.read(8), bits.read(8), bits.read(8)];
  if (profile === BASELINE || (INTRA_PROFILES.has(profile) && constraints & INTRA_CONSTRAINT)) return parameters;
  bits.readNumber();
  if (HIGH_PROFILES.has(profile)) skipHighProfile(bits);
  if (readOrder(bits) === AS_CODED) return parameters;
  const blocks = readBlocks(bits);
  const hasUsability = bits.read(1) === 1;
  if (hasUsability) skipUsability(bits);
  const restrictionAt = hasUsability ? bits.at() : bits.at() - 1;
  if (hasUsability && bits.read(1) === 1) return parameters;
  const most = Math.min(16, Math.floor(mostBlocksFor(level) / blocks));
  const written = bitWriter(bytes, restrictionAt);
  // Usability information without any other content: eight flags.
  if (!hasUsability) written.write(9, 0b1_0000_0000);
  // A restriction follows, and motion may reach over edges; the rest are the standard's own defaults.
  written.write(2, 0b11);
  for (const number of [2, 1, 16, 16, most, most]) written.writeNumber(number);
  return withEmulation(written.end());
}

type BitReader = ReturnType<typeof bitReader>;

function skipHighProfile(bits: BitReader): void {
  const colors = bits.readNumber();
  if (colors === 3) bits.skip(1);
  bits.readNumber();
  bits.readNumber();
  bits.skip(1);
  if (bits.read(1) === 0) return;
  for (let list = 0; list < (colors === 3 ? 12 : 8); list += 1) {
    if (bits.read(1) === 0) continue;
    let [last, next] = [8, 8];
    for (let at = 0; at < (list < 6 ? 16 : 64); at += 1) {
      if (next !== 0) next = (last + bits.readSigned() + 256) % 256;
      last = next === 0 ? last : next;
    }
  }
}

/** The order type in which pictures are shown as they are coded. */
const AS_CODED = 2;

/** The order type of the pictures. */
function readOrder(bits: BitReader): number {
  bits.readNumber();
  const kind = bits.readNumber();
  if (kind === 0) bits.readNumber();
  if (kind === 1) {
    bits.skip(1);
    bits.readSigned();
    bits.readSigned();
    for (let left = bits.readNumber(); left > 0; left -= 1) bits.readSigned();
  }
  return kind;
}

/** The size in blocks of 16 by 16 pixels. */
function readBlocks(bits: BitReader): number {
  bits.readNumber();
  bits.skip(1);
  const [across, down] = [bits.readNumber() + 1, bits.readNumber() + 1];
  const isWholeFrames = bits.read(1) === 1;
  bits.skip(isWholeFrames ? 1 : 2);
  if (bits.read(1) === 1) for (let side = 0; side < 4; side += 1) bits.readNumber();
  return across * down * (isWholeFrames ? 1 : 2);
}

/** The usability information up to the restriction: shape, colors, times and buffers. */
function skipUsability(bits: BitReader): void {
  const OWN_SHAPE = 255;
  if (bits.read(1) === 1 && bits.read(8) === OWN_SHAPE) bits.skip(32);
  if (bits.read(1) === 1) bits.skip(1);
  if (bits.read(1) === 1) {
    bits.skip(4);
    if (bits.read(1) === 1) bits.skip(24);
  }
  if (bits.read(1) === 1) {
    bits.readNumber();
    bits.readNumber();
  }
  if (bits.read(1) === 1) bits.skip(65);
  const hasUnits = skipBuffer(bits);
  const hasPictures = skipBuffer(bits);
  if (hasUnits || hasPictures) bits.skip(1);
  bits.skip(1);
}

/** The description of the stream's buffer, if present. */
function skipBuffer(bits: BitReader): boolean {
  if (bits.read(1) === 0) return false;
  const count = bits.readNumber() + 1;
  bits.skip(8);
  for (let at = 0; at < count; at += 1) {
    bits.readNumber();
    bits.readNumber();
    bits.skip(1);
  }
  bits.skip(20);
  return true;
}

/** The largest decoded-picture buffer of each level, in blocks (table A-1). */
const MOST_BLOCKS = [
  [10, 396],
  [11, 900],
  [20, 2376],
  [21, 4752],
  [30, 8100],
  [31, 18_000],
  [32, 20_480],
  [41, 32_768],
  [42, 34_816],
  [50, 110_400],
  [52, 184_320],
] as const;
const MOST_BLOCKS_ABOVE = 696_320;

function mostBlocksFor(level: number): number {
  return MOST_BLOCKS.find(([upTo]) => level <= upTo)?.[1] ?? MOST_BLOCKS_ABOVE;
}

/**
 * Reads bits from the beginning: fixed lengths, and H.264's numbers of their own length (Exp-Golomb codes). Throws at the
 * end.
 */
function bitReader(bytes: Uint8Array) {
  let at = 0;

  function read(count: number): number {
    if (at + count > 8 * bytes.length) throw new RangeError('The bits end early');
    let value = 0;
    for (const end = at + count; at < end; at += 1) value = 2 * value + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    return value;
  }

  function readNumber(): number {
    let zeros = 0;
    while (read(1) === 0) zeros += 1;
    return 2 ** zeros - 1 + read(zeros);
  }

  return {
    read,
    readNumber,
    readSigned(): number {
      const number = readNumber();
      return number % 2 === 1 ? (number + 1) / 2 : -number / 2;
    },
    skip: (count: number): void => void read(count),
    /** How many bits were read. */
    at: () => at,
  };
}

/** Writes after the first bits of other bytes. */
function bitWriter(before: Uint8Array, bitCount: number) {
  const bits: number[] = Array.from({ length: bitCount }, (_, at) => ((before[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);

  function write(count: number, value: number): void {
    for (let shift = count - 1; shift >= 0; shift -= 1) bits.push((value >> shift) & 1);
  }

  return {
    write,
    writeNumber(number: number): void {
      const length = 32 - Math.clz32(number + 1);
      write(2 * length - 1, number + 1);
    },
    /** The bytes, ended as a unit's payload is: by a one, filled up with zeros. */
    end(): Uint8Array {
      write(1, 1);
      while (bits.length % 8 !== 0) write(1, 0);
      return Uint8Array.from({ length: bits.length / 8 }, (_, byte) =>
        bits.slice(8 * byte, 8 * byte + 8).reduce((value, bit) => 2 * value + bit, 0),
      );
    },
  };
}

/** Without the 3 that is inserted after two zeros where the next byte might look like the start of a unit. */
function withoutEmulation(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, at) => !(byte === 3 && at >= 2 && bytes[at - 1] === 0 && bytes[at - 2] === 0));
}

/** Inserts a 3 after two zeros that are followed by a byte from 0 to 3. */
function withEmulation(bytes: Uint8Array): Uint8Array {
  const written: number[] = [];
  let zeros = 0;
  for (const byte of bytes) {
    if (zeros >= 2 && byte <= 3) {
      written.push(3);
      zeros = 0;
    }
    written.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Uint8Array.from(written);
}
