// One IndexedDB database with one store, for values that a reload needs.
import type { IDBPDatabase } from 'idb';

/** Values by key. Every call rejects where the browser stores nothing. */
export class BrowserStore<Value> {
  readonly #database: string;
  readonly #name: string;
  #opened: Promise<IDBPDatabase> | null = null;

  /** Opens nothing yet: the first call does. */
  constructor(database: string, name: string) {
    this.#database = database;
    this.#name = name;
  }

  async get(key: string): Promise<Value | undefined> {
    return (await this.#open()).get(this.#name, key);
  }

  async set(key: string, value: Value): Promise<void> {
    await (await this.#open()).put(this.#name, value, key);
  }

  async delete(key: string): Promise<void> {
    await (await this.#open()).delete(this.#name, key);
  }

  async clear(): Promise<void> {
    await (await this.#open()).clear(this.#name);
  }

  /** Reads every value at once. On a first visit it finds no database, and creates none. */
  async entries(): Promise<readonly (readonly [key: string, value: Value])[]> {
    if (!(await this.#exists())) return [];
    const reading = (await this.#open()).transaction(this.#name);
    const [keys, values] = await Promise.all([reading.store.getAllKeys(), reading.store.getAll()]);
    return keys.map((key, at) => [String(key), values[at] as Value]);
  }

  async #open(): Promise<IDBPDatabase> {
    const reset = () => {
      this.#opened = null;
    };
    this.#opened ??= this.#connect(reset);
    this.#opened.catch(reset);
    return this.#opened;
  }

  async #connect(terminated: () => void): Promise<IDBPDatabase> {
    // Loaded on demand: a first visit stores nothing.
    const { openDB } = await import('idb');
    return openDB(this.#database, 1, {
      upgrade: (created) => void created.createObjectStore(this.#name),
      // Safari closes connections: the next call opens another.
      terminated,
    });
  }

  async #exists(): Promise<boolean> {
    // Firefox before 126 cannot list its databases.
    if (!('databases' in indexedDB)) return true;
    return (await indexedDB.databases()).some(({ name }) => name === this.#database);
  }
}
