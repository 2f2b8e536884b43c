// Five kinds of tests: `unit` (pure and server parts), `faults` (the server under attack and dying), `web` (components in
// jsdom), `media` (real ffmpeg) and `e2e` (the real server and Debian's Chromium). A console.error or console.warn fails
// the test it happens in.
import { defineConfig } from 'vitest/config';

const media = ['**/*.media.test.ts', 'tests/parity/**/*.test.ts', 'content/**/*.test.ts'];
const browser = ['tests/e2e/**/*.test.ts', '**/*.browser.test.ts'];
const never = ['node_modules/**', 'dist/**', '.cache/**', 'data/**'];
const setupFiles = ['tests/fail-on-console.ts'];
// What comes in its own time is waited for as long; vitest by itself gives up after a second.
const expectPatiently = { poll: { timeout: 60_000 } };
const patient = { testTimeout: 120_000, hookTimeout: 120_000, expect: expectPatiently };

export default defineConfig({
  test: {
    // Two cores: more workers than that only make ffmpeg and Chromium wait for each other.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{domain,contract,server,scripts}/**/*.test.ts', 'web/**/*.test.ts'],
          exclude: [...never, ...media, ...browser],
          setupFiles,
          testTimeout: 20_000,
        },
      },
      {
        // Servers of their own that start, die and come back. At full length they take hours: each test says how many.
        test: { name: 'faults', include: ['tests/faults/**/*.test.ts'], exclude: never, setupFiles, ...patient },
      },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.tsx'],
          exclude: never,
          environment: 'jsdom',
          setupFiles: [...setupFiles, 'tests/jsdom-setup.ts'],
        },
      },
      {
        test: { name: 'media', include: media, exclude: never, setupFiles, ...patient },
      },
      {
        // Once in some hundred runs a page of Chromium stands still on two busy cores. What passes only at the second try
        // is reported as such.
        test: { name: 'e2e', include: browser, exclude: never, setupFiles, ...patient, testTimeout: 180_000, retry: 1 },
      },
    ],
  },
});
