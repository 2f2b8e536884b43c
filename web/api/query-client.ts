// The defaults of specification §7 for TanStack Query.
import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { type ApiError, apiErrorOf } from './api-error.ts';

/** Loads the path of the key's segments joined by slashes. A 401 throws, or resolves to null with `on401: 'null'`. */
export function getByKey<T>(options: { on401: 'throw' | 'null' }) {
  return async ({ queryKey, signal }: QueryFunctionContext): Promise<T | null> => {
    const response = await fetch(queryKey.join('/'), { credentials: 'include', signal });
    if (response.ok) return (await response.json()) as T;
    const error: ApiError = await apiErrorOf(response);
    if (error.status === 401 && options.on401 === 'null') return null;
    throw error;
  };
}

/** A client with the specification's defaults: no retry, no refetch on focus, no polling, never stale. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: getByKey({ on401: 'throw' }),
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
      },
      mutations: { retry: false },
    },
  });
}
