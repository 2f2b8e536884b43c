// Collects what an output writes in order as a Blob, which the browser may keep outside the page's memory.
import { StreamTarget } from 'mediabunny';

/** How much is collected before it is handed to the browser, in bytes. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** A target, and the Blob of all that was written to it. Writing out of order fails. */
export function blobTarget(type: string): { readonly target: StreamTarget; readonly blob: () => Blob } {
  const pieces: Blob[] = [];
  let sizeBytes = 0;
  const writable = new WritableStream<{ data: Uint8Array<ArrayBuffer>; position: number }>({
    write({ data, position }) {
      if (position !== sizeBytes) throw new RangeError(`Written at ${position} instead of ${sizeBytes}`);
      pieces.push(new Blob([data]));
      sizeBytes += data.byteLength;
    },
  });
  return {
    target: new StreamTarget(writable, { chunked: true, chunkSize: PIECE_BYTES }),
    blob: () => new Blob(pieces, { type }),
  };
}
