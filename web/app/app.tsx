// The layout of every page: providers, skip link, header, page, footer, toasts.
import { WifiOff } from 'lucide-react';
import { Component, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { screenAt } from '#contract/screens.ts';
import { isOnline, onConnectionChange } from '#web/api/connection.ts';
import { createQueryClient, QueryClientProvider } from '#web/api/query.tsx';
import { KEPT_HOURS, MAKE_VIDEOS_ON, type MakeVideosOn } from '#web/lib/site-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { ToastViewport } from '#web/ui/toast/toast.tsx';
import { say, words } from '#web/words/words.ts';
import { DeleteMyVideos } from './delete-my-videos.tsx';
import { Header } from './header.tsx';
import { Logo } from './logo.tsx';
import { Router } from './router.tsx';

/** The whole application. */
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

/** One sentence while the browser is offline. */
function OfflineNote() {
  const isConnected = useSyncExternalStore(onConnectionChange, isOnline, () => true);
  return (
    <div role="status" className="stage sticky top-0 z-40">
      {!isConnected && (
        <p className="page-width flex items-center gap-3 border-b-2 border-flag py-2 text-sm font-semibold">
          <WifiOff aria-hidden="true" className="size-5 shrink-0" />
          {words.app.noConnection}
        </p>
      )}
    </div>
  );
}

/** Shows its children, or after a crash a sentence and a way out. */
class ErrorBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    if (!this.state.crashed) return this.props.children;
    return (
      <div role="alert" className="page-width grid min-h-[50svh] content-center justify-items-start gap-4">
        <h1 className="display text-3xl">{words.app.crashedHeading}</h1>
        <p className="max-w-prose">{words.app.crashed}</p>
        <Button onClick={() => window.location.reload()}>{words.app.reload}</Button>
      </div>
    );
  }
}

/** The footer. Calls `onVideosDeleted` once all of the visitor's data is deleted. */
function Footer({ onVideosDeleted }: { onVideosDeleted: () => void }) {
  // The build does not know the operator's choice.
  const [makeOn, setMakeOn] = useState<MakeVideosOn>('both');
  useEffect(() => setMakeOn(MAKE_VIDEOS_ON), []);
  return (
    <footer className="stage mown border-t border-line pb-[env(safe-area-inset-bottom)]">
      <div className="page-width grid gap-2 py-2 sm:gap-8 sm:py-8 md:grid-cols-[1fr_auto] md:items-end max-sm:gap-0">
        <div className="max-w-prose">
          <p className="font-bold">{words.app.privacy}</p>
          <p className="mt-1 text-sm text-ink-soft">{say(words.app.privacyMeans[makeOn], { hours: KEPT_HOURS })}</p>
          <DeleteMyVideos onDeleted={onVideosDeleted} />
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
