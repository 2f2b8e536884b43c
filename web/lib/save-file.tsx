// Saves files to the visitor's device, receives downloads with progress, and shares files through the browser's share
// sheet. Sharing is hidden where the browser cannot share such files.
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { words } from '#web/words/words.ts';
import { fetchContent } from './fetch-content.ts';
import { orNull } from './or-null.ts';

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
  return new File([await fetchContent(url)], name, { type: 'video/mp4' });
}

/** The visitor's local date as YYYY-MM-DD, for file names. */
export function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

interface ShareButtonProps {
  /** The type of the file, such as `video/mp4`. */
  readonly type: string;
  readonly makeFile: () => Promise<File>;
  readonly label: string;
}

/** The button and the result of the last press; nothing in a browser without a share sheet. */
export function ShareButton({ type, makeFile, label }: ShareButtonProps) {
  const { state, share } = useShare(makeFile);
  if (!canShare(new File([''], 'file', { type }))) return null;
  return (
    <>
      <Button variant="secondary" busy={state === 'preparing'} onClick={() => void share()}>
        {state !== 'preparing' && <Share2 className="size-5" />}
        {state === 'preparing' ? words.share.preparing : label}
      </Button>
      <span role="status" className="font-semibold text-flag-ink empty:hidden">
        {state === 'again' && words.share.again}
        {state === 'failed' && words.share.failed}
      </span>
    </>
  );
}

export function canShare(file: File): boolean {
  return orNull(() => navigator.canShare?.({ files: [file] })) ?? false;
}

/** The state of sharing: `again` when making the file took too long and the browser requires another press. */
type ShareState = 'idle' | 'preparing' | 'again' | 'failed';

/** Shares the file of `makeFile`. Keeps the file, so that a second press shares immediately. */
function useShare(makeFile: () => Promise<File>) {
  const [state, setState] = useState<ShareState>('idle');
  const [file, setFile] = useState<File | null>(null);

  async function share(): Promise<void> {
    try {
      setState('preparing');
      const ready = file ?? (await makeFile());
      setFile(ready);
      await navigator.share({ files: [ready] });
      setState('idle');
    } catch (error) {
      const name = error instanceof DOMException ? error.name : '';
      // Closing the share sheet is not a failure. After too long a wait the browser requires another press.
      setState(name === 'AbortError' ? 'idle' : name === 'NotAllowedError' ? 'again' : 'failed');
    }
  }

  return { state, share };
}
