// 'Settings': the administrator's password, the address of the site and its mail server. What the environment sets is shown, and stays.
import { type FormEvent, useState } from 'react';
import type { RequestOf } from '#contract/calls.ts';
import type { FixedSetting, MailServerForm, SiteSettings } from '#contract/settings.ts';
import { ApiError, callApi, sentenceOf } from '#web/api/api-client.ts';
import { useQuery } from '#web/api/query.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Loading, Problem, Status } from '#web/ui/status.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';
import { say, words } from '#web/words/words.ts';

const texts = words.adminPage.settings;
const ASK_EVERY_MS = 500;
/** A site that closes may leave a request without an answer. */
const ANSWERS_WITHIN_MS = 10_000;
/** A busy machine takes a while to open a site again. */
const OPEN_WITHIN_MS = 120_000;
const MIN_PASSWORD = 8;
/** The usual port for sending mails. */
const DEFAULT_PORT = '587';

const VARIABLES: Readonly<Record<FixedSetting, string>> = {
  password: 'ADMIN_PASSWORD',
  name: 'MAIL_FROM',
  address: 'PUBLIC_URL',
  mail: 'SMTP_URL or MAIL_FROM',
};

interface SettingsProps {
  /** Nobody has chosen a password yet. */
  readonly isNew?: boolean;
  readonly onSaved?: () => Promise<void>;
  readonly onSessionEnded: () => void;
}

export function Settings({ isNew = false, onSaved, onSessionEnded }: SettingsProps) {
  const { data, refetch } = useQuery({
    queryKey: ['/api', 'admin', 'settings'],
    queryFn: () => callApi('siteSettings', {}),
  });
  // On a site of several processes the environment sets everything.
  if (!data || data.fixed.length === Object.keys(VARIABLES).length) return null;
  return (
    <Card heading={isNew ? undefined : texts.heading}>
      <SettingsForm
        settings={data}
        isNew={isNew}
        onSaved={async () => {
          await refetch();
          await onSaved?.();
        }}
        onSessionEnded={onSessionEnded}
      />
    </Card>
  );
}

type Form = RequestOf<'changeSettings'>;

/** The page's own address, unless it leads to this machine only or is a number. */
function ownAddress(): { readonly address: string; readonly sender: string } {
  const { hostname, origin } = window.location;
  const isName = hostname.includes('.') && /[a-z]$/i.test(hostname);
  const isLocal = /^(localhost|127\..*|\[::1\])$/.test(hostname);
  return { address: isLocal ? '' : origin, sender: isName ? `no-reply@${hostname}` : '' };
}

/** The fields as they are typed. */
function fieldsOf({ name, address, mail }: SiteSettings) {
  return {
    password: '',
    address: address ?? ownAddress().address,
    sendsMails: mail !== null,
    name,
    host: mail?.host ?? '',
    port: String(mail?.port ?? DEFAULT_PORT),
    user: mail?.user ?? '',
    mailPassword: '',
    sender: mail?.sender ?? ownAddress().sender,
  };
}

type Fields = ReturnType<typeof fieldsOf>;

function mailOf(fields: Fields, { mail }: SiteSettings): MailServerForm {
  const { host, port, user, mailPassword, sender } = fields;
  const isKept = mail !== null && mailPassword === '';
  return { host: host.trim(), port: Number(port), user: user.trim(), sender, password: isKept ? null : mailPassword };
}

type Stage = 'idle' | 'saving' | 'reopening' | 'short' | { readonly problem: string } | { readonly movedTo: string };

interface SettingsFormProps {
  readonly settings: SiteSettings;
  readonly isNew: boolean;
  readonly onSaved: () => Promise<void>;
  readonly onSessionEnded: () => void;
}

