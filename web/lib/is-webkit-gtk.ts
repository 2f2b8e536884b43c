/** WebKitGTK claims that it can encode, and its page crashes: measured with GStreamer's x264enc (docs/browsers.md). */
export function isWebKitGtk(): boolean {
  const { userAgent } = navigator;
  return /AppleWebKit/.test(userAgent) && /Linux/.test(userAgent) && !/Chrom|Android/.test(userAgent);
}
