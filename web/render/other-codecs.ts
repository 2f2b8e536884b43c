// Work with codecs that is done again with others where one fails, as the browser's promises are not always kept.
import { type FalseAnswer, forgetFalse, isFalse, rememberFalse } from '#web/lib/false-answers.ts';
import { RenderError } from './render-request.ts';

/** What the work gives in the end. Remembers which codecs failed where others did not. Rejects as the work does. */
export async function withOtherCodecs<Result>(work: () => Promise<Result>): Promise<Result> {
  const suspects: FalseAnswer[] = [];
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const suspect = error instanceof RenderError ? error.suspect : null;
      if (suspect === null || isFalse(suspect)) {
        // Nothing else has helped, so that the cause is another.
        forgetFalse(suspects);
        throw error;
      }
      suspects.push(suspect);
      rememberFalse(suspect);
    }
  }
}
