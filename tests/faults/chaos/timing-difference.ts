// Whether two kinds of responses can be distinguished by timing: Welch's t over many interleaved attempts, as in
// dudect.

/** The threshold of significance: dudect uses 4.5; a higher value tolerates other load on the machine. */
export const SIGNIFICANT_T = 5;

/** Alternates between both and returns |t|, without the slowest tenth of each, which other load on the machine causes. */
export async function timingDifference(
  tries: number,
  ways: readonly [(round: number) => Promise<unknown>, (round: number) => Promise<unknown>],
): Promise<number> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < tries; round += 1) {
    for (const index of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const begunAt = performance.now();
      await ways[index](round);
      times[index].push(performance.now() - begunAt);
    }
  }
  const [a, b] = times.map((all) => statistics(all.sort((x, y) => x - y).slice(0, Math.ceil(all.length * 0.9))));
  if (!a || !b) return 0;
  return Math.abs(a.mean - b.mean) / Math.sqrt(a.variance / a.count + b.variance / b.count);
}

function statistics(values: readonly number[]) {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1);
  return { count, mean, variance };
}
