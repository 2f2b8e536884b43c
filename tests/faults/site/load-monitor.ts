// Measures a server under load: its response times, and the peak memory of the server and its programs.
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryMiB } from './process-info.ts';

/** A quantile of the values; 0 without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The growth of a value per unit of `at`, by least squares. */
export function slope(samples: readonly { readonly at: number; readonly value: number }[]): number {
  const mean = (of: (sample: { at: number; value: number }) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [at, value] = [mean((sample) => sample.at), mean((sample) => sample.value)];
  const across = samples.reduce((sum, sample) => sum + (sample.at - at) * (sample.value - value), 0);
  return across / samples.reduce((sum, sample) => sum + (sample.at - at) ** 2, 0);
}

/** Requests cheap calls every 50 ms and samples memory twice a second, until stopped. */
export function watchLoad(url: string, pid: number) {
  const answersMs: number[] = [];
  let peakMiB = 0;
  let isOver = false;
  const paths = ['/api/pro/list', '/api/jobs', '/healthz', '/api/demo/list'];
  const ask = async () => {
    for (let turn = 0; !isOver; turn += 1) {
      const begunAt = performance.now();
      const answer = await fetch(url + paths[turn % paths.length]);
      await answer.arrayBuffer();
      answersMs.push(performance.now() - begunAt);
      await sleep(50);
    }
  };
  const sampleMemory = async () => {
    while (!isOver) {
      peakMiB = Math.max(peakMiB, await memoryMiB(pid));
      await sleep(500);
    }
  };
  const both = Promise.all([ask(), sampleMemory()]);
  return {
    stop: async () => {
      isOver = true;
      await both;
      return { p95Ms: Math.round(quantile(answersMs, 0.95)), peakMiB: Math.round(peakMiB), answers: answersMs.length };
    },
  };
}
