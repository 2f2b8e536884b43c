// Shares a file through the browser's share sheet. Hidden where the browser cannot share such files.
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { words } from '#web/words/words.ts';

interface ShareButtonProps {
  /** The type of the file, such as `video/mp4`. */
  readonly type: string;
  /** Makes the file, or fails. */
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
  try {
    return navigator.canShare?.({ files: [file] }) ?? false;
  } catch {
    return false;
  }
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
