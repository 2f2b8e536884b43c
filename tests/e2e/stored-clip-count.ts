// Counts the clips in a visitor's IndexedDB.
import type { Page } from 'playwright-core';

/** The number of stored clips. */
export function storedClipCount(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('swingmark');
        opening.onerror = () => reject(new Error('The database cannot be opened'));
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
