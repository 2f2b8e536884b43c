// The toast on screen: one at a time. Outside React, so that any code can raise one.
import { createStore } from 'zustand/vanilla';

export interface ToastText {
  readonly title: string;
  readonly description?: string;
  readonly variant?: 'destructive';
}

interface ShownToast extends ToastText {
  readonly id: number;
  readonly open: boolean;
}

/** How long a dismissed toast stays in the store (specification §9). */
const REMOVE_DELAY_MS = 1_000_000;

/** Holds the toast on screen or the one just dismissed; null when there is none. */
export const toastStore = createStore<{ readonly toast: ShownToast | null }>(() => ({ toast: null }));

let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;

/** Shows a toast in place of the one that is on screen. */
export function toast(text: ToastText): void {
  clearTimeout(removal);
  lastId += 1;
  toastStore.setState({ toast: { ...text, id: lastId, open: true } });
}

/** Closes a toast. It stays in the store for {@link REMOVE_DELAY_MS}. */
export function dismissToast(id: number): void {
  const { toast } = toastStore.getState();
  if (toast?.id !== id) return;
  toastStore.setState({ toast: { ...toast, open: false } });
  removal = setTimeout(() => toastStore.setState({ toast: null }), REMOVE_DELAY_MS);
}
