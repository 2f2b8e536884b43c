// The notice shown while the browser is offline. Sticky at the top of the window: controls are at the bottom.
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { isOnline, onConnectionChange } from '#web/api/connection.ts';
import { words } from '#web/words/words.ts';

/** One sentence while the browser is offline. */
export function OfflineNote() {
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
