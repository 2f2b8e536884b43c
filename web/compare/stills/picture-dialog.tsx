// A dialog for a picture, made only while it is open.
import { type ReactNode, useRef, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';

interface PictureDialogProps {
  readonly heading: string;
  readonly opener: (open: () => void) => ReactNode;
  readonly className: string;
  /** Rendered only while the dialog is open. */
  readonly children: (close: () => void) => ReactNode;
}

export function PictureDialog({ heading, opener, className, children }: PictureDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      {opener(() => {
        setOpen(true);
        dialog.current?.showModal();
      })}
      <dialog
        ref={dialog}
        aria-label={heading}
        onClose={() => setOpen(false)}
        // Escape closes the dialog only, and no key reaches the player behind it.
        onKeyDown={(event) => event.stopPropagation()}
        className={classNames(
          'stage m-auto rounded-md border-2 border-edge p-3 backdrop:bg-black/60 sm:p-4',
          className,
        )}
      >
        {isOpen && children(() => dialog.current?.close())}
      </dialog>
    </>
  );
}
