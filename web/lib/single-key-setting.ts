// Whether single characters are shortcuts. People who speak to their computer or hit keys by accident turn them off
// (WCAG 2.2, 2.1.4); the choice stays on this device.
import { useSyncExternalStore } from 'react';

const KEY = 'swingmark:single-keys';
const listeners = new Set<() => void>();

/** Whether single-key shortcuts are on: yes until they are turned off. */
export function singleKeysAreOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

/** Turns them on or off. */
export function setSingleKeys(isOn: boolean): void {
  try {
    localStorage.setItem(KEY, isOn ? 'on' : 'off');
  } catch {
    // A browser that keeps nothing asks again on the next visit.
  }
  for (const listener of listeners) listener();
}

/** The setting as it stands. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, singleKeysAreOn, () => true);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
