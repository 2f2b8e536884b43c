// How random bytes look: encrypted ones have nearly 8 bits of entropy per byte, videos and text have less.

/** The entropy of the distribution of bytes, in bits per byte. */
export function entropyOf(bytes: Uint8Array): number {
  const counts = new Array<number>(256).fill(0);
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
  return -counts.reduce((sum, count) => {
    const share = count / bytes.length;
    return share === 0 ? sum : sum + share * Math.log2(share);
  }, 0);
}
