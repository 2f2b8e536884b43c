// Data of the server, loaded once for each key and shared by the components that show it. Never loaded again unless a
// caller asks (specification §7): TanStack Query with all of that switched off was 9 kB of the first script.
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { GolferCard, GolferDetail } from '#contract/golfers.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { apiErrorOf } from './api-client.ts';

/** Names the data. Without a function that loads it, its parts joined by slashes are the path to load. */
type QueryKey = readonly (string | number | null)[];

interface QueryState {
  /** The last data that was loaded; undefined before. */
  readonly data: unknown;
  /** Why the last load failed; null after one that did not. */
  readonly error: Error | null;
  readonly isFetching: boolean;
}

type QueryClient = ReturnType<typeof createQueryClient>;

export function createQueryClient() {
  const entries = new Map<string, ReturnType<typeof createEntry>>();
  const startingWith = (start: QueryKey) =>
    [...entries].filter(([, { key }]) => start.every((part, index) => key[index] === part));
  return {
    entryOf: (key: QueryKey, load: () => Promise<unknown>) => {
      const name = JSON.stringify(key);
      const entry = entries.get(name) ?? createEntry(key, load);
      entries.set(name, entry);
      return entry;
    },
    /** Loads the data of every key that begins with these parts again, and resolves once it is there. */
    reload: async (start: QueryKey): Promise<void> => {
      await Promise.all(startingWith(start).map(([, { reload }]) => reload()));
    },
    /** Puts data in the place of what could not be loaded. */
    put: (key: QueryKey, data: unknown): void => {
      entries.get(JSON.stringify(key))?.store.setState({ data, error: null });
    },
    remove: (start: QueryKey): void => {
      for (const [name] of startingWith(start)) entries.delete(name);
    },
  };
}

function createEntry(key: QueryKey, read: () => Promise<unknown>) {
  const store = createStore<QueryState>(() => ({ data: undefined, error: null, isFetching: false }));
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    store.setState({ isFetching: true });
    try {
      store.setState({ data: await read(), error: null });
    } catch (error) {
      store.setState({ error: error as Error });
    }
    running = null;
    store.setState({ isFetching: false });
  };
  /** Loads the data, or joins a load that is under way. Never rejects. */
  const load = (): Promise<void> => {
    running ??= run();
    return running;
  };
  return {
    key,
    store,
    load,
    /** Loads data again that was asked for before. */
    reload: async (): Promise<void> => {
      const { data, error } = store.getState();
      if (data === undefined && !error && !running) return;
      // A load in progress may have read the data before the change.
      await running;
      await load();
    },
  };
}

/** Loads the path of a key. A 401 throws, or resolves to null with `on401: 'null'`. */
export async function getByKey<T>(key: QueryKey, { on401 }: { readonly on401: 'throw' | 'null' }): Promise<T | null> {
  const response = await fetch(key.join('/'), { credentials: 'include' });
  if (response.ok) return (await response.json()) as T;
  const error = await apiErrorOf(response);
  if (error.status === 401 && on401 === 'null') return null;
  throw error;
}

const ClientContext = createContext<QueryClient | null>(null);

export function QueryClientProvider({
  client,
  children,
}: {
  readonly client: QueryClient;
  readonly children: ReactNode;
}) {
  return <ClientContext value={client}>{children}</ClientContext>;
}

export function useQueryClient(): QueryClient {
  const client = useContext(ClientContext);
  if (!client) throw new Error('There is no QueryClientProvider');
  return client;
}

interface QueryOptions<T> {
  readonly queryKey: QueryKey;
  readonly queryFn?: () => Promise<T>;
  /** Whether to load the data. True by default. */
  readonly enabled?: boolean;
}

/** What a component shows of its data: `isPending` before anything was loaded, `isError` after a failure. */
type QueryResult<T> = { readonly isFetching: boolean; readonly refetch: () => Promise<void> } & (
  | { readonly data: undefined; readonly error: null; readonly isPending: true; readonly isError: false }
  | { readonly data: T | undefined; readonly error: Error; readonly isPending: false; readonly isError: true }
  | { readonly data: T; readonly error: null; readonly isPending: false; readonly isError: false }
);

/** The data of a key, loaded when the first component asks for it. */
export function useQuery<T>({ queryKey, queryFn, enabled = true }: QueryOptions<T>): QueryResult<T> {
  const { store, load } = useQueryClient().entryOf(queryKey, queryFn ?? (() => getByKey(queryKey, { on401: 'throw' })));
  const { data, error, isFetching } = useStore(store);
  useEffect(() => {
    if (enabled && store.getState().data === undefined) void load();
  }, [enabled, store, load]);
  const isPending = data === undefined && !error;
  return {
    data,
    error,
    isPending,
    isError: error !== null,
    // Already true when the effect is about to load it.
    isFetching: isFetching || (enabled && isPending),
    refetch: load,
  } as QueryResult<T>;
}

export function useGolfers() {
  return useQuery<GolferCard[]>({ queryKey: ['/api', 'pro', 'list'] });
}

/** The query of a golfer; disabled for null. */
export function useGolfer(golferId: number | null) {
  return useQuery<GolferDetail>({ queryKey: ['/api', 'pro', golferId], enabled: golferId !== null });
}

export function marksOf({ restTime, topTime, strikeTime }: GolferDetail): SwingAnnotations {
  return { restTime, topTime, strikeTime };
}
