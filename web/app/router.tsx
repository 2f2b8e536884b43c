// Which page belongs to which address. Patterns match in any case (wouter's regexparam does so by itself).
import { Suspense, useEffect, useRef } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { AnalysisPage } from '#web/pages/analysis/analysis-page.tsx';
import { NotFoundPage } from '#web/pages/not-found/not-found-page.tsx';
import { replayEarlyActions } from './early-actions.ts';
import { PageLoading } from './page-loading.tsx';
import { AdminLoginPage, AdminPage, ComparePage, HowToUsePage, SignUpPage, UnavailablePage } from './pages.tsx';

/** The page of the current address. */
export function Router() {
  useFreshStartOnNavigation();
  return (
    <Suspense fallback={<PageLoading />}>
      <Switch>
        <Route path="/" component={AnalysisPage} />
        <Route path="/compare" component={ComparePage} />
        <Route path="/how-to-use" component={HowToUsePage} />
        <Route path="/admin" component={AdminPage} />
        <Route path="/admin-login" component={AdminLoginPage} />
        <Route path="/signup" component={SignUpPage} />
        <Route path="/account">
          <UnavailablePage page="account" />
        </Route>
        <Route path="/login">
          <UnavailablePage page="login" />
        </Route>
        <Route component={NotFoundPage} />
      </Switch>
      <Awake />
    </Suspense>
  );
}

/** Stands beside the page: it listens as soon as the page does. */
function Awake() {
  useEffect(() => {
    // A turn later: what is done in the midst of React's own work does not last.
    const turn = setTimeout(() => void replayEarlyActions());
    return () => clearTimeout(turn);
  }, []);
  return null;
}

/** A new page starts at its top and takes the focus, as a loaded document would. */
function useFreshStartOnNavigation(): void {
  const [path] = useLocation();
  const shownPath = useRef(path);
  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    window.scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [path]);
}
