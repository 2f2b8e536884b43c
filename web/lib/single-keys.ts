// Whether single characters are shortcuts, and where they never are. Visitors who use speech input or hit keys by
// accident can turn them off (WCAG 2.2, 2.1.4); the setting is kept on this device.
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { orNull } from './or-null.ts';

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

/** A letter, a vowel sign or a digit of a script that is not Latin. */
const FOREIGN = /^(?!\p{Script=Latin})[\p{L}\p{M}\p{Nd}]/u;

/** Keys whose place has another sign with Shift. */
const SHIFTED: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
};

/**
 * The key that was pressed, in small letters. On a keyboard of another script, the one at the same place of an English
 * keyboard, since its visitors have no other way to type an R.
 */
export function latinKey({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  if (/^[\w\s]/.test(key) || !FOREIGN.test(key)) return key.toLowerCase();
  const place = /^(?:Key|Digit)([A-Z\d])$/.exec(code)?.[1] ?? SHIFTED[code]?.[shiftKey ? 1 : 0];
  return place?.toLowerCase() ?? key.toLowerCase();
}

const EDITABLE =
  'input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=color]), textarea, select, [contenteditable]';
const POPUP = '[role=listbox], [role=dialog], [role=alertdialog], [role=menu]';

/** Whether keys pressed at a target are for it alone: something is typed or chosen there. */
export function takesKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${EDITABLE}, ${POPUP}`) !== null;
}
