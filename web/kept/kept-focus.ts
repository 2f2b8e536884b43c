// The golfer's focus, kept on this device: one at a time.
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type Focus, readFocus } from '#domain/focus/focus.ts';
import { orNull } from '#web/lib/or-null.ts';

const KEY = 'swingmark:focus';
const PICTURE_KEY = 'swingmark:focus-picture';
/** No picture of ours is larger. */
const MAX_PICTURE_LENGTH = 300_000;

interface KeptFocus {
  readonly focus: Focus | null;
  /** The data address of a picture of the moment; null without one. */
  readonly picture: string | null;
}

const store = createStore<KeptFocus>(() => ({ focus: null, picture: null }));

/** After the first render, which has to match the prerendered page. Other tabs change it, too. */
function load(): void {
  const focus = orNull(() => readFocus(JSON.parse(localStorage.getItem(KEY) ?? 'null')));
  const picture = orNull(() => localStorage.getItem(PICTURE_KEY));
  store.setState({ focus, picture: focus && isPicture(picture) ? picture : null });
}

function isPicture(stored: string | null): boolean {
  return stored !== null && stored.length <= MAX_PICTURE_LENGTH && stored.startsWith('data:image/jpeg;base64,');
}

load();
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === KEY || key === PICTURE_KEY || key === null) load();
});

export function useFocus(): Focus | null {
  return useStore(store, ({ focus }) => focus);
}

/** The picture of the moment that the focus is about, as a data address; null without one. */
export function useFocusPicture(): string | null {
  return useStore(store, ({ picture }) => picture);
}

export function currentFocus(): Focus | null {
  return store.getState().focus;
}

/** Replaces the focus, or drops it with null. The picture of another one is dropped with it. */
export function keepFocus(focus: Focus | null): void {
  const isSame = focus !== null && focus.pickedAtMs === currentFocus()?.pickedAtMs;
  if (!isSame) keepPicture(null);
  keepText(KEY, focus && JSON.stringify(focus));
  store.setState({ focus });
}

/** Keeps the picture of a focus, unless that has been dropped or replaced meanwhile. */
export function keepFocusPicture({ pickedAtMs }: Focus, picture: string | null): void {
  if (currentFocus()?.pickedAtMs === pickedAtMs && isPicture(picture)) keepPicture(picture);
}

function keepPicture(picture: string | null): void {
  keepText(PICTURE_KEY, picture);
  store.setState({ picture });
}

/** Without storage, or in a full one, it lasts as long as the page. */
function keepText(key: string, text: string | null): void {
  orNull(() => (text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text)));
}
