// The place where toasts appear. Their look is in toaster.tsx, which is loaded after the page.
import { lazy, Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { whenIdle } from '#web/ui/when-idle.ts';
import { toastStore } from './toast-store.ts';

// If the toaster's code fails to load there are no toasts; every important sentence is also beside its control.
const Toaster = lazy(async () => {
  const code = await import('./toaster.tsx').catch(() => null);
  return { default: code?.Toaster ?? (() => null) };
});

/** Rendered once, at the end of the app. Loads the toaster when the browser is idle, or with the first toast. */
export function ToastViewport() {
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
