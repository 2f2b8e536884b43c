// Runs the benches one after the other and prints a table. `node bench/run.ts merge-cost` runs only the named ones.
// Figures are ratios wherever they can be: both sides measured in turn, in the same minutes, on the same machine.
import type { BenchFigure } from './bench-figure.ts';

const BENCHES: Readonly<Record<string, () => Promise<BenchFigure[]>>> = {
  drawings: async () => (await import('./drawings.ts')).run(),
  'merge-cost': async () => (await import('./merge-cost.ts')).run(),
  'merge-limit': async () => (await import('./merge-limit.ts')).run(),
  'merge-memory': async () => (await import('./merge-memory.ts')).run(),
  preview: async () => (await import('./preview.ts')).run(),
  retime: async () => (await import('./retime.ts')).run(),
  'step-latency': async () => (await import('./step-latency.ts')).run(),
  'upload-memory': uploadMemory,
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(BENCHES);
const unknown = names.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`Unknown bench: ${unknown.join(', ')}. Available: ${Object.keys(BENCHES).join(', ')}`);
  process.exit(2);
}

const figures: BenchFigure[] = [];
for (const name of names) figures.push(...((await BENCHES[name]?.()) ?? []));
console.table(
  Object.fromEntries(
    figures.map(({ name, figure, bar, note }) => [
      name,
      { figure: Number(figure.toPrecision(3)), bar: `≤ ${bar}`, held: figure <= bar ? 'yes' : 'NO', 'made from': note },
    ]),
  ),
);
process.exitCode = figures.every(({ figure, bar }) => figure <= bar) ? 0 : 1;

async function uploadMemory(): Promise<BenchFigure[]> {
  const result = await (await import('./upload-memory.ts')).run();
  const note = `${result.chunksPerSecond.toFixed(0)} chunks per second`;
  return [{ name: 'server memory while 500 MB come in, MB', figure: result.peakRssMb, bar: result.barMb, note }];
}
