// A reporter for vitest that keeps which tests were skipped and why, for the last lines of `npm test`. A test says what it
// needs at the end of its title or its group's, "(needs strace)", or when it skips itself: `skip('needs strace')`.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Where the list is kept. */
export const SKIPPED_TESTS = '.cache/skipped-tests.json';

/** A skipped test. */
export interface SkippedTest {
  readonly file: string;
  readonly title: string;
  /** What it needs; null when it does not say, which is a fault. */
  readonly needs: string | null;
}

/** The reporter. */
export default class SkipReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped: SkippedTest[] = modules.flatMap((file) =>
      [...file.children.allTests('skipped')].map((test) => {
        const result = test.result();
        const note = result.state === 'skipped' ? result.note : undefined;
        const needs = /needs (.+)/.exec(note ?? '')?.[1] ?? /\(needs ([^)]+)\)/.exec(test.fullName)?.[1] ?? null;
        return { file: file.relativeModuleId, title: test.fullName, needs };
      }),
    );
    mkdirSync(path.dirname(SKIPPED_TESTS), { recursive: true });
    writeFileSync(SKIPPED_TESTS, JSON.stringify(skipped));
  }
}
