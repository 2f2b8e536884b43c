// What browsers get wrong of their storage, as code that runs before the product's.
import type { DeviceFault } from './encoder-faults.ts';

const whenPut = (code: string) => `{
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (value, key) { ${code} return put.call(this, value, key); };
}`;

export const NO_FILES: DeviceFault = {
  title: 'stores no files',
  source: 'Safari’s private windows: “BlobURLs are not yet supported” (jakearchibald/idb issue 58)',
  injection: whenPut(
    `if (Object.values(Object(value)).some((part) => part instanceof Blob)) throw new DOMException('BlobURLs are not yet supported', 'DataCloneError');`,
  ),
};

export const FULL: DeviceFault = {
  title: 'is full',
  source: 'Every browser at its quota, iPhones short of space: QuotaExceededError (MDN, Storage quotas)',
  injection: whenPut(`throw new DOMException('Quota exceeded', 'QuotaExceededError');`),
};

export const BYTES_GONE: DeviceFault = {
  title: 'keeps the entry of a file and loses its bytes',
  source:
    'Chromium and Firefox keep files beside the database: w3c/IndexedDB issue 423; Chromium 100 in private windows: GoogleChrome/developer.chrome.com issue 2563',
  injection: `Blob.prototype.arrayBuffer = async () => { throw new DOMException('The file could not be read', 'NotReadableError'); };`,
};

export const CLOSED_UNDERNEATH: DeviceFault = {
  title: 'closes the connection without an event',
  source:
    'Safari: “Connection to Indexed Database server lost”, “The database connection is closing” (webkit bug 197050)',
  injection: `{ const { open } = IDBFactory.prototype; self.connections = [];
    IDBFactory.prototype.open = function (...args) {
      const request = open.apply(this, args);
      request.addEventListener('success', () => self.connections.push(request.result));
      return request;
    }; }`,
};

export const NEVER_ANSWERS: DeviceFault = {
  title: 'never answers',
  source: 'Safari 14.1 and 17.4: IndexedDB hangs until the browser restarts (webkit bug 226547)',
  injection: `{ const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...args) {
      const request = open.apply(this, args);
      for (const event of ['success', 'error', 'upgradeneeded']) request.addEventListener(event, (heard) => heard.stopImmediatePropagation(), true);
      return request;
    }; }`,
};
