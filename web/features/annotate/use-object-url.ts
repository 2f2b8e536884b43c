// An address for a file of the visitor's own, given back to the browser when it is no longer shown.
import { useEffect, useState } from 'react';

/** The address under which a <video> can show a file; null until it is made. */
export function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return url;
}
