// How a toast is raised, and where toasts appear. What they look like is toaster.tsx' concern, which comes after the page.
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { whenIdle } from '#web/ui/when-idle.ts';
import { currentToast, raiseToast, subscribeToToast, type ToastText } from './toast-store.ts';

// Without its code there are no toasts; every sentence that matters also stands beside its control.
const Toaster = lazy(async () => {
  const code = await import('./toaster.tsx').catch(() => null);
  return { default: code?.Toaster ?? (() => null) };
});

/** Returns the function that shows a toast. It is always the same function. */
export function useToast(): (toast: ToastText) => void {
  return raiseToast;
}

/** Stands once at the end of the app. Loads the toaster when the browser rests, or with the first toast. */
export function ToastPlace() {
  const toast = useSyncExternalStore(subscribeToToast, currentToast, () => null);
  const [hasRested, setRested] = useState(false);
  useEffect(() => whenIdle(() => setRested(true)), []);
  if (!hasRested && !toast) return null;
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
}
