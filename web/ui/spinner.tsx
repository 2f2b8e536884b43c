// A decorative spinner; the text beside it says what is loading.

/** A turning ring, hidden from screen readers. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-4 shrink-0 animate-spin rounded-full border-2 border-current border-t-transparent"
    />
  );
}
