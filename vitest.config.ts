// Four kinds of tests: `unit` (pure and server parts), `web` (components in jsdom), `media` (real ffmpeg) and `e2e`
// (the real server and Debian's Chromium). A console.error or console.warn fails the test it happens in.
import { defineConfig } from 'vitest/config';

const media = ['**/*.media.test.ts', 'tests/parity/**/*.test.ts', 'content/**/*.test.ts'];
const browser = ['tests/e2e/**/*.test.ts', '**/*.browser.test.ts'];
const never = ['node_modules/**', 'dist/**', '.cache/**', 'data/**'];
const setupFiles = ['tests/fail-on-console.ts'];

export default defineConfig({
  test: {
    // Two cores: more workers than that only make ffmpeg and Chromium wait for each other.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{domain,contract,server,scripts,tests/faults}/**/*.test.ts', 'web/**/*.test.ts'],
          exclude: [...never, ...media, ...browser],
          setupFiles,
          testTimeout: 20_000,
        },
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
        test: { name: 'media', include: media, exclude: never, setupFiles, testTimeout: 120_000, hookTimeout: 120_000 },
      },
      {
        test: { name: 'e2e', include: browser, exclude: never, setupFiles, testTimeout: 180_000, hookTimeout: 180_000 },
      },
    ],
  },
});
