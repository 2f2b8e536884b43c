// Sends something by a link: says what is sent, how large it is and how long it stays, before anything is uploaded.
import { Check, Copy, Link2, Share2 } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { SHARE_DAYS, type ShareDays } from '#contract/shares.ts';
import type { UploadProgress as Progressed } from '#domain/video/video-file.ts';
import { sentenceOf } from '#web/api/api-client.ts';
import { isLostConnection, type Waiting } from '#web/api/retry.ts';
import { UploadError } from '#web/clip/upload-video.ts';
import { LINK_BYTES } from '#web/lib/site-settings.ts';
import { useRun } from '#web/lib/use-run.ts';
import { Button, CancelButton } from '#web/ui/button.tsx';
import { closeDialog, ModalDialog } from '#web/ui/modal-dialog.tsx';
import { NamedProgress, UploadProgress } from '#web/ui/progress.tsx';
import { RadioBox } from '#web/ui/radio.tsx';
import { Loading, Problem, Status } from '#web/ui/status.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { formatDateAndTime } from '#web/words/dates.ts';
import { formatSize } from '#web/words/format-numbers.ts';
import { sayWith } from '#web/words/say-with.tsx';
import { LANGUAGE, say, words } from '#web/words/words.ts';
import type { FileForLink } from './link-file.ts';
import { linkPreview } from './link-preview.ts';
import { loadCipher } from './sealed.ts';
import {
  discardLink,
  goOnSending,
  type LinkChoices,
  type MadeLink,
  NotAllSentError,
  type SendOptions,
  sendLink,
} from './send-link.ts';
import type { SentLink } from './sent-links.ts';

interface LinkDialogProps {
  readonly makeFile: () => Promise<FileForLink>;
  readonly onClose: () => void;
}

type Sending =
  | { readonly stage: 'asking'; readonly problem: string | null }
  /** The connection was lost, and the rest can be sent later. */
  | { readonly stage: 'unsent'; readonly link: SentLink }
  | { readonly stage: 'sending'; readonly progress: Progressed | null; readonly waiting: Waiting | null }
  | { readonly stage: 'done'; readonly made: MadeLink };

const ASKING: Sending = { stage: 'asking', problem: null };

const list = new Intl.ListFormat(LANGUAGE, { type: 'conjunction' });

export default function LinkDialog({ makeFile, onClose }: LinkDialogProps) {
  const prepared = usePrepared(makeFile);
  const { state, start, stop } = useRun<Sending>(ASKING);

  const run = (work: (options: SendOptions) => Promise<MadeLink>) =>
    start(async (signal, report) => {
      let progress: Progressed | null = null;
      let waiting: Waiting | null = null;
      const tell = () => report({ stage: 'sending', progress, waiting });
      const onProgress = (next: Progressed | null) => {
        progress = next;
        tell();
      };
      const onWaiting = (next: Waiting | null) => {
        waiting = next;
        tell();
      };
      try {
        const made = await work({ signal, onProgress, onWaiting });
        report({ stage: 'done', made });
      } catch (error) {
        if (error instanceof NotAllSentError) report({ stage: 'unsent', link: error.link });
        else report({ stage: 'asking', problem: sendingProblem(error) });
      }
    });
  const send = ({ names, ...sent }: Prepared, choices: LinkChoices) =>
    run((options) => sendLink({ ...sent, title: list.format(names) }, choices, options));

  return (
    <ModalDialog heading={state.stage === 'done' ? words.link.ready : words.link.heading} onClose={onClose}>
      {state.stage === 'done' ? (
        <Made made={state.made} />
      ) : state.stage === 'sending' ? (
        <div className="mt-4 grid gap-4">
          {state.progress ? (
            <UploadProgress label={words.link.sending} progress={state.progress} />
          ) : (
            <NamedProgress label={words.link.encrypting} standing="" percent={0} />
          )}
          <Status className="font-semibold text-flag-ink empty:hidden">
            {state.waiting && words.waiting[state.waiting]}
          </Status>
          <CancelButton variant="secondary" className="justify-self-end" onClick={stop} />
        </div>
      ) : state.stage === 'unsent' ? (
        <div className="mt-4 grid gap-4">
          <Problem>{words.link.notAllSent}</Problem>
          <div className="flex flex-wrap justify-end gap-3">
            <Button
              variant="secondary"
              onClick={() => {
                void discardLink(state.link);
                stop();
              }}
            >
              {words.link.discard}
            </Button>
            <Button onClick={() => void run((options) => goOnSending(state.link, options))}>{words.link.goOn}</Button>
          </div>
        </div>
      ) : prepared === 'preparing' ? (
        <Loading className="mt-4">{words.link.preparing}</Loading>
      ) : prepared === 'failed' || prepared.file.size > LINK_BYTES ? (
        <div className="mt-4 grid gap-4">
          <Problem>
            {prepared === 'failed' ? words.link.notPrepared : say(words.link.tooLarge, sizesOf(prepared.file))}
          </Problem>
          <Close />
        </div>
      ) : (
        <Choices prepared={prepared} problem={state.problem} onSend={(choices) => void send(prepared, choices)} />
      )}
    </ModalDialog>
  );
}

function sizesOf(file: Blob) {
  return { size: formatSize(file.size), max: formatSize(LINK_BYTES) };
}

