// Who is signed in, and the way out. Nothing is shown to anyone else.
import { callApi, sentenceOf } from '#web/api/api-client.ts';
import { useQuery, useQueryClient } from '#web/api/query.tsx';
import { failure } from '#web/ui/toast/messages.ts';
import { toast } from '#web/ui/toast/toast-store.ts';
import { say, words } from '#web/words/words.ts';

const KEY = ['/api', 'auth', 'me'];

export function SignedIn() {
  const queryClient = useQueryClient();
  const { data: user } = useQuery({ queryKey: KEY, queryFn: () => callApi('currentUser', {}).catch(() => null) });
  if (!user) return null;

  async function signOut() {
    try {
      await callApi('signOut', {});
      await queryClient.reload(KEY);
    } catch (error) {
      toast(failure(words.toasts.error, sentenceOf(error, words.accounts.unreachable)));
    }
  }

  return (
    <p className="mt-2 text-center">
      {say(words.signUpPage.signedInAs, { username: user.username })}{' '}
      <button type="button" className="min-h-11 font-semibold underline" onClick={() => void signOut()}>
        {words.signUpPage.signOut}
      </button>
    </p>
  );
}
