// The button that sends something by a link. Without links on this site there is none. The dialog is loaded when it is opened.
import { Link2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { LINK_BYTES } from '#web/lib/site-settings.ts';
import { PlainIconButton, SmallButton } from '#web/ui/button.tsx';
import { words } from '#web/words/words.ts';
import type { FileForLink } from './link-file.ts';

const LinkDialog = lazy(() => import('./link-dialog.tsx'));

interface LinkButtonProps {
  /** Makes the file that is sent. */
  readonly makeFile: () => Promise<FileForLink>;
  /** Its name, where "Link" alone does not say what is sent. */
  readonly label?: string;
  /** Whether it is only an icon. */
  readonly isIcon?: boolean;
}

export function LinkButton({ makeFile, label = words.link.send, isIcon = false }: LinkButtonProps) {
  const [isOpen, setOpen] = useState(false);
  // The build does not know the operator's choice.
  const [isOffered, offer] = useState(false);
  useEffect(() => offer(LINK_BYTES > 0), []);
  if (!isOffered) return null;
  const open = () => setOpen(true);
  return (
    <>
      {isIcon ? (
        <PlainIconButton icon={Link2} label={label} onClick={open} />
      ) : (
        <SmallButton icon={Link2} onClick={open}>
          {label}
        </SmallButton>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <LinkDialog makeFile={makeFile} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
