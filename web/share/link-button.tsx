// The button that sends something by a link. Without links on this site there is none. The dialog is loaded when it is opened.
import { Link2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { LINK_BYTES } from '#web/lib/site-settings.ts';
import { ChipButton } from '#web/player/view/live-or-video.tsx';
import { PlainIconButton, SmallButton } from '#web/ui/button.tsx';
import { words } from '#web/words/words.ts';
import type { FileForLink } from './link-file.ts';

const LinkDialog = lazy(() => import('./link-dialog.tsx'));

interface LinkButtonProps {
  /** Makes the file that is sent. */
  readonly makeFile: () => Promise<FileForLink>;
  /** Its name, where "Link" alone does not say what is sent. */
  readonly label?: string;
  /** In a row of icons, or over the pictures; otherwise it is a small button. */
  readonly place?: 'icons' | 'pictures';
  /** Whether its dialog is open from the first. */
  readonly startsOpen?: boolean;
}

export function LinkButton({ makeFile, label = words.link.send, place, startsOpen = false }: LinkButtonProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  // The build does not know the operator's choice.
  const [isOffered, offer] = useState(false);
  useEffect(() => offer(LINK_BYTES > 0), []);
  if (!isOffered) return null;
  const open = () => setOpen(true);
  return (
    <>
      {place === 'icons' ? (
        <PlainIconButton icon={Link2} label={label} onClick={open} />
      ) : place === 'pictures' ? (
        <ChipButton onPress={open}>
          <Link2 className="size-5" />
          {label}
        </ChipButton>
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
