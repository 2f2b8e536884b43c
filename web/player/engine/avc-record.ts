// The record with the parameter sets of an H.264 video (AVCDecoderConfigurationRecord, ISO/IEC 14496-15), and the repair
// of Firefox's: its parameter sets begin with their first byte twice, and reserved bits are 0. Players other than
// browsers may refuse such a file.

/** The configuration with its record changed; the same one for another codec, without a record, or where `change` throws. */
export function withRecord(config: VideoDecoderConfig, change: (record: Uint8Array) => Uint8Array<ArrayBuffer>) {
  const { codec, description } = config;
  if (!description || !codec.startsWith('avc1')) return config;
  const record = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  try {
    return { ...config, description: change(record) };
  } catch {
    return config;
  }
}

/** The offset of the number of sequence parameter sets. The sets and then the picture parameter sets follow. */
const SETS_AT = 5;
const COUNT_BITS = 0x1f;

/** The record with each set of its first lists changed: one function for each list. Throws a RangeError if it is truncated. */
export function withSets(record: Uint8Array, changes: readonly ((set: Uint8Array) => Uint8Array)[]) {
  const written = [...record.subarray(0, SETS_AT)];
  let at = SETS_AT;
  for (const change of changes) {
    const count = record[at];
    if (count === undefined) throw new RangeError('The record has no such list');
    written.push(count);
    at += 1;
    for (let set = 0; set < (count & COUNT_BITS); set += 1) {
      const length = ((record[at] ?? 0) << 8) | (record[at + 1] ?? 0);
      const bytes = record.subarray(at + 2, at + 2 + length);
      if (bytes.length !== length) throw new RangeError('The record ends in a parameter set');
      const changed = change(bytes);
      written.push(changed.length >> 8, changed.length & 0xff, ...changed);
      at += 2 + length;
    }
  }
  return Uint8Array.from([...written, ...record.subarray(at)]);
}

const RESERVED_LENGTH_BITS = 0xfc;
const RESERVED_COUNT_BITS = 0xe0;

/** The configuration with its record repaired. A correct record stays as it is. */
export function mendedConfig(config: VideoDecoderConfig): VideoDecoderConfig {
  return withRecord(config, (record) => {
    const mended = withSets(record, [withoutRepeatedByte, withoutRepeatedByte]);
    mended[SETS_AT - 1] = (mended[SETS_AT - 1] ?? 0) | RESERVED_LENGTH_BITS;
    mended[SETS_AT] = (mended[SETS_AT] ?? 0) | RESERVED_COUNT_BITS;
    return mended;
  });
}

function withoutRepeatedByte(set: Uint8Array): Uint8Array {
  if (set.length < 2) throw new RangeError('The parameter set is empty');
  return set[0] === set[1] ? set.subarray(1) : set;
}
