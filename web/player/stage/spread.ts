// Places labels of equal width beside each other, each as near as possible to its own place. Pure.

/** The left edges of ordered labels in a row. No labels overlap if the row has enough room. */
export function spread(lefts: readonly number[], widthPx: number, rowPx: number): readonly number[] {
  const placed: number[] = [];
  for (const left of lefts) placed.push(Math.max(left, (placed.at(-1) ?? -widthPx) + widthPx));
  // A displaced label moves back by half the displacement, together with the labels before it.
  let most = rowPx - widthPx;
  for (let index = placed.length - 1; index >= 0; index -= 1) {
    const left = placed[index] ?? 0;
    most = Math.min(most, (left + (lefts[index] ?? left)) / 2);
    placed[index] = Math.max(index * widthPx, most);
    most = (placed[index] ?? 0) - widthPx;
  }
  return placed;
}
