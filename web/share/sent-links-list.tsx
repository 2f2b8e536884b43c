// The links that were made in this browser, in My swings: how often each was opened, until when it stays, and "Withdraw"; of one that is
// not sent yet, "Go on" and "Discard".
import { Link2Off } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { ShareState } from '#contract/shares.ts';
import type { UploadProgress } from '#domain/video/video-file.ts';
import { ApiError, callApi } from '#web/api/api-client.ts';
import { useLoadWhenShown } from '#web/lib/use-load-when-shown.ts';
import { useRun } from '#web/lib/use-run.ts';
import { SmallButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/modal-dialog.tsx';
import { WorkProgress } from '#web/ui/progress.tsx';
import { Problem } from '#web/ui/status.tsx';
import { formatDateAndTime } from '#web/words/dates.ts';
import { say, words } from '#web/words/words.ts';
import { LinkText, sendingProblem } from './link-dialog.tsx';
import { heldLinks } from './link-disk.ts';
import { discardLink, goOnSending, stateOfLink } from './send-link.ts';
import { forgetSentLink, keepAsSent, type SentLink, sentLinks, sweepLinks } from './sent-links.ts';

/**
 * What is known of a link: `gone` when it has ended, `unknown` without a connection; `unsent` while the site does not have all of it,
 * `sending` while a page sends it.
 */
type Known = ShareState | 'gone' | 'unknown' | 'unsent' | 'sending';

interface ListedLink {
  readonly link: SentLink;
  readonly state: Known;
}

/** The section; nothing without links. */
export function SentLinks() {
  const [links, setLinks] = useState<readonly ListedLink[]>([]);
  const [asked, ask] = useState<SentLink | null>(null);
  const load = useCallback(async () => {
    await sweepLinks();
    const [sent, held] = [await sentLinks().catch(() => []), await heldLinks()];
    setLinks(await Promise.all(sent.map(async (link) => ({ link, state: await stateOf(link, held) }))));
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
              {!['gone', 'unsent', 'sending'].includes(String(state)) && (
                <details className="text-sm">
                  <summary className="min-h-11">{words.link.showAddress}</summary>
                  <LinkText address={new URL(link.path, location.origin).href} />
                </details>
              )}
            </div>
            {state === 'unsent' ? (
              <Unsent link={link} onEnd={load} />
            ) : state === 'sending' ? null : state === 'gone' ? (
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

async function stateOf(link: SentLink, held: ReadonlySet<string>): Promise<Known> {
  const isUnsent = link.unsentBytes !== undefined;
  if (isUnsent && held.has(link.id)) return 'sending';
  try {
    const state = await stateOfLink(link);
    // The page was closed before it knew that all had arrived.
    if (isUnsent && state) await keepAsSent(link);
    return state ?? (isUnsent ? 'unsent' : 'gone');
  } catch {
    return isUnsent ? 'unsent' : 'unknown';
  }
}

interface UnsentProps {
  readonly link: SentLink;
  readonly onEnd: () => Promise<void>;
}

type GoingOn =
  | { readonly stage: 'waiting'; readonly problem: string | null }
  | { readonly stage: 'sending'; readonly progress: UploadProgress | null };

function Unsent({ link, onEnd }: UnsentProps) {
  const { state, start, stop } = useRun<GoingOn>({ stage: 'waiting', problem: null });
  const goOn = () =>
    start(async (signal, report) => {
      const onProgress = (progress: UploadProgress | null) => report({ stage: 'sending', progress });
      onProgress(null);
      try {
        await goOnSending(link, { signal, onProgress, onWaiting: () => undefined });
        await onEnd();
      } catch (error) {
        report({ stage: 'waiting', problem: sendingProblem(error) });
      }
    });
  if (state.stage === 'sending') {
    return <WorkProgress name={words.link.goingOn} percent={state.progress?.percent ?? null} onCancel={stop} />;
  }
  return (
    <>
      <SmallButton aria-label={say(words.link.goOnWith, { name: link.title })} onClick={() => void goOn()}>
        {words.link.goOn}
      </SmallButton>
      <SmallButton
        aria-label={say(words.link.discardOf, { name: link.title })}
        onClick={() => void discardLink(link).then(onEnd)}
      >
        {words.link.discard}
      </SmallButton>
      {state.problem && <Problem className="w-full text-sm">{state.problem}</Problem>}
    </>
  );
}

/** Rejects where the server still has it. */
async function withdraw({ id, secret }: SentLink): Promise<void> {
  try {
    await callApi('withdrawShare', { params: { id }, body: { secret } });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'share-gone')) throw error;
  }
}
