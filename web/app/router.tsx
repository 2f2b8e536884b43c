// Which page belongs to which address. Patterns match in any case (wouter's regexparam does so by itself).
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { AnalysisPage } from '#web/pages/analysis/analysis-page.tsx';
import { NotFoundPage } from '#web/pages/not-found/not-found-page.tsx';
import { PageLoading } from './page-loading.tsx';

const AdminLoginPage = lazy(() => import('#web/pages/admin-login/admin-login-page.tsx'));
const AdminPage = lazy(() => import('#web/pages/admin/admin-page.tsx'));
const ComparePage = lazy(() => import('#web/pages/compare/compare-page.tsx'));
const HowToUsePage = lazy(() => import('#web/pages/how-to-use/how-to-use-page.tsx'));
const SignUpPage = lazy(() => import('#web/pages/sign-up/sign-up-page.tsx'));
const UnavailablePage = lazy(() => import('#web/pages/unavailable/unavailable-page.tsx'));

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
    </Suspense>
  );
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
