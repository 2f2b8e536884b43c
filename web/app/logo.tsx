// The logo: the arc of a swing ending at the strike's diamond. Decorative.

/** The logo's picture in the text's colour and the flag's. */
export function Logo({ className = 'size-9' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={`shrink-0 ${className}`}>
      <path
        d="M8.2 24.6A12 12 0 1 1 25.4 22"
        fill="none"
        stroke="currentColor"
        strokeWidth="3.2"
        strokeLinecap="round"
      />
      <path d="m16 18.4 5.4 5.4-5.4 5.4-5.4-5.4Z" className="fill-flag forced-colors:fill-[CanvasText]" />
    </svg>
  );
}
