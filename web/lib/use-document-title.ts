// Sets the tab's title to the page's; while prerendering, keeps it for the build.
import { useEffect } from 'react';
import { say, words } from '#web/words/words.ts';

let prerenderedTitle: string | null = null;

export function useDocumentTitle(title: string): void {
  const full = say(words.app.pageTitle, { page: title });
  // During the build there is no tab, and effects do not run.
  if (typeof document === 'undefined') prerenderedTitle = full;
  useEffect(() => {
    document.title = full;
  }, [full]);
}

/** The title of the page that was rendered last without a browser. Throws when it has none. */
export function takePrerenderedTitle(): string {
  const title = prerenderedTitle;
  prerenderedTitle = null;
  if (title === null) throw new Error('The page set no title');
  return title;
}
