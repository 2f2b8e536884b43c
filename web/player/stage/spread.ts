// Places labels of one width beside each other, each as near as possible to where it belongs. Pure.

/** The left edges of labels in order, within a row: none overlaps the next one, as far as the row has room. */
export function spread(lefts: readonly number[], widthPx: number, rowPx: number): readonly number[] {
  const forward = lefts.reduce<number[]>((placed, left) => {
    const last = placed.at(-1);
    return [...placed, Math.max(0, last === undefined ? left : Math.max(left, last + widthPx))];
  }, []);
  // What was pushed too far moves the ones before it back, half of the way each.
  return forward.reduceRight<number[]>((placed, left, index) => {
    const most = placed[0] === undefined ? rowPx - widthPx : placed[0] - widthPx;
    const wished = lefts[index] ?? left;
    return [Math.min(most, (left + Math.min(left, wished + widthPx)) / 2), ...placed];
  }, []);
}
