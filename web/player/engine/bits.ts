// Reads and writes the bits of a parameter set: fixed lengths, and H.264's numbers of their own length (Exp-Golomb codes).

/** Reads from the beginning. Throws at the end. */
export function bitReader(bytes: Uint8Array) {
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
export function bitWriter(before: Uint8Array, bitCount: number) {
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

/** Without the 3 that follows two zeros where the next byte might look like the start of a unit. */
export function withoutEmulation(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, at) => !(byte === 3 && at >= 2 && bytes[at - 1] === 0 && bytes[at - 2] === 0));
}

/** With the 3 after two zeros that a byte from 0 to 3 follows. */
export function withEmulation(bytes: Uint8Array): Uint8Array {
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
