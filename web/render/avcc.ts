// Repairs Firefox's H.264 description: its parameter sets begin with their first byte twice, and reserved bits are 0.
// Players other than browsers may refuse such a file.

/** The offset of the NAL unit type of the first parameter set. */
const SETS_AT = 5;
const RESERVED_LENGTH_BITS = 0xfc;
const RESERVED_COUNT_BITS = 0xe0;
const COUNT_BITS = 0x1f;

/** The repaired record (AVCDecoderConfigurationRecord, ISO/IEC 14496-15). A correct record is returned unchanged. */
export function mendedAvcC(record: Uint8Array): Uint8Array {
  const mended: number[] = [...record.subarray(0, SETS_AT)];
  mended[SETS_AT - 1] = (mended[SETS_AT - 1] ?? 0) | RESERVED_LENGTH_BITS;
  let at = SETS_AT;
  for (const reserved of [RESERVED_COUNT_BITS, 0]) {
    const count = record[at];
    // Do not repair a truncated record.
    if (count === undefined) return record;
    mended.push(count | reserved);
    at += 1;
    for (let set = 0; set < (count & COUNT_BITS); set += 1) {
      const length = ((record[at] ?? 0) << 8) | (record[at + 1] ?? 0);
      const bytes = record.subarray(at + 2, at + 2 + length);
      if (bytes.length !== length || length < 2) return record;
      const whole = bytes[0] === bytes[1] ? bytes.subarray(1) : bytes;
      mended.push(whole.length >> 8, whole.length & 0xff, ...whole);
      at += 2 + length;
    }
  }
  return Uint8Array.from([...mended, ...record.subarray(at)]);
}