function SettingsForm({ settings, isNew, onSaved, onSessionEnded }: SettingsFormProps) {
  const [fields, setFields] = useState(() => fieldsOf(settings));
  const [stage, setStage] = useState<Stage>('idle');
  const { fixed } = settings;
  const isBusy = stage === 'saving' || stage === 'reopening';
  const set = (changed: Partial<Fields>) => setFields((before) => ({ ...before, ...changed }));

  async function save(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const { password, name, address, sendsMails } = fields;
    const mail = sendsMails && !fixed.includes('mail') ? mailOf(fields, settings) : null;
    const isChosen = password !== '' || (isNew && !fixed.includes('password'));
    if (isChosen && password.length < MIN_PASSWORD) return setStage('short');
    const body: Form = { password: isChosen ? password : null, name, address: address.trim() || null, mail };
    setStage('saving');
    try {
      await callApi('changeSettings', { body });
      setStage('reopening');
      const end = await untilOpen({ ...body, address: fixed.includes('address') ? settings.address : body.address });
      if (end === 'ended') return onSessionEnded();
      if (end === 'late') return setStage({ problem: texts.failed });
      if (
        body.address !== null &&
        new URL(body.address).origin !== window.location.origin &&
        !fixed.includes('address')
      )
        return setStage({ movedTo: body.address });
      toast({ title: texts.saved });
      setFields((before) => ({ ...before, password: '', mailPassword: '' }));
      setStage('idle');
      await onSaved();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return onSessionEnded();
      setStage({ problem: sentenceOf(error, texts.failed) });
    }
  }

  return (
    // method="dialog" sends nothing. Until the script has loaded, any other method would put the password into the URL.
    <form method="dialog" noValidate onSubmit={(event) => void save(event)} className="grid max-w-2xl gap-5">
      {fixed.includes('password') ? (
        <Fixed label={texts.password} variable={VARIABLES.password} />
      ) : (
        <TextField
          label={isNew ? texts.password : texts.newPassword}
          type="password"
          name="new-password"
          autoComplete="new-password"
          maxLength={256}
          value={fields.password}
          problem={stage === 'short' ? texts.shortPassword : null}
          onChange={({ target }) => set({ password: target.value })}
        />
      )}
      {fixed.includes('address') ? (
        <Fixed label={texts.address} value={settings.address ?? ''} variable={VARIABLES.address} />
      ) : (
        <div className="grid gap-1.5">
          <TextField
            label={texts.address}
            type="url"
            name="address"
            inputMode="url"
            placeholder={texts.addressExample}
            autoCapitalize="none"
            spellCheck={false}
            value={fields.address}
            onChange={({ target }) => set({ address: target.value })}
          />
          <p className="text-sm text-ink-soft">{texts.addressMeans}</p>
        </div>
      )}
      {fixed.includes('mail') ? (
        <Fixed label={texts.host} variable={VARIABLES.mail} />
      ) : (
        <MailFields fields={fields} settings={settings} onChange={set} />
      )}
      {typeof stage === 'object' && 'problem' in stage && <Problem>{stage.problem}</Problem>}
      {typeof stage === 'object' && 'movedTo' in stage && (
        <Status className="font-semibold">
          {texts.moved}{' '}
          <a className="underline" href={`${stage.movedTo}/admin`}>
            {texts.openThere}
          </a>
        </Status>
      )}
      {stage === 'reopening' && <Loading>{texts.reopening}</Loading>}
      <Button type="submit" variant={isNew ? 'primary' : 'secondary'} busy={isBusy} className="justify-self-start">
        {isNew ? texts.finish : texts.save}
      </Button>
    </form>
  );
}

/** What the environment sets. */
function Fixed({
  label,
  value,
  variable,
}: {
  readonly label: string;
  readonly value?: string;
  readonly variable: string;
}) {
  return (
    <div className="grid gap-1.5">
      {value === undefined ? (
        <p className="label">{label}</p>
      ) : (
        <TextField label={label} value={value} disabled readOnly />
      )}
      <p className="text-sm text-ink-soft">{say(texts.fixed, { variable })}</p>
    </div>
  );
}

