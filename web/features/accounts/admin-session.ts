// The admin check, log-in and log-out.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#web/api/api-client.ts';

const CHECK_KEY = ['/api', 'admin', 'check'];
const LIBRARY_KEY = ['/api', 'pro', 'list'];

/** 'checking' until the server has answered. A failed check gives 'visitor'. */
export function useAdminCheck(): 'checking' | 'admin' | 'visitor' {
  const { data, isFetching } = useQuery<{ isAdmin: boolean }>({ queryKey: CHECK_KEY });
  if (data?.isAdmin === true) return 'admin';
  return isFetching ? 'checking' : 'visitor';
}

/** Logs the administrator in and out. Both calls throw as `callApi` does. */
export function useAdminSession() {
  const queryClient = useQueryClient();
  // The library lists more for the administrator than for visitors, so it is refetched with the check.
  async function forget() {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: CHECK_KEY, refetchType: 'all' }),
      queryClient.invalidateQueries({ queryKey: LIBRARY_KEY, refetchType: 'all' }),
    ]);
  }
  return {
    logIn: async (password: string) => {
      await callApi('adminLogin', { body: { password } });
      await forget();
    },
    logOut: async () => {
      await callApi('adminLogout', { body: {} });
      await forget();
    },
  };
}
