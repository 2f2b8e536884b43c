// A blob: address for a file, revoked after use.
import { useEffect, useState } from 'react';

/** The blob: address under which a <video> can show a file; null without a file and until the address exists. */
export function useFileUrl(file: File | null): string | null {
  const [made, setMade] = useState<{ file: File; url: string } | null>(null);
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setMade({ file, url });
    return () => {
      setMade(null);
      URL.revokeObjectURL(url);
    };
  }, [file]);
  return made?.file === file && made ? made.url : null;
}
