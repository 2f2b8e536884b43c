// Sanitizes a requested file name and formats the Content-Disposition header (RFC 6266, RFC 8187).
import { create as createContentDisposition } from 'content-disposition';

/** With its extension the name fits in 255 bytes, and the header within the limits of proxies. */
const MAX_NAME_BYTES = 180;
/** Special characters of file systems, shells and headers, and invisible characters. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*;%']+/gu;
/** Windows device names, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A portable file name ending in `.mp4`; `comparison.mp4` when nothing usable remains. */
export function safeVideoName(requested: string): string {
  const readable = requested.normalize('NFC').replace(UNSAFE, '_').replace(/\s+/g, ' ');
  const stem = readable.replace(/(\.mp4)+$/i, '');
  const bare = cut(stem).replace(/^[\s._]+|[\s._]+$/g, '');
  const name = bare === '' ? 'comparison' : bare;
  return `${DEVICE.test(name) ? '_' : ''}${name}.mp4`;
}

/** Truncates a name to the limit, at a character boundary. */
function cut(name: string): string {
  const { read } = new TextEncoder().encodeInto(name, new Uint8Array(MAX_NAME_BYTES));
  return name.slice(0, read);
}

/** The Content-Disposition header that saves a response under a name, with an ASCII fallback for old browsers. */
export function attachmentHeader(name: string): string {
  // Letters without their accents stay readable.
  const fallback = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]|["\\%]/gu, '_');
  return createContentDisposition(name, { type: 'attachment', fallback });
}
