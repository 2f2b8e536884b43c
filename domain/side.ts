// The two sides of a comparison.

/** The two sides of a comparison: the visitor (left) and the pro (right). */
export const SIDES = ['user', 'pro'] as const;

/** One side of a comparison. */
export type Side = (typeof SIDES)[number];

/**
 * The side opposite to one.
 * @example
 * otherSide('user') // 'pro'
 */
export function otherSide(side: Side): Side {
  return side === 'user' ? 'pro' : 'user';
}

/**
 * A value for each side.
 * @example
 * bySide((side) => side.length) // { user: 4, pro: 3 }
 */
export function bySide<Value>(make: (side: Side) => Value): Readonly<Record<Side, Value>> {
  return { user: make('user'), pro: make('pro') };
}
