// One IndexedDB database with one store, for values that a reload needs.
import { type IDBPDatabase, openDB } from 'idb';

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

  /** Reads every value at once. */
  async entries(): Promise<readonly (readonly [key: string, value: Value])[]> {
    const reading = (await this.#open()).transaction(this.#name);
    const [keys, values] = await Promise.all([reading.store.getAllKeys(), reading.store.getAll()]);
    return keys.map((key, at) => [String(key), values[at] as Value]);
  }

  async #open(): Promise<IDBPDatabase> {
    const reset = () => {
      this.#opened = null;
    };
    this.#opened ??= openDB(this.#database, 1, {
      upgrade: (created) => void created.createObjectStore(this.#name),
      // Safari closes connections: the next call opens another.
      terminated: reset,
    });
    this.#opened.catch(reset);
    return this.#opened;
  }
}