interface MailFieldsProps {
  readonly fields: Fields;
  readonly settings: SiteSettings;
  readonly onChange: (changed: Partial<Fields>) => void;
}

const MAIL_FIELDS = [
  { field: 'host', name: 'mail-host', autoComplete: 'off', inputMode: 'url' },
  { field: 'port', name: 'mail-port', autoComplete: 'off', inputMode: 'numeric' },
  { field: 'user', name: 'mail-user', autoComplete: 'off', inputMode: 'email' },
  { field: 'mailPassword', name: 'mail-password', autoComplete: 'off', inputMode: 'text' },
  { field: 'sender', name: 'mail-sender', autoComplete: 'off', inputMode: 'email' },
  { field: 'name', name: 'mail-name', autoComplete: 'organization', inputMode: 'text' },
] as const;

function MailFields({ fields, settings, onChange }: MailFieldsProps) {
  const labelOf = (field: (typeof MAIL_FIELDS)[number]['field']) =>
    field === 'mailPassword' && settings.mail ? texts.keptPassword : texts[field];
  return (
    <div className="grid gap-4">
      <Switch
        label={texts.sendsMails}
        checked={fields.sendsMails}
        onCheckedChange={(sendsMails) => onChange({ sendsMails })}
      />
      {fields.sendsMails ? (
        <div className="grid gap-4 border-l-4 border-line pl-4 sm:grid-cols-2">
          {MAIL_FIELDS.map(({ field, ...input }) => (
            <TextField
              key={field}
              {...input}
              label={labelOf(field)}
              type={field === 'mailPassword' ? 'password' : 'text'}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={256}
              value={fields[field]}
              onChange={({ target }) => onChange({ [field]: target.value })}
            />
          ))}
          <TrialMail fields={fields} settings={settings} />
        </div>
      ) : (
        <p className="text-sm text-ink-soft">{texts.noMails}</p>
      )}
    </div>
  );
}

type Trial = 'idle' | 'sending' | 'sent' | { readonly problem: string };

function TrialMail({ fields, settings }: Omit<MailFieldsProps, 'onChange'>) {
  const [recipient, setRecipient] = useState('');
  const [trial, setTrial] = useState<Trial>('idle');

  async function send() {
    setTrial('sending');
    try {
      const body = { name: fields.name, mail: mailOf(fields, settings), recipient };
      const { failure } = await callApi('sendTrialMail', { body });
      setTrial(failure === null ? 'sent' : { problem: texts.trialFailures[failure] });
    } catch (error) {
      setTrial({ problem: sentenceOf(error, texts.trialFailed) });
    }
  }

  return (
    <div className="grid gap-3 sm:col-span-2">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          className="min-w-56 grow"
          label={texts.trialRecipient}
          type="email"
          name="email"
          autoComplete="email"
          value={recipient}
          onChange={({ target }) => setRecipient(target.value)}
        />
        <Button variant="secondary" busy={trial === 'sending'} onClick={() => void send()}>
          {texts.sendTrial}
        </Button>
      </div>
      {typeof trial === 'object' && <Problem className="text-sm">{trial.problem}</Problem>}
      <Status className="font-semibold empty:hidden">{trial === 'sent' && texts.trialSent}</Status>
    </div>
  );
}

/** Waits until the site has these settings; it is away for a moment. */
async function untilOpen({ name, address, mail }: Form): Promise<'open' | 'ended' | 'late'> {
  for (const until = Date.now() + OPEN_WITHIN_MS; Date.now() < until; ) {
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    try {
      const now = await callApi('siteSettings', { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
      const isAddress = address === null || now.address === new URL(address).origin;
      const isMail = now.fixed.includes('mail') || now.mail?.host === mail?.host;
      if (now.isSetUp && isAddress && isMail && (now.fixed.includes('name') || now.name === name.trim())) return 'open';
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return 'ended';
    }
  }
  return 'late';
}
