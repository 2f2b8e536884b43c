// Full screen for any player. The player is laid over the whole page, and the browser gives the page the whole screen where it
// can: iPhones cannot, and have the layer alone. Lists, tooltips and messages stay usable: they are parts of the page too.
import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether a player fills the screen. */
export interface FullScreen {
  readonly isOn: boolean;
  /** The height that the player had in the page, to keep its place there; null while it has it. */
  readonly placePx: number | null;
  readonly toggle: () => void;
}

/** Full screen of the player whose layer a region is. */
export function useFullScreen(regionRef: RefObject<HTMLElement | null>): FullScreen {
  const [isOn, setOn] = useState(false);
  const leftAtPx = useRef(0);
  const [placePx, setPlacePx] = useState<number | null>(null);

  useEffect(() => {
    const region = regionRef.current;
    if (!isOn || !region) return;
    const release = keepToRegion(region);
    const onChange = () => !document.fullscreenElement && setOn(false);
    // Where the browser has a full screen of its own, Escape ends both.
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && setOn(false);
    document.addEventListener('fullscreenchange', onChange);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      document.removeEventListener('keydown', onKeyDown);
      release();
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
      window.scrollTo({ top: leftAtPx.current, behavior: 'instant' });
    };
  }, [isOn, regionRef]);

  function toggle() {
    if (!isOn) {
      leftAtPx.current = window.scrollY;
      setPlacePx(regionRef.current?.offsetHeight ?? null);
      // The page, not the player: lists and messages stand beside the player in it. Refused, the layer is what there is.
      void document.documentElement.requestFullscreen?.({ navigationUI: 'hide' }).catch(() => undefined);
    }
    setOn(!isOn);
  }

  return { isOn, placePx: isOn ? placePx : null, toggle };
}

/** Where messages appear: they may come at any time. */
const MESSAGES = '[role=region][aria-label*="F8"]';

/** Keeps focus, pointer and screen readers to a region, and the page behind it from scrolling. Returns how to end that. */
function keepToRegion(region: HTMLElement): () => void {
  const page = document.documentElement;
  const { style } = page;
  const { overflow } = style;
  style.overflow = 'hidden';
  // Messages then appear above the picture: the controls are at the bottom.
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
