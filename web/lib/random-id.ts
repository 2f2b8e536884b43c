// Unguessable ids, also over plain http, where crypto.randomUUID is missing.

/** 128 random bits as 32 hexadecimal characters. */
export function randomId(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)));
}

/** Bytes as lower-case hexadecimal text. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
