// The layout of every page: providers, skip link, header, the page of the address, footer, toasts.
import { CircleHelp, History, MessagesSquare, Target, WifiOff } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { useStore } from 'zustand';
import { SCREEN_NAMES, SCREENS, screenAt } from '#contract/screens.ts';
import { callApi, isOnline, onConnectionChange } from '#web/api/api-client.ts';
import { createQueryClient, QueryClientProvider, useQuery } from '#web/api/query.tsx';
import { replayEarlyActions } from '#web/lib/early-actions.ts';
import { WhenHydrated } from '#web/lib/hydrates-later.tsx';
import { COMMUNITY_URL, KEPT_HOURS, MAKE_VIDEOS_ON, type MakeVideosOn } from '#web/lib/site-settings.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { MessagePage } from '#web/ui/message-page.tsx';
import { Loading } from '#web/ui/status.tsx';
import { toastStore } from '#web/ui/toast/toast-store.ts';
import { whenIdle } from '#web/ui/when-idle.ts';
import { say, words } from '#web/words/words.ts';
import { DeleteMyVideos } from './delete-my-videos.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { PAGES } from './pages.tsx';

export function App() {
  const [queryClient] = useState(createQueryClient);
  // Counts deletions of all data: a page that still shows a clip then starts again.
  const [fresh, setFresh] = useState(0);
  const [path, navigate] = useLocation();

  function startAfresh() {
    // The compare page has nothing left to show.
    if (screenAt(path) === 'compare') navigate('/');
    setFresh((count) => count + 1);
  }

  return (
    <QueryClientProvider client={queryClient}>
      <div className="flex min-h-dvh flex-col">
        <a
          href="#main"
          className="absolute top-2 left-2 z-50 -translate-y-24 rounded-md bg-flag px-4 py-3 font-semibold text-on-flag focus:translate-y-0"
        >
          {words.app.skipToContent}
        </a>
        <Header />
        <OfflineNote />
        <main id="main" tabIndex={-1} className="grow outline-none">
          <ErrorBoundary>
            <Router key={fresh} />
          </ErrorBoundary>
        </main>
        <Footer onVideosDeleted={startAfresh} />
      </div>
      <ToastViewport />
    </QueryClientProvider>
  );
}

function OfflineNote() {
  const isConnected = useSyncExternalStore(onConnectionChange, isOnline, () => true);
  return (
    <div role="status" className="stage sticky top-0 z-40">
      {!isConnected && (
        <p className="page-width flex items-center gap-3 border-b-2 border-flag py-2 text-sm font-semibold">
          <WifiOff className="size-5 shrink-0" />
          {words.app.noConnection}
        </p>
      )}
    </div>
  );
}

function Footer({ onVideosDeleted }: { onVideosDeleted: () => void }) {
  // The build does not know the operator's choice.
  const [makeOn, setMakeOn] = useState<MakeVideosOn>('both');
  useEffect(() => setMakeOn(MAKE_VIDEOS_ON), []);
  return (
    <footer className="stage mown border-t border-line pb-[env(safe-area-inset-bottom)]">
      <div className="page-width grid gap-2 py-2 sm:gap-8 sm:py-8 md:grid-cols-[1fr_auto] md:items-end">
        <div className="max-w-prose">
          <p className="font-bold">{words.app.privacy}</p>
          <div className="mt-1 text-sm text-ink-soft">
            {say(words.app.privacyMeans[makeOn], { hours: KEPT_HOURS })} <DeleteMyVideos onDeleted={onVideosDeleted} />
          </div>
        </div>
        <p className="flex items-center gap-3 text-sm text-ink-soft">
          <Logo className="size-7" />
          <span>
            <strong className="text-ink">{words.app.name}</strong>
            {words.app.separator}
            {words.app.project}
            {/* A plain file outside the router. */}
            <a href="/third-party-notices.txt" className="ml-2 inline-flex min-h-8 items-center underline">
              {words.app.notices}
            </a>
          </span>
        </p>
      </div>
    </footer>
  );
}

function Header() {
  useCurrentUser();
  const link =
    'inline-flex min-h-11 items-center gap-2 rounded-md px-1.5 font-semibold whitespace-nowrap hover:bg-raised sm:px-4';
  return (
    <header className="stage mown border-b border-line pt-[env(safe-area-inset-top)]">
      <div className="page-width flex min-h-16 items-center gap-1">
        <Link href="/" aria-label={words.app.home} className="mr-auto inline-flex min-h-11 items-center gap-2 py-2">
          <Logo className="size-8 sm:size-9" />
          <span className="display text-base max-[389px]:hidden sm:text-xl">{words.app.name}</span>
        </Link>
        <nav
          aria-label={words.app.mainNavigation}
          className="-mr-2 flex items-center text-sm sm:mr-0 sm:gap-1 sm:text-base"
        >
          <Link href="/range" className={link}>
            <Target className="size-5 max-sm:hidden" />
            {words.range.title}
          </Link>
          <Link href="/my-swings" className={link}>
            <History className="size-5 max-sm:hidden" />
            {words.mySwings.title}
          </Link>
          <Link href="/how-to-use" className={link}>
            <CircleHelp className="size-5" />
            <span className="max-[760px]:sr-only">{words.howToUsePage.title}</span>
          </Link>
          <a href={COMMUNITY_URL} target="_blank" rel="noreferrer" className={link}>
            <MessagesSquare className="size-5" />
            <span className="max-[760px]:sr-only">{words.app.community}</span>
            <span className="sr-only"> {words.app.opensInNewTab}</span>
          </a>
        </nav>
      </div>
    </header>
  );
}

/** Queries the current user once; any failure counts as no user (specification §1). The page does not show it yet. */
function useCurrentUser() {
  return useQuery({ queryKey: ['/api', 'auth', 'me'], queryFn: () => callApi('currentUser', {}).catch(() => null) });
}

/** The logo: the arc of a swing ending at the strike's diamond, in the text's color and the flag's. Decorative. */
function Logo({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={`shrink-0 ${className}`}>
      <path
        d="M8.2 24.6A12 12 0 1 1 25.4 22"
        fill="none"
        stroke="currentColor"
        strokeWidth="3.2"
        strokeLinecap="round"
      />
      <path d="m16 18.4 5.4 5.4-5.4 5.4-5.4-5.4Z" className="fill-flag forced-colors:fill-[CanvasText]" />
    </svg>
  );
}

function Router() {
  useFreshStartOnNavigation();
  // While a page loads, a quiet line keeps the footer below the window, where every page has it.
  return (
    <Suspense fallback={<Loading className="page-width min-h-svh text-ink-soft">{words.app.loading}</Loading>}>
      <Switch>
        {SCREEN_NAMES.map((name) => (
          <Route key={name} path={name === 'share' ? `${SCREENS.share}/*?` : SCREENS[name]}>
            {PAGES[name].element}
          </Route>
        ))}
        <Route component={NotFoundPage} />
      </Switch>
      <WhenHydrated then={replayEarlyActions} />
    </Suspense>
  );
}

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

// If the toaster's code fails to load there are no toasts; every important sentence is also beside its control.
const Toaster = lazy(async () => {
  const code = await import('#web/ui/toast/toaster.tsx').catch(() => null);
  return { default: code?.Toaster ?? (() => null) };
});

/** Rendered once, at the end of the app. Loads the toaster when the browser is idle, or with the first toast. */
function ToastViewport() {
  const toast = useStore(toastStore, (state) => state.toast);
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  if (!isIdle && !toast) return null;
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
}
