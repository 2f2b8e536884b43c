// A vitest reporter that records which tests were skipped and why, for the summary of `npm test`. A test names what it
// needs at the end of its title or its group's, "(needs strace)", or when it skips itself: `skip('needs strace')`.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

export const SKIPPED_TESTS = '.cache/skipped-tests.json';

export interface SkippedTest {
  readonly file: string;
  readonly title: string;
  /** What it needs; null without a reason, which fails the check. */
  readonly needs: string | null;
}

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
