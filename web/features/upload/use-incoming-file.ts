// Accepts files pasted or dropped anywhere on the page. Otherwise the browser would navigate to a file dropped beside a
// drop zone.
import { useEffect, useState } from 'react';

/** Passes the first pasted or dropped file to `onFile`, if given. Returns whether a file is dragged over the page. */
export function useIncomingFile(onFile: ((file: File) => void) | null): boolean {
  const [hovering, setHovering] = useState(false);

  useEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setHovering(true);
    };
    // `relatedTarget` is null only when the pointer leaves the window itself.
    const leave = (event: DragEvent) => event.relatedTarget === null && setHovering(false);
    const drop = (event: DragEvent) => {
      setHovering(false);
      // A drop zone that has accepted the file has called preventDefault.
      if (event.defaultPrevented || !carriesFiles(event)) return;
      event.preventDefault();
      takeFirst(event.dataTransfer?.files);
    };
    const paste = (event: ClipboardEvent) => takeFirst(event.clipboardData?.files);
    const takeFirst = (files: FileList | undefined) => {
      const file = files?.[0];
      if (file) onFile?.(file);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    window.addEventListener('paste', paste);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
      window.removeEventListener('paste', paste);
    };
  }, [onFile]);

  return hovering;
}
