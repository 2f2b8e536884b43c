// Runs the benchmarks in order; prints each figure when it is measured, and a table of all at the end. `node tools/bench/run.ts
// merge-cost` runs only the named ones. Most figures are ratios of two measurements that alternate on the same machine.

import { type NeededProgram, requirePrograms } from '#scripts/needed-programs.ts';
import type { BenchFigure } from './measured-run.ts';

interface Bench {
  readonly needs: readonly NeededProgram[];
  readonly run: () => Promise<BenchFigure[]>;
}

const MEASURED: readonly NeededProgram[] = ['ffmpeg', 'ffprobe', 'time'];
const BENCHES: Readonly<Record<string, Bench>> = {
  body: { needs: ['ffmpeg', 'chromium'], run: async () => (await import('./body.ts')).run() },
  'device-merge': {
    needs: ['ffmpeg', 'ffprobe', 'time', 'chromium'],
    run: async () => (await import('./device-merge.ts')).run(),
  },
  differences: { needs: ['chromium'], run: async () => (await import('./differences.ts')).run() },
  drawings: { needs: MEASURED, run: async () => (await import('./drawings.ts')).run() },
  'first-visit': { needs: ['ffmpeg', 'chromium'], run: async () => (await import('./first-visit.ts')).run() },
  lessons: { needs: ['ffmpeg', 'chromium'], run: async () => (await import('./lessons.ts')).run() },
  links: { needs: ['ffmpeg', 'chromium'], run: async () => (await import('./links.ts')).run() },
  looping: { needs: ['ffmpeg', 'chromium'], run: async () => (await import('./looping.ts')).run() },
  'merge-cost': { needs: MEASURED, run: async () => (await import('./merge-cost.ts')).run() },
  'merge-limit': { needs: MEASURED, run: async () => (await import('./merge-limit.ts')).run() },
  'merge-memory': { needs: MEASURED, run: async () => (await import('./merge-memory.ts')).run() },
  moments: { needs: ['ffmpeg', 'chromium'], run: async () => (await import('./moments.ts')).run() },
  'my-swings': { needs: ['ffmpeg', 'chromium'], run: async () => (await import('./my-swings.ts')).run() },
  preview: { needs: MEASURED, run: async () => (await import('./preview.ts')).run() },
  range: { needs: ['ffmpeg', 'chromium'], run: async () => (await import('./range.ts')).run() },
  retime: { needs: MEASURED, run: async () => (await import('./retime.ts')).run() },
  scale: { needs: MEASURED, run: async () => (await import('./scale.ts')).run() },
  start: { needs: ['ffmpeg', 'ffprobe', 'time'], run: async () => (await import('./start.ts')).run() },
  'step-latency': { needs: ['ffmpeg', 'chromium'], run: async () => (await import('./step-latency.ts')).run() },
  'upload-memory': { needs: ['ffmpeg', 'ffprobe'], run: uploadMemory },
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(BENCHES);
const unknown = names.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Available: ${Object.keys(BENCHES).join(', ')}`);
  process.exit(2);
}
const chosen = names.flatMap((name) => BENCHES[name] ?? []);
requirePrograms(
  `npm run bench ${names.join(' ')}`,
  chosen.flatMap(({ needs }) => needs),
);

const figures: BenchFigure[] = [];
for (const { run } of chosen) {
  for (const figure of await run()) {
    figures.push(figure);
    console.log(`${figure.name}: ${rounded(figure)} (at most ${figure.limit}); ${figure.note}`);
  }
}
console.table(
  Object.fromEntries(
    figures.map((each) => [
      each.name,
      {
        figure: rounded(each),
        limit: `≤ ${each.limit}`,
        held: isWithinLimit(each) ? 'yes' : 'NO',
        'made from': each.note,
      },
    ]),
  ),
);
process.exitCode = figures.every(isWithinLimit) ? 0 : 1;

function rounded({ figure }: BenchFigure): number {
  return Number(figure.toPrecision(3));
}

function isWithinLimit({ figure, limit }: BenchFigure): boolean {
  return figure <= limit;
}

async function uploadMemory(): Promise<BenchFigure[]> {
  const result = await (await import('./upload-memory.ts')).run();
  const note = `${result.chunksPerSecond.toFixed(0)} chunks per second`;
  return [{ name: 'server memory during a 500 MB upload, MB', figure: result.peakRssMb, limit: result.limitMb, note }];
}