/** Why a link was not sent, for the sender. */
export function sendingProblem(error: unknown): string {
  if (error instanceof NotAllSentError) return words.link.notAllSent;
  if (error instanceof UploadError) return error.message;
  return sentenceOf(error, isLostConnection(error) ? words.link.notSent : words.link.notEncrypted);
}

/** The file, and its preview, which is made while the sender chooses. */
interface Prepared extends FileForLink {
  readonly preview: Promise<Blob | null>;
}

function usePrepared(makeFile: LinkDialogProps['makeFile']): Prepared | 'preparing' | 'failed' {
  const [prepared, setPrepared] = useState<Prepared | 'preparing' | 'failed'>('preparing');
  const make = useEffectEvent(makeFile);
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    Promise.all([make(), loadCipher()]).then(
      ([file]) => {
        if (signal.aborted) return;
        const preview = linkPreview(file, signal);
        preview.catch(() => undefined);
        setPrepared({ ...file, preview });
      },
      () => !signal.aborted && setPrepared('failed'),
    );
    return () => left.abort();
  }, []);
  return prepared;
}

interface ChoicesProps {
  readonly prepared: Prepared;
  readonly problem: string | null;
  readonly onSend: (choices: LinkChoices) => void;
}

function Choices({ prepared: { file, names }, problem, onSend }: ChoicesProps) {
  const [days, setDays] = useState<ShareDays>(7);
  const [passphrase, setPassphrase] = useState('');
  const [allowsSaving, allowSaving] = useState(true);
  const name = useId();
  return (
    <form
      className="mt-3 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSend({ days, passphrase: passphrase === '' ? null : passphrase, allowsSaving });
      }}
    >
      <p className="[overflow-wrap:anywhere]">
        {say(words.link.sends, { names: list.format(names), size: formatSize(file.size) })}
      </p>
      <p className="text-sm text-ink-soft">{words.link.means}</p>
      <fieldset className="grid gap-2">
        <legend className="label mb-1.5">{words.link.staysFor}</legend>
        <div className="flex flex-wrap gap-2">
          {SHARE_DAYS.map((count) => (
            <RadioBox key={count} name={name} checked={count === days} onChange={() => setDays(count)}>
              {say(words.link.days, { count })}
            </RadioBox>
          ))}
        </div>
      </fieldset>
      <TextField
        label={words.link.passphrase}
        value={passphrase}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={({ target }) => setPassphrase(target.value)}
      />
      <Switch label={words.link.allowSaving} checked={allowsSaving} onCheckedChange={allowSaving} />
      {problem && <Problem>{problem}</Problem>}
      <div className="flex flex-wrap justify-end gap-3">
        <CancelButton variant="secondary" onClick={({ currentTarget }) => closeDialog(currentTarget)} />
        <Button type="submit" icon={Link2}>
          {words.link.make}
        </Button>
      </div>
    </form>
  );
}

function Made({ made: { path, expiresAtMs, isKept } }: { readonly made: MadeLink }) {
  const address = new URL(path, location.origin).href;
  return (
    <div className="mt-3 grid gap-4">
      <p>{say(words.link.endsAt, { date: formatDateAndTime(expiresAtMs) })}</p>
      <LinkText address={address} isCopiedAtOnce />
      <p className="text-sm text-ink-soft">
        {isKept ? sayWith(words.link.inMySwings, { link: <MySwings /> }) : words.link.notKept}
      </p>
      <Close />
    </div>
  );
}

function MySwings() {
  return (
    <Link href="/my-swings" className="underline">
      {words.mySwings.title}
    </Link>
  );
}

interface LinkTextProps {
  readonly address: string;
  /** Whether it is copied without a press, where the browser allows that. */
  readonly isCopiedAtOnce?: boolean;
}

/** The address of a link, with what copies or shares it. */
export function LinkText({ address, isCopiedAtOnce = false }: LinkTextProps) {
  const field = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'idle' | 'copied' | 'selected'>('idle');

  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      setState('copied');
      return true;
    } catch {
      return false;
    }
  }
  const copyAtOnce = useEffectEvent(copy);
  useEffect(() => {
    if (isCopiedAtOnce) void copyAtOnce();
  }, [isCopiedAtOnce]);

  async function copyOrSelect() {
    if (await copy()) return;
    // Over plain http there is no clipboard: the address is selected, to be copied by hand.
    field.current?.querySelector('input')?.select();
    setState('selected');
  }

  return (
    <div ref={field} className="grid gap-3">
      <TextField label={words.link.address} value={address} readOnly onFocus={({ target }) => target.select()} />
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={state === 'copied' ? Check : Copy} onClick={() => void copyOrSelect()}>
          {words.link.copy}
        </Button>
        {'share' in navigator && (
          <Button
            variant="secondary"
            icon={Share2}
            onClick={() => void navigator.share({ url: address }).catch(() => undefined)}
          >
            {words.link.share}
          </Button>
        )}
        <Status className="font-semibold">
          {state === 'copied' && words.link.copied}
          {state === 'selected' && words.link.selected}
        </Status>
      </div>
    </div>
  );
}

function Close() {
  return (
    <Button
      variant="secondary"
      className="justify-self-end"
      onClick={({ currentTarget }) => closeDialog(currentTarget)}
    >
      {words.actions.close}
    </Button>
  );
}
