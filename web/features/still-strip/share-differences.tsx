// The button that puts all differences into one picture on this device, to view, save and share.
import { Images } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Loading } from '#web/ui/spinner.tsx';
import { words } from '#web/words/words.ts';
import type { DifferencesOfComparison } from './differences-picture.tsx';

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
