// The one toast that may be on screen. A module of its own, so that code outside React's tree can raise one too.

/** What a toast says. */
export interface ToastText {
  readonly title: string;
  readonly description?: string;
  readonly variant?: 'destructive';
}

/** A toast with its place in the store. */
export interface ShownToast extends ToastText {
  readonly id: number;
  readonly open: boolean;
}

/** How long a dismissed toast stays in the store (specification §9). */
const REMOVE_DELAY_MS = 1_000_000;

let current: ShownToast | null = null;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: ShownToast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast in place of the one that is on screen. */
export function raiseToast(toast: ToastText): void {
  clearTimeout(removal);
  lastId += 1;
  set({ ...toast, id: lastId, open: true });
}

/** Closes a toast; it leaves the store much later. */
export function dismissToast(id: number): void {
  if (current?.id !== id) return;
  set({ ...current, open: false });
  removal = setTimeout(() => set(null), REMOVE_DELAY_MS);
}

/** The toast on screen or just dismissed, or null. */
export function currentToast(): ShownToast | null {
  return current;
}

/** Calls back on every change until the returned function is called. */
export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
