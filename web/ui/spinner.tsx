// A turning ring for "something is going on". Decoration only: the words beside it say what.

/** A small turning ring, hidden from screen readers. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-4 shrink-0 animate-spin rounded-full border-2 border-current border-t-transparent"
    />
  );
}
