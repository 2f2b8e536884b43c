// A button that opens the device's file chooser.
import { useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';

interface FileButtonProps extends ButtonProps {
  /** The name of the chooser itself. */
  readonly inputLabel: string;
  /** File types, as of an input's `accept`. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

export function FileButton({ inputLabel, accept, onFile, ...button }: FileButtonProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => inputRef.current?.click()} />
      <input
        ref={inputRef}
        type="file"
        aria-label={inputLabel}
        accept={accept}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // Reset, so that the same file can be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}
