// Brings a heading to the top of the window and gives it the focus: what a press leads to may be far from the button.

/** What a visitor does to scroll by hand. */
const BY_HAND = ['pointerdown', 'wheel', 'touchstart', 'keydown'] as const;
/** The scroll has ended, and what is loaded above the heading has got its height. */
const SETTLED_MS = 1_200;
/** A heading this far from its place is brought there again. */
const OFF_PX = 24;

/** Shows it, and again after a moment if what loads has moved it and nobody has touched the page. Returns how to leave off. */
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
