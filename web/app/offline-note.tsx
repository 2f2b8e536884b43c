// The notice shown while the browser is offline. Fixed over the page, so that nothing shifts.
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { words } from '#web/words/words.ts';

/** One sentence while the browser is offline. */
export function OfflineNote() {
  const isOnline = useSyncExternalStore(
    onConnectionChange,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className="stage fixed bottom-0 left-0 z-40 max-w-xl">
      {!isOnline && (
        <p className="flex items-center gap-3 border-2 border-flag px-4 py-3 font-semibold">
          <WifiOff aria-hidden="true" className="size-5 shrink-0" />
          {words.app.noConnection}
        </p>
      )}
    </div>
  );
}

function onConnectionChange(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
