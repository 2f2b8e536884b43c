// One IndexedDB database with one store, for values that a reload needs.
import type { IDBPDatabase } from 'idb';
import { inTime } from './with-resolvers.ts';

/** Safari's storage sometimes answers nothing until the browser starts again. Opening takes well under a second. */
const OPEN_MS = 4000;
/** What a connection says that the browser has closed without a word. */
const LOST = ['InvalidStateError', 'UnknownError'];

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
    return this.#use((database) => database.get(this.#name, key));
  }

  async set(key: string, value: Value): Promise<void> {
    await this.#use((database) => database.put(this.#name, value, key));
  }

  async delete(key: string): Promise<void> {
    await this.#use((database) => database.delete(this.#name, key));
  }

  async clear(): Promise<void> {
    await this.#use((database) => database.clear(this.#name));
  }

  /** Reads every value at once. On a first visit it finds no database, and creates none. */
  async entries(): Promise<readonly (readonly [key: string, value: Value])[]> {
    if (!(await this.#exists())) return [];
    return this.#use(async (database) => {
      const reading = database.transaction(this.#name);
      const [keys, values] = await Promise.all([reading.store.getAllKeys(), reading.store.getAll()]);
      return keys.map((key, at) => [String(key), values[at] as Value] as const);
    });
  }

  /** Works with the open database; once more with a new connection where the browser has lost the old one. */
  async #use<Answer>(work: (database: IDBPDatabase) => Promise<Answer>): Promise<Answer> {
    try {
      return await work(await this.#open());
    } catch (error) {
      if (!(error instanceof DOMException && LOST.includes(error.name))) throw error;
      this.#opened = null;
      return work(await this.#open());
    }
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
    const opening = openDB(this.#database, 1, {
      upgrade: (created) => void created.createObjectStore(this.#name),
      // Safari closes connections: the next call opens another.
      terminated,
    });
    return inTime(opening, OPEN_MS);
  }

  async #exists(): Promise<boolean> {
    // Firefox before 126 cannot list its databases.
    if (!('databases' in indexedDB)) return true;
    return (await indexedDB.databases()).some(({ name }) => name === this.#database);
  }
}
