// The browser's own share sheet, where it takes files. Knows nothing of what is shared.
import { useState } from 'react';

/** Whether this browser shares files of a type. */
export function canShare(type: string): boolean {
  try {
    return navigator.canShare?.({ files: [new File([''], 'file', { type })] }) ?? false;
  } catch {
    return false;
  }
}

/** How sharing stands: `again` when the file took so long that the browser wants another press. */
export type ShareState = 'idle' | 'preparing' | 'again' | 'failed';

/** Shares what `makeFile` gives. The file is kept, so that a second press shares at once. */
export function useShare(makeFile: () => Promise<File>) {
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
      // Turning back in the share sheet is no failure; a press that was too long ago has to be made again.
      setState(name === 'AbortError' ? 'idle' : name === 'NotAllowedError' ? 'again' : 'failed');
    }
  }

  return { state, share };
}
