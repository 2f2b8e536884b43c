// Toasts on Radix: one at a time, 5 s, swiped away to the right, reached by F8 (specification §9).
import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { type CSSProperties, useLayoutEffect, useState } from 'react';
import { useStore } from 'zustand';
import { classNames } from '#web/ui/class-names.ts';
import { words } from '#web/words/words.ts';
import { dismissToast, toastStore } from './toast-store.ts';

const SHOWN_MS = 5000;
const SWIPE_THRESHOLD_PX = 50;

export function Toaster() {
  const toast = useStore(toastStore, (state) => state.toast);
  const overPicture = useOverPicture(toast?.id ?? null);
  return (
    <Radix.Provider duration={SHOWN_MS} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX}>
      {toast && (
        <Radix.Root
          key={toast.id}
          open={toast.open}
          onOpenChange={(open) => !open && dismissToast(toast.id)}
          type={toast.variant === 'destructive' ? 'foreground' : 'background'}
          className={classNames(
            'stage pointer-events-auto flex items-center gap-2 rounded-lg bg-raised pl-4 shadow-xl',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            toast.variant === 'destructive' && 'border-l-4 border-flag',
          )}
        >
          <div className="grow py-1.5">
            <Radix.Title className="font-bold">{toast.title}</Radix.Title>
            {toast.description && (
              <Radix.Description className="text-sm text-ink-soft">{toast.description}</Radix.Description>
            )}
          </div>
          <Radix.Close
            aria-label={words.ui.closeMessage}
            className="grid size-11 shrink-0 place-items-center rounded-sm"
          >
            <X className="size-5" />
          </Radix.Close>
        </Radix.Root>
      )}
      {/* Small and at the bottom, over a picture if one is visible; in full screen at the top, away from the controls. */}
      <Radix.Viewport
        // Each place has its own element, so that a message that replaces one elsewhere does not move.
        key={overPicture ? `${overPicture.left} ${overPicture.bottom}` : 'corner'}
        hotkey={['F8']}
        style={overPicture ?? undefined}
        className="pointer-events-none fixed right-0 bottom-(--toast-bottom) z-50 flex w-full max-w-sm flex-col p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] outline-none max-sm:max-w-none in-data-full-screen:top-0 in-data-full-screen:bottom-auto"
      />
    </Radix.Provider>
  );
}

/** The minimum visible share of a picture's height for a toast to be placed over it. */
const MOSTLY = 0.6;

/**
 * The place over the lower edge of a picture, clear of controls and headlines; null while none is visible. A toast about
 * a video appears before its picture, so the place is looked up again when the page grows or scrolls.
 */
function useOverPicture(toastId: number | null): CSSProperties | null {
  const [style, setStyle] = useState<CSSProperties | null>(null);
  useLayoutEffect(() => {
    if (toastId === null) return;
    const first = placeOverPicture();
    setStyle(first);
    if (first) return;
    const place = () => setStyle((before) => before ?? placeOverPicture());
    const grown = new ResizeObserver(place);
    grown.observe(document.body);
    document.addEventListener('scrollend', place);
    return () => {
      grown.disconnect();
      document.removeEventListener('scrollend', place);
    };
  }, [toastId]);
  return style;
}

function placeOverPicture(): CSSProperties | null {
  if (document.querySelector('[data-full-screen]')) return null;
  const pictures = [...document.querySelectorAll('[data-stage-picture], [data-marked-picture]')];
  const box = pictures
    .map((picture) => picture.getBoundingClientRect())
    .find(
      ({ top, bottom, height }) =>
        height > 0 && Math.min(bottom, window.innerHeight) - Math.max(top, 0) > MOSTLY * height,
    );
  if (!box) return null;
  return {
    bottom: Math.max(0, window.innerHeight - box.bottom),
    right: 'auto',
    left: box.left + Math.max(0, (box.width - WIDEST_PX) / 2),
    width: Math.min(box.width, WIDEST_PX),
  };
}

const WIDEST_PX = 384;
