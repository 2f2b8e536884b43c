// The admin check, log-in and log-out.

import { callApi } from '#web/api/api-client.ts';
import { useQuery, useQueryClient } from '#web/api/query.tsx';

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
    await Promise.all([queryClient.reload(CHECK_KEY), queryClient.reload(LIBRARY_KEY)]);
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
