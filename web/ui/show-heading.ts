// Scrolls a heading to the top of the window and focuses it, because the result of a press may be far from the button.

/** Input events of manual scrolling. */
const BY_HAND = ['pointerdown', 'wheel', 'touchstart', 'keydown'] as const;
/** The time after which scrolling has ended and content above the heading has loaded, in milliseconds. */
const SETTLED_MS = 1_200;
/** The distance from its place at which the heading is scrolled to again, in pixels. */
const OFF_PX = 24;

/**
 * Scrolls to the heading, and again shortly afterwards if loading content has moved it and the visitor has not
 * scrolled. Returns the function that cancels this.
 */
export function showHeading(heading: HTMLElement): () => void {
  heading.focus({ preventScroll: true });
  void heading.scrollIntoView({ block: 'start' });
  const over = new AbortController();
  const { signal } = over;
  const timer = setTimeout(() => {
    over.abort();
    const aim = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
    if (Math.abs(heading.getBoundingClientRect().top - aim) > OFF_PX) void heading.scrollIntoView({ block: 'start' });
  }, SETTLED_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));
  for (const doing of BY_HAND) window.addEventListener(doing, () => over.abort(), { signal, passive: true });
  return () => over.abort();
}
