// 'Backups': when the last one was made, a new one at a press, and the list to download and restore from.
import { ArchiveRestore, DatabaseBackup, Download, FileUp } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { type BackupItem, type BackupState, RESTORE_POINT } from '#contract/backups.ts';
import { ROUTES } from '#contract/routes.ts';
import { ApiError, callApi, sentenceOf } from '#web/api/api-client.ts';
import { useQuery, useQueryClient } from '#web/api/query.tsx';
import { saveAddress } from '#web/lib/save-file.tsx';
import { useRun } from '#web/lib/use-run.ts';
import { useWarningBeforeLeaving } from '#web/lib/use-warning-before-leaving.ts';
import { Button, SmallButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { ConfirmDialog } from '#web/ui/modal-dialog.tsx';
import { WorkProgress } from '#web/ui/progress.tsx';
import { Loading, LoadProblem, Problem, Status } from '#web/ui/status.tsx';
import { formatAgo, formatDateAndTime } from '#web/words/dates.ts';
import { formatSize } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';
import { reasonOf, sendForm } from './upload-golfer.ts';

const texts = words.adminPage.backups;
/** A site that closes may leave a request without an answer. */
const ANSWERS_WITHIN_MS = 10_000;
const ASK_EVERY_MS = 1_000;

/** What is to be restored: a backup of the list, or a file. */
type Restorable = { readonly date: string; readonly from: string | File };

interface SiteBackupsProps {
  /** A new site has nothing to back up. */
  readonly isNew?: boolean;
  readonly onSessionEnded: () => void;
}

export function SiteBackups({ isNew = false, onSessionEnded }: SiteBackupsProps) {
  const heading = isNew ? words.adminPage.settings.restoreInstead : texts.heading;
  const list = useQuery({
    queryKey: ['/api', 'admin', 'backups'],
    queryFn: () => callApi('listBackups', { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }),
  });
  const { data, error, refetch } = list;
  useFollowed({ state: data, error, refetch, onSessionEnded });
  if (!data) {
    if (!list.isError) return null;
    return (
      <Card heading={heading}>
        <LoadProblem isBusy={list.isFetching} onRetry={refetch}>
          {texts.loadFailed}
        </LoadProblem>
      </Card>
    );
  }
  return (
    <Card heading={heading}>
      {data.isElsewhere ? (
        <p className="max-w-prose">{texts.elsewhere}</p>
      ) : (
        <Backups
          state={data}
          isNew={isNew}
          isAway={error !== null}
          onChange={refetch}
          onSessionEnded={onSessionEnded}
        />
      )}
    </Card>
  );
}

interface Followed {
  readonly state: BackupState | undefined;
  readonly error: Error | null;
  readonly refetch: () => Promise<void>;
  readonly onSessionEnded: () => void;
}

/** Asks again while something is under way or not known, and while the site is away: a restore may begin before the page has seen it. */
function useFollowed({ state, error, refetch, onSessionEnded }: Followed): void {
  const hasEnded = error instanceof ApiError && error.status === 401;
  const restoredAt = state?.restored?.atMs;
  const queryClient = useQueryClient();
  const isFollowed =
    state !== undefined && (state.work !== null || state.store === 'looking' || error !== null) && !hasEnded;
  const tell = useEffectEvent(onSessionEnded);
  useEffect(() => {
    if (!isFollowed) return;
    const timer = setInterval(() => void refetch(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isFollowed, refetch]);
  useEffect(() => {
    if (hasEnded) tell();
  }, [hasEnded]);
  // Not what the page showed before.
  useEffect(() => {
    if (restoredAt !== undefined) void queryClient.reload(['/api', 'pro']);
  }, [restoredAt, queryClient]);
}

interface BackupsProps {
  readonly state: BackupState;
  readonly isNew: boolean;
  /** Whether the site could not be asked. */
  readonly isAway: boolean;
  readonly onChange: () => Promise<void>;
  readonly onSessionEnded: () => void;
}

function Backups({ state, isNew, isAway, onChange, onSessionEnded }: BackupsProps) {
  const { backups, work, restored, store } = state;
  const [problem, setProblem] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Restorable | null>(null);
  const sending = useRun<number | null>(null);
  useWarningBeforeLeaving(sending.state !== null);
  const isBusy = work !== null || sending.state !== null;
  const shownProblem = state.problem ?? problem ?? (restored?.worked === false ? texts.returned : null);
  const latest = backups.find(({ name, place }) => name !== RESTORE_POINT && place !== 'other-site');

  async function ask(task: () => Promise<unknown>) {
    setProblem(null);
    try {
      await task();
    } catch (reason) {
      if (reason instanceof ApiError && reason.status === 401) onSessionEnded();
      else setProblem(sentenceOf(reason, texts.failed));
    }
    await onChange();
  }

  const send = (file: File) =>
    sending.start(async (signal, report) => {
      report(0);
      const form = new FormData();
      form.append('archive', file);
      await ask(async () => {
        try {
          await sendForm('restoreArchive', form, { signal, onPercent: report });
        } catch (reason) {
          if (!signal.aborted) throw reason instanceof ApiError ? reason : new Error((await reasonOf(reason)) ?? '');
        }
      });
      report(null);
    });

  const restore = ({ from }: Restorable) =>
    from instanceof File ? send(from) : ask(() => callApi('restoreBackup', { params: { name: from }, body: {} }));

  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="max-w-prose">
        {isNew ? words.adminPage.settings.restoreInsteadMeans : state.isNightly ? texts.nightly : texts.notNightly}{' '}
        {!isNew && `${texts.leftOut} ${store === 'none' ? texts.keepElsewhere : texts.sent}`}
      </p>
      {!isNew && (
        <p className="font-semibold">
          {latest ? say(texts.latest, { ago: formatAgo(latest.atMs, Date.now()) }) : texts.none}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {!isNew && (
          <Button
            icon={DatabaseBackup}
            variant="secondary"
            disabled={isBusy}
            onClick={() => void ask(() => callApi('beginBackup', { body: {} }))}
          >
            {texts.backUp}
          </Button>
        )}
        <FileButton
          icon={FileUp}
          variant={isNew ? 'secondary' : 'ghost'}
          disabled={isBusy}
          inputLabel={texts.restoreFile}
          accept=".tar,application/x-tar"
          onFile={(file) => setChosen({ date: say(texts.fileOf, { name: file.name }), from: file })}
        >
          {texts.restoreFile}
        </FileButton>
        <p className="text-sm text-ink-soft">{texts.restoreFileMeans}</p>
      </div>
      {sending.state !== null && <WorkProgress name={texts.sending} percent={sending.state} onCancel={sending.stop} />}
      {work && sending.state === null && (
        <Work work={work} isAway={isAway} onCancel={() => void ask(() => callApi('stopBackup', {}))} />
      )}
      {shownProblem && !isBusy && <Problem>{shownProblem}</Problem>}
      <Status className="empty:hidden">
        {restored?.worked &&
          !isBusy &&
          !shownProblem &&
          say(texts.restored, { ago: formatAgo(restored.atMs, Date.now()) })}
      </Status>
      {store === 'looking' && <Loading>{texts.looking}</Loading>}
      {store === 'away' && !shownProblem && <Problem>{texts.storeAway}</Problem>}
      {backups.length > 0 && (
        <ul aria-label={texts.list} className="grid divide-y divide-line border-y border-line">
          {backups.map((backup) => (
            <BackupRow key={backup.name} backup={backup} store={store} isBusy={isBusy} onRestore={setChosen} />
          ))}
        </ul>
      )}
      {chosen && (
        <ConfirmDialog
          role="alertdialog"
          question={say(texts.restoreQuestion, { date: chosen.date })}
          means={texts.restoreMeans}
          confirmLabel={texts.restore}
          keepLabel={words.actions.cancel}
          onConfirm={async () => chosen}
          onConfirmed={(confirmed) => void restore(confirmed)}
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  );
}

interface WorkProps {
  readonly work: NonNullable<BackupState['work']>;
  readonly isAway: boolean;
  readonly onCancel: () => void;
}

function Work({ work: { kind, done, total }, isAway, onCancel }: WorkProps) {
  // All files are checked: from now on nothing can be stopped.
  if (kind === 'restore' && (isAway || (total > 0 && done === total))) return <Loading>{texts.reopening}</Loading>;
  const isOfFiles = kind === 'backup' || kind === 'restore';
  return (
    <WorkProgress
      name={texts.working[kind]}
      percent={total === 0 ? 0 : Math.floor((done / total) * 100)}
      {...(isOfFiles && { standing: total === 0 ? '' : say(texts.files, { done, count: total }) })}
      onCancel={onCancel}
    />
  );
}

interface BackupRowProps {
  readonly backup: BackupItem;
  readonly store: BackupState['store'];
  readonly isBusy: boolean;
  readonly onRestore: (restorable: Restorable) => void;
}

function BackupRow({ backup, store, isBusy, onRestore }: BackupRowProps) {
  const { name, atMs, bytes, damaged, place } = backup;
  const isPoint = name === RESTORE_POINT;
  const date = formatDateAndTime(atMs);
  const facts = isPoint
    ? [texts.restorePoint, texts.untilNext]
    : [
        formatSize(bytes ?? 0),
        ...(damaged === null ? [] : [damaged > 0 ? say(texts.damaged, { count: damaged }) : texts.checked]),
        // Not known before the store has answered.
        ...(place === 'here' && store !== 'ready' ? [] : [texts.places[place]]),
      ];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="figures">
        <p className="font-semibold">{date}</p>
        <p className="text-sm text-ink-soft">{facts.join(' · ')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {!isPoint && (
          <SmallButton
            icon={Download}
            aria-label={say(texts.downloadOf, { date })}
            onClick={() => saveAddress(ROUTES.downloadBackup.path.replace(':name', name), `swingmark-${name}.tar`)}
          >
            {texts.download}
          </SmallButton>
        )}
        <SmallButton
          icon={ArchiveRestore}
          disabled={isBusy}
          aria-label={say(texts.restoreOf, { date })}
          onClick={() => onRestore({ date, from: name })}
        >
          {texts.restore}
        </SmallButton>
      </div>
    </li>
  );
}
