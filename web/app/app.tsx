// The layout of every page: providers, skip link, header, page, footer, toasts.

import { WifiOff } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { screenAt } from '#contract/screens.ts';
import { isOnline, onConnectionChange } from '#web/api/connection.ts';
import { createQueryClient, QueryClientProvider } from '#web/api/query.tsx';
import { ToastViewport } from '#web/ui/toast/toast.tsx';
import { words } from '#web/words/words.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
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
