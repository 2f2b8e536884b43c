// The clips that a visitor's browser keeps, looked up in its own store.
import type { Page } from 'playwright-core';

/** How many clips the browser keeps. */
export function storedClipCount(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('swingmark');
        opening.onerror = () => reject(new Error('no store'));
        opening.onsuccess = () => {
          const counting = opening.result.transaction('clips').objectStore('clips').count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );
}
