// Saves videos to the visitor's device and receives downloads with progress.

/** The body of a response, with progress in whole percent. */
export async function receiveFile(response: Response, onPercent: (percent: number) => void): Promise<Blob> {
  const sizeBytes = Number(response.headers.get('content-length'));
  if (!response.body || !(sizeBytes > 0)) return response.blob();
  let receivedBytes = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        receivedBytes += chunk.byteLength;
        onPercent(Math.min(100, Math.floor((receivedBytes / sizeBytes) * 100)));
        controller.enqueue(chunk);
      },
    }),
  );
  const type = response.headers.get('content-type') ?? 'video/mp4';
  return new Response(counted, { headers: { 'content-type': type } }).blob();
}

export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  saveAddress(url, name);
  // The browser takes the file over with the click, so the address can be revoked a little later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Saves the file at an address of this server under a name. */
export function saveAddress(url: string, name: string): void {
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
}

/** Fetches the video at an address of this server as a file with a name. Throws when it is missing. */
export async function fetchVideo(url: string, name: string): Promise<File> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
  return new File([await response.blob()], name, { type: 'video/mp4' });
}

/** The visitor's local date as YYYY-MM-DD, for file names. */
export function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}
