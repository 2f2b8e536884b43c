// Five kinds of tests: `unit` (pure and server parts), `web` (components in jsdom), `media` (real ffmpeg), `faults` (the
// server under attack and dying) and `browser` (the real server and Debian's Chromium). A console.error or console.warn
// fails the test it happens in. How much of each is run: tests/campaign-scale.ts.
import { defineConfig } from 'vitest/config';
import { scaled } from './tests/campaign-scale.ts';

const media = ['**/*.media.test.ts', 'tests/parity/**/*.test.ts', 'content/**/*.test.ts'];
const browser = ['tests/e2e/**/*.test.ts', '**/*.browser.test.ts'];
const never = ['node_modules/**', 'dist/**', '.cache/**', 'data/**'];
const setupFiles = ['tests/fail-on-console.ts'];
// What comes in its own time is waited for as long; vitest by itself gives up after a second.
const everywhere = { exclude: never, setupFiles, isolate: false, expect: { poll: { timeout: 60_000 } } };
// Limits for what hangs, not measures of speed: on a busy machine a test may take four times as long. At full length a
// single test may take ten minutes; those that take longer say so themselves.
const patient = { testTimeout: scaled(300_000, 600_000), hookTimeout: 300_000 };

export default defineConfig({
  test: {
    // One more than two cores: tests wait for servers, timers and limits for a quarter of their time.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...everywhere,
          name: 'unit',
          include: ['{domain,contract,server,scripts}/**/*.test.ts', 'web/**/*.test.ts'],
          exclude: [...never, ...media, ...browser],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          ...everywhere,
          name: 'web',
          include: ['web/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: [...setupFiles, 'tests/jsdom-setup.ts'],
          testTimeout: 30_000,
        },
      },
      { test: { ...everywhere, ...patient, name: 'media', include: media } },
      // Servers of their own that start, die and come back.
      { test: { ...everywhere, ...patient, name: 'faults', include: ['tests/faults/**/*.test.ts'] } },
      {
        test: {
          ...everywhere,
          ...patient,
          name: 'browser',
          include: browser,
          globalSetup: 'tests/browser/global-setup.ts',
        },
      },
    ],
  },
});
