// The golfer's focus, kept on this device: one at a time.
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type Focus, readFocus } from '#domain/focus/focus.ts';
import { orNull } from '#web/lib/or-null.ts';

const KEY = 'swingmark:focus';

const store = createStore<{ readonly focus: Focus | null }>(() => ({ focus: null }));

/** After the first render, which has to match the prerendered page. Other tabs change it, too. */
function load(): void {
  store.setState({ focus: orNull(() => readFocus(JSON.parse(localStorage.getItem(KEY) ?? 'null'))) });
}
load();
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === KEY || key === null) load();
});

/** The focus; null without one. */
export function useFocus(): Focus | null {
  return useStore(store, ({ focus }) => focus);
}

/** The focus now; null without one. */
export function currentFocus(): Focus | null {
  return store.getState().focus;
}

/** Replaces the focus, or drops it with null. */
export function keepFocus(focus: Focus | null): void {
  // Without storage the focus lasts as long as the page.
  orNull(() => (focus ? localStorage.setItem(KEY, JSON.stringify(focus)) : localStorage.removeItem(KEY)));
  store.setState({ focus });
}
