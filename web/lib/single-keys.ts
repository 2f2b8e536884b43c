// Whether single characters are shortcuts, and where they never are. Visitors who use speech input or hit keys by
// accident can turn them off (WCAG 2.2, 2.1.4); the setting is kept on this device.
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { orNull } from '#web/lib/or-null.ts';

const KEY = 'swingmark:single-keys';
const store = createStore<{ readonly isOn: boolean }>(() => ({
  isOn: orNull(() => localStorage.getItem(KEY)) !== 'off',
}));

/** Whether single-key shortcuts are on, which is the default. */
export function singleKeysAreOn(): boolean {
  return store.getState().isOn;
}

export function setSingleKeys(isOn: boolean): void {
  // Without storage the setting lasts as long as the page.
  orNull(() => localStorage.setItem(KEY, isOn ? 'on' : 'off'));
  store.setState({ isOn });
}

export function useSingleKeys(): boolean {
  return useStore(store, (state) => state.isOn);
}

const EDITABLE =
  'input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=color]), textarea, select, [contenteditable]';
const POPUP = '[role=listbox], [role=dialog], [role=alertdialog], [role=menu]';

/** Whether keys pressed at a target are for it alone: something is typed or chosen there. */
export function takesKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${EDITABLE}, ${POPUP}`) !== null;
}
