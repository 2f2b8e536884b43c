// The buttons that make pictures of a comparison in the browser, to view, save and share: the still strip, and all
// differences in one picture.
import { Images } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { SmallButton } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/status.tsx';
import { words } from '#web/words/words.ts';
import type { DifferencesOfComparison } from './differences-picture.tsx';
import type { StripOfComparison } from './strip-picture.tsx';

const StripPicture = lazy(() => import('./strip-picture.tsx'));

export function StillStrip(props: StripOfComparison) {
  const [isWanted, setWanted] = useState(false);
  if (!isWanted) {
    return (
      <SmallButton icon={Images} onClick={() => setWanted(true)}>
        {words.stillStrip.open}
      </SmallButton>
    );
  }
  return (
    <Suspense fallback={<Loading>{words.stillStrip.making}</Loading>}>
      <StripPicture {...props} onClose={() => setWanted(false)} />
    </Suspense>
  );
}

const DifferencesPicture = lazy(() => import('./differences-picture.tsx'));

export function ShareDifferences(props: DifferencesOfComparison) {
  const [isOpen, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setOpen(true);
          dialog.current?.showModal();
        }}
        className="flex min-w-36 shrink-0 snap-start items-center gap-2 rounded-md border border-edge px-3 py-1 text-left text-[0.9375rem] leading-tight font-semibold text-ink hover:bg-raised"
      >
        <Images className="size-5 shrink-0" />
        {words.differences.share}
      </button>
      <dialog
        ref={dialog}
        aria-label={words.differences.heading}
        onClose={() => setOpen(false)}
        // Escape closes the dialog only, and no key reaches the player behind it.
        onKeyDown={(event) => event.stopPropagation()}
        className="stage m-auto w-[min(44rem,calc(100vw-1rem))] rounded-md border-2 border-edge p-3 backdrop:bg-black/60 sm:p-4"
      >
        {isOpen && (
          <Suspense fallback={<Loading>{words.differences.making}</Loading>}>
            <DifferencesPicture {...props} onClose={() => dialog.current?.close()} />
          </Suspense>
        )}
      </dialog>
    </>
  );
}
