// The links that were made in this browser, in My swings: how often each was opened, until when it stays, and "Withdraw".
import { Link2Off } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { ShareState } from '#contract/shares.ts';
import { ApiError, callApi } from '#web/api/api-client.ts';
import { useLoadWhenShown } from '#web/lib/use-load-when-shown.ts';
import { SmallButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/modal-dialog.tsx';
import { formatDateAndTime } from '#web/words/dates.ts';
import { say, words } from '#web/words/words.ts';
import { LinkText } from './link-dialog.tsx';
import { forgetSentLink, type SentLink, sentLinks } from './sent-links.ts';

/** What is known of a link: `gone` when it has ended, `unknown` without a connection. */
type Known = ShareState | 'gone' | 'unknown';

interface ListedLink {
  readonly link: SentLink;
  readonly state: Known;
}

/** The section; nothing without links. */
export function SentLinks() {
  const [links, setLinks] = useState<readonly ListedLink[]>([]);
  const [asked, ask] = useState<SentLink | null>(null);
  const load = useCallback(async () => {
    const sent = await sentLinks().catch(() => []);
    setLinks(await Promise.all(sent.map(async (link) => ({ link, state: await stateOf(link) }))));
  }, []);
  useLoadWhenShown(load);
  if (links.length === 0) return null;

  async function remove(id: string) {
    await forgetSentLink(id);
    await load();
  }

  return (
    <section aria-labelledby="sent-links" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id="sent-links" className="display text-xl">
        {words.link.sent}
      </h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets the role of a list without bullets */}
      <ul role="list" aria-label={words.link.sent}>
        {links.map(({ link, state }) => (
          <li key={link.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3">
            <div className="min-w-48 grow [overflow-wrap:anywhere]">
              <h3 className="font-bold">{link.title}</h3>
              <p className="text-sm text-ink-soft">{wordsOf(state)}</p>
              {state !== 'gone' && (
                <details className="text-sm">
                  <summary className="min-h-11 cursor-pointer content-center">{words.link.showAddress}</summary>
                  <LinkText address={new URL(link.path, location.origin).href} />
                </details>
              )}
            </div>
            {state === 'gone' ? (
              <SmallButton onClick={() => void remove(link.id)}>{words.link.removeFromList}</SmallButton>
            ) : (
              <SmallButton
                icon={Link2Off}
                aria-label={say(words.link.withdrawOf, { name: link.title })}
                onClick={() => ask(link)}
              >
                {words.link.withdraw}
              </SmallButton>
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          question={words.link.withdrawQuestion}
          means={words.link.withdrawMeans}
          confirmLabel={words.link.withdraw}
          keepLabel={words.mySwings.keep}
          failed={words.link.withdrawFailed}
          onConfirm={async () => {
            await withdraw(asked);
            await remove(asked.id);
          }}
          onClose={() => ask(null)}
        />
      )}
    </section>
  );
}

function wordsOf(state: Known): string {
  if (typeof state === 'string') return words.link.states[state];
  return say(words.link.opened, { count: state.openings, date: formatDateAndTime(state.expiresAtMs) });
}

async function stateOf({ id, secret }: SentLink): Promise<Known> {
  try {
    return await callApi('shareState', { params: { id }, body: { secret } });
  } catch (error) {
    return error instanceof ApiError && error.code === 'share-gone' ? 'gone' : 'unknown';
  }
}

/** Rejects where the server still has it. */
async function withdraw({ id, secret }: SentLink): Promise<void> {
  try {
    await callApi('withdrawShare', { params: { id }, body: { secret } });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'share-gone')) throw error;
  }
}
