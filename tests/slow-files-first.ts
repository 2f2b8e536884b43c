// The order of test files: a long one that begins last makes everyone wait for it.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of more than half a minute that are short to read: by themselves they would begin late. */
const SLOW = /\/(short-set|footage\.browser|body-lines|drawing-and-download|find-moments\.browser|main-job)\.test\.ts$/;

/** The slow files, then the largest first as usual. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
