// Five kinds of tests: `unit` (pure code and server modules), `web` (components in jsdom), `media` (real ffmpeg), `faults`
// (attacks on the server, crashes, the files in deploy/) and `browser` (the real server and Debian's Chromium). A console.error or console.warn
// fails its test. How much of each runs: tests/campaign-scale.ts.
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isCampaign, isWhole, scaled } from './tests/campaign-scale.ts';

/** Files that take long for their size: in the order of size alone they would begin last, and one worker would end alone. */
const SLOW = [
  'stage',
  'correct-positions',
  'library-admin.media',
  'walkthrough',
  'short-set.whole',
  'slow-line.whole',
  'rest.whole',
  'admin-batch.whole',
  'first-run.whole',
  'drawing-and-download.whole',
  'main-job',
  'late-crop.browser.whole',
  'players-stepping.browser.whole',
  'find-moments.browser.whole',
  'footage.browser',
  'seed-library.media',
  'retime-mp4.media.whole',
  'frame-table.media',
  'postgres-site.media.whole',
  'merge-rates',
  'operator-commands',
  'live-swings',
  'integrity',
].map((name) => `/${name}.test.ts`);

/** The slow files, then the largest first as usual. */
class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.some((name) => moduleId.endsWith(name));
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

const media = ['**/*.media{,.whole}.test.ts', 'tests/parity/**/*.test.ts', 'content/**/*.test.ts'];
const browser = ['tests/e2e/**/*.test.ts', 'tests/browsers/**/*.test.ts', '**/*.browser{,.whole}.test.ts'];
// Files of the second tier and of the campaign have their own names; single tests are defined with wholeTest() and
// campaignTest().
const later = [...(isWhole ? [] : ['**/*.whole.test.ts']), ...(isCampaign ? [] : ['**/*.campaign.test.ts'])];
const never = ['node_modules/**', 'dist/**', '.cache/**', 'data/**', ...later];
const bare = ['tests/bare/**/*.bare.test.ts'];
const setupFiles = ['tests/fail-on-console.ts'];
// Polled conditions may take long on a busy machine; vitest's default is one second.
const everywhere = { exclude: never, setupFiles, isolate: false, expect: { poll: { timeout: 60_000 } } };
// Timeouts against hanging, not limits on speed: a busy machine may take four times as long. In the campaign a single
// test may take ten minutes; longer ones set their own timeout.
const longTimeouts = { testTimeout: scaled(300_000, 600_000), hookTimeout: 300_000 };

export default defineConfig({
  test: {
    // One more than the two cores: tests spend a quarter of their time waiting for servers and timers.
    maxWorkers: 3,
    tags: [{ name: 'whole', description: 'Run by the second tier of CI only.' }],
    // Once for all projects.
    globalSetup: 'tests/shared/global-setup.ts',
    sequence: { sequencer: SlowFilesFirst },
    projects: [
      {
        test: {
          ...everywhere,
          name: 'unit',
          include: ['{domain,contract,server,scripts,tools}/**/*.test.ts', 'web/**/*.test.ts'],
          exclude: [...never, ...media, ...browser],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...everywhere,
          name: 'web',
          include: ['web/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: [...setupFiles, 'tests/jsdom-setup.ts'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          ...everywhere,
          ...longTimeouts,
          name: 'media',
          include: media,
        },
      },
      {
        test: {
          ...everywhere,
          name: 'bare',
          include: isWhole ? bare : [],
          // After all other tests, one machine at a time.
          sequence: { groupOrder: 1 },
          testTimeout: 900_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
      // Each file starts, kills and restarts its own servers.
      {
        test: {
          ...everywhere,
          ...longTimeouts,
          name: 'faults',
          include: ['tests/{faults,deploy}/**/*.test.ts'],
        },
      },
      {
        test: {
          ...everywhere,
          ...longTimeouts,
          name: 'browser',
          include: browser,
        },
      },
    ],
  },
});
