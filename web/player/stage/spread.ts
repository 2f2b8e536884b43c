// Places labels of one width beside each other, each as near as possible to where it belongs. Pure.

/** The left edges of labels in order, within a row: none overlaps the next one, as far as the row has room. */
export function spread(lefts: readonly number[], widthPx: number, rowPx: number): readonly number[] {
  const placed: number[] = [];
  for (const left of lefts) placed.push(Math.max(left, (placed.at(-1) ?? -widthPx) + widthPx));
  // A label that was pushed moves back by half, and with it the ones before.
  let most = rowPx - widthPx;
  for (let index = placed.length - 1; index >= 0; index -= 1) {
    const left = placed[index] ?? 0;
    most = Math.min(most, (left + (lefts[index] ?? left)) / 2);
    placed[index] = Math.max(index * widthPx, most);
    most = (placed[index] ?? 0) - widthPx;
  }
  return placed;
}
