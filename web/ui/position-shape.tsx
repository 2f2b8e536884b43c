// The shape of each position: rest a circle, top a triangle, strike a diamond.
import type { Position } from '#domain/swing/swing.ts';

/** SVG path of each shape in a 16×16 box. */
export const POSITION_PATHS: Readonly<Record<Position, string>> = {
  rest: 'M8 1.8a6.2 6.2 0 1 1 0 12.4a6.2 6.2 0 1 1 0-12.4Z',
  top: 'M8 1.2 15.4 14.4H.6Z',
  strike: 'M8 .4 15.6 8 8 15.6.4 8Z',
};

/** A position's shape in the text's color, hidden from screen readers: its name stands beside it. */
export function PositionShape({ position, className = 'size-4' }: { position: Position; className?: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={`shrink-0 fill-current ${className}`}>
      <path d={POSITION_PATHS[position]} />
    </svg>
  );
}
