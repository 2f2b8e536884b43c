// Makes a client's wish for a file name safe, and writes it into the one header that saves it (RFC 6266, RFC 8187).
// Knows no file.

const LONGEST_NAME_CHARS = 120;
/** What some file system, shell or header takes for something else, and everything that is not seen. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*;%']+/gu;
/** Names that Windows keeps for devices, whatever their ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A name that every system can save, ending in `.mp4`; `comparison.mp4` where nothing of the wish is left. */
export function safeVideoName(wish: string): string {
  const readable = wish.normalize('NFC').replace(UNSAFE, '_').replace(/\s+/g, ' ');
  const stem = [...readable.replace(/(\.mp4)+$/i, '')].slice(0, LONGEST_NAME_CHARS).join('');
  const bare = stem.replace(/^[\s._]+|[\s._]+$/g, '');
  const name = bare === '' ? 'comparison' : bare;
  return `${DEVICE.test(name) ? '_' : ''}${name}.mp4`;
}

/** The header that has a browser save an answer under a name: in ASCII for old ones, in full for the others. */
export function attachmentHeader(name: string): string {
  // An accented letter without its accent can still be read.
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(name).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
