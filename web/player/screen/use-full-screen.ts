// Full screen for any player. The player covers the whole page, and the page enters the browser's full screen where
// that is supported. iPhones do not allow it, so there the player only covers the page. Lists, tooltips and messages
// stay usable, because they are parts of the page too.
import { type RefObject, useEffect, useRef, useState } from 'react';

export type FullScreen = ReturnType<typeof useFullScreen>;

export function useFullScreen(regionRef: RefObject<HTMLElement | null>) {
  const [isOn, setOn] = useState(false);
  const leftAtPx = useRef(0);
  const [placePx, setPlacePx] = useState<number | null>(null);

  useEffect(() => {
    const region = regionRef.current;
    if (!isOn || !region) return;
    const release = keepToRegion(region);
    const left = new AbortController();
    const onChange = () => !document.fullscreenElement && setOn(false);
    // In browsers with their own full screen, Escape ends both.
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && setOn(false);
    document.addEventListener('fullscreenchange', onChange, left);
    document.addEventListener('keydown', onKeyDown, left);
    return () => {
      left.abort();
      release();
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
      window.scrollTo({ top: leftAtPx.current, behavior: 'instant' });
    };
  }, [isOn, regionRef]);

  function toggle() {
    if (!isOn) {
      leftAtPx.current = window.scrollY;
      setPlacePx(regionRef.current?.offsetHeight ?? null);
      // The page, not the player, because lists and messages are outside the player. If refused, the layer remains.
      void document.documentElement.requestFullscreen?.({ navigationUI: 'hide' }).catch(() => undefined);
    }
    setOn(!isOn);
  }

  // The player's height in the page, where its space is reserved meanwhile.
  return { isOn, placePx: isOn ? placePx : null, toggle };
}

/** Selects the region of messages, which can appear at any time. */
const MESSAGES = '[role=region][aria-label*="F8"]';

/** Confines focus, pointer and screen readers to a region, and stops page scrolling. Returns an undo function. */
function keepToRegion(region: HTMLElement): () => void {
  const page = document.documentElement;
  const { style } = page;
  const { overflow } = style;
  style.overflow = 'hidden';
  // Shows messages above the picture, because the controls are at the bottom.
  page.setAttribute('data-full-screen', '');
  const others: HTMLElement[] = [];
  for (let element: HTMLElement | null = region; element?.parentElement; element = element.parentElement) {
    for (const sibling of element.parentElement.children) {
      const isOther = sibling !== element && sibling instanceof HTMLElement && !sibling.inert;
      if (!isOther || sibling.matches(MESSAGES) || sibling.querySelector(MESSAGES)) continue;
      sibling.inert = true;
      others.push(sibling);
    }
  }
  return () => {
    style.overflow = overflow;
    page.removeAttribute('data-full-screen');
    for (const other of others) other.inert = false;
  };
}
