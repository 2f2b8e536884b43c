// What stands in a page's place while its code is on the way.
import { Spinner } from '#web/ui/spinner.tsx';
import { words } from '#web/words/words.ts';

/** A quiet line that keeps the page's height. */
export function PageLoading() {
  return (
    <p role="status" className="page-width flex min-h-[60vh] items-center gap-3 text-ink-soft">
      <Spinner /> {words.app.loading}
    </p>
  );
}
