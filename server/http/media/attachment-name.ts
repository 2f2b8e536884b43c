// Makes a client's wish for a file name safe, and writes it into the one header that saves it (RFC 6266, RFC 8187).
import { create as createContentDisposition } from 'content-disposition';

/** With the ending this fits in the 255 bytes of a file name, and the header in what proxies let through. */
const MAX_NAME_BYTES = 180;
/** What some file system, shell or header takes for something else, and everything that is not seen. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*;%']+/gu;
/** Names that Windows keeps for devices, whatever their ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A name that every system can save, ending in `.mp4`; `comparison.mp4` where nothing of the wish is left. */
export function safeVideoName(wish: string): string {
  const readable = wish.normalize('NFC').replace(UNSAFE, '_').replace(/\s+/g, ' ');
  const stem = readable.replace(/(\.mp4)+$/i, '');
  const bare = cut(stem).replace(/^[\s._]+|[\s._]+$/g, '');
  const name = bare === '' ? 'comparison' : bare;
  return `${DEVICE.test(name) ? '_' : ''}${name}.mp4`;
}

/** As much of a name as may be kept, whole characters only. */
function cut(name: string): string {
  const { read } = new TextEncoder().encodeInto(name, new Uint8Array(MAX_NAME_BYTES));
  return name.slice(0, read);
}

/** The Content-Disposition header that has a browser save an answer under a name: ASCII for old ones, UTF-8 for the rest. */
export function attachmentHeader(name: string): string {
  // An accented letter without its accent can still be read.
  const fallback = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]|["\\%]/gu, '_');
  return createContentDisposition(name, { type: 'attachment', fallback });
}
