// Routes addresses to pages. Patterns match in any case (wouter's regexparam does that).
import { Suspense, useEffect, useRef } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { SCREEN_NAMES, SCREENS } from '#contract/screens.ts';
import { replayEarlyActions } from '#web/lib/early-actions.ts';
import { WhenHydrated } from '#web/lib/hydrates-later.tsx';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { MessagePage } from '#web/ui/message-page.tsx';
import { Loading } from '#web/ui/spinner.tsx';
import { words } from '#web/words/words.ts';
import { PAGES } from './pages.tsx';

export function Router() {
  useFreshStartOnNavigation();
  // While a page loads, a quiet line keeps the footer below the window, where every page has it.
  return (
    <Suspense fallback={<Loading className="page-width min-h-svh text-ink-soft">{words.app.loading}</Loading>}>
      <Switch>
        {SCREEN_NAMES.map((name) => (
          <Route key={name} path={SCREENS[name]}>
            {PAGES[name].element}
          </Route>
        ))}
        <Route component={NotFoundPage} />
      </Switch>
      <WhenHydrated then={replayEarlyActions} />
    </Suspense>
  );
}

/** Scrolls a new page to its top and focuses it, like a loaded document. */
function useFreshStartOnNavigation(): void {
  const [path] = useLocation();
  const shownPath = useRef(path);
  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    // Not smoothly: pages scroll to their own content afterwards.
    window.scrollTo({ top: 0, left: 0, behavior: 'instant' });
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [path]);
}

function NotFoundPage() {
  useDocumentTitle(words.notFoundPage.title);
  return <MessagePage title={words.notFoundPage.title}>{words.notFoundPage.text}</MessagePage>;
}
