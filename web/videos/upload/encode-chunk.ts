// Turns one part of a file into base64 text. One chunk is in memory at a time, whatever the file's size.

/** The base64 text of a blob. The browser's own reader does it: no call stack and no second copy as a binary string. */
export function encodeChunk(chunk: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const dataUrl = String(reader.result);
      resolve(dataUrl.slice(dataUrl.indexOf(',') + 1));
    };
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'));
    reader.readAsDataURL(chunk);
  });
}
