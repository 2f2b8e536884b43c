// The addresses under which a <video> plays one of the visitor's files. Chromium keeps the bytes of every blob: address that it
// has played, up to 205 MB (docs/measurements.md, 093), but not those of data: addresses. So a session of many short clips uses these.

const shortLived = new WeakSet<Blob>();

/** Marks a small file that is played for a short time, as one of many. Call this before the file is shown. */
export function markShortLived(file: Blob): void {
  shortLived.add(file);
}

/** An address of a file, valid until it is closed. */
export interface FileAddress {
  /** A promise while a short-lived file is being read. */
  readonly url: string | Promise<string>;
  readonly close: () => void;
}

/** Opens an address of a file. */
export function openAddress(file: Blob): FileAddress {
  if (shortLived.has(file)) return { url: dataAddress(file), close: () => undefined };
  const url = URL.createObjectURL(file);
  return { url, close: () => URL.revokeObjectURL(url) };
}

function dataAddress(file: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    // The video then reports what is wrong with the file.
    reader.addEventListener('error', () => resolve(URL.createObjectURL(file)));
    reader.readAsDataURL(file);
  });
}
