// Tells by its first bytes whether a file is one of the containers that the frame reader does not know. A name may say
// anything; when such a file fails in the browser, it is the format and not the file.

const BYTES_READ = 12;
/** AVI, Flash Video and Windows Media (ASF), as they begin. */
const isAvi = (text: string) => text.startsWith('RIFF') && text.startsWith('AVI ', 8);
const isFlv = (text: string) => text.startsWith('FLV\u0001');
const isAsf = (text: string) => text.startsWith('\u0030\u0026\u00b2\u0075\u008e\u0066\u00cf\u0011');

/** Whether a file begins like an AVI, FLV or WMV. */
export async function isForeignContainer(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, BYTES_READ).arrayBuffer());
  const text = String.fromCharCode(...bytes);
  return [isAvi, isFlv, isAsf].some((fits) => fits(text));
}
