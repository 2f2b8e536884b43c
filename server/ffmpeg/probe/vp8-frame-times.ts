// The times of a VP8 stream's shown frames. Some packets are never shown, which the first byte of each indicates, so
// nothing is decoded. ffmpeg copies the packets into IVF, a simple list of packets.

const FILE_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 12;
/** The bit of a packet's first byte that is set when its frame is shown (RFC 6386, section 9.1). */
const SHOWN_BIT = 0x10;

/** Reads an IVF stream piece by piece, without buffering packets. */
export class Vp8TimesReader {
  /** The times of the shown frames so far, in seconds. */
  readonly times: number[] = [];
  #head = Buffer.alloc(0);
  #secondsPerTick = 0;
  /** How many bytes of the packet that is being read are still to come. */
  #toSkip = 0;

  read(piece: Buffer): void {
    let rest = piece;
    while (rest.length > 0) {
      const skipped = Math.min(this.#toSkip, rest.length);
      this.#toSkip -= skipped;
      rest = this.#readHead(rest.subarray(skipped));
    }
  }

  /** Consumes the missing bytes of the next header and returns the rest. */
  #readHead(piece: Buffer): Buffer {
    // A frame's header, and the first byte of its packet.
    const wanted = this.#secondsPerTick === 0 ? FILE_HEADER_BYTES : FRAME_HEADER_BYTES + 1;
    const taken = piece.subarray(0, wanted - this.#head.length);
    this.#head = Buffer.concat([this.#head, taken]);
    if (this.#head.length === wanted) {
      if (this.#secondsPerTick === 0) this.#readFileHeader();
      else this.#readFrameHeader();
      this.#head = Buffer.alloc(0);
    }
    return piece.subarray(taken.length);
  }

  #readFileHeader(): void {
    this.#secondsPerTick = this.#head.readUInt32LE(20) / this.#head.readUInt32LE(16);
  }

  #readFrameHeader(): void {
    const isShown = ((this.#head[FRAME_HEADER_BYTES] ?? 0) & SHOWN_BIT) !== 0;
    if (isShown) this.times.push(Number(this.#head.readBigInt64LE(4)) * this.#secondsPerTick);
    this.#toSkip = Math.max(0, this.#head.readUInt32LE(0) - 1);
  }
}

/** The output options that copy the packets of a stream as IVF to stdout. */
export function ivfOutputArgs(streamIndex: number): string[] {
  return ['-map', `0:${streamIndex}`, '-c', 'copy', '-avoid_negative_ts', 'disabled', '-f', 'ivf', 'pipe:1'];
}
