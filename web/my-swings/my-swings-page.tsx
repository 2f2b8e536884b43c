// /my-swings: the comparisons stored on this device.
import { Fragment, lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import {
  bySwing,
  clipsOf,
  type KeptComparison,
  type KeptDetails,
  sizeOf,
  swingsInOrder,
} from '#web/kept/kept-comparison.ts';
import { describeKept, forget, forgetAll, keptComparisons, whyNotKept } from '#web/kept/kept-database.ts';
import { openKept, openThenAndNow } from '#web/kept/open-kept.ts';
import { unsavedSlots } from '#web/kept/unsaved.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { useLoadWhenShown } from '#web/lib/use-load-when-shown.ts';
import { SentLinks } from '#web/share/sent-links-list.tsx';
import { buttonClass, CancelButton, SmallButton } from '#web/ui/button.tsx';
import { CheckLink } from '#web/ui/check-link.tsx';
import { ConfirmDialog } from '#web/ui/modal-dialog.tsx';
import { Loading, Problem } from '#web/ui/status.tsx';
import { formatDateAndTime } from '#web/words/dates.ts';
import { say, words } from '#web/words/words.ts';
import { FocusCard } from './focus-card.tsx';
import { isOther, KeptRow, nameOf } from './kept-row.tsx';
import { LessonList, useLessons } from './lesson-list.tsx';
import { FoundPositions, StorageNote, Transfer } from './storage.tsx';
import { TempoChart } from './tempo-chart.tsx';

const LessonView = lazy(() => import('#web/lessons/lesson-view.tsx'));

/** /my-swings, or one of its lessons: /my-swings?lesson=… */
export default function MySwingsPage() {
  const [, navigate] = useLocation();
  const lessonId = useLessonId();
  const openLesson = (id: string) => navigate(`/my-swings?lesson=${id}`);
  if (lessonId === null) return <MySwings onOpenLesson={openLesson} onMore={() => navigate('/compare')} />;
  return (
    <Suspense fallback={<div className="stage min-h-dvh" />}>
      <LessonView key={lessonId} id={lessonId} onClose={() => navigate('/my-swings')} />
    </Suspense>
  );
}

/** The id in the address; null without one, and before the prerendered page is hydrated. */
function useLessonId(): string | null {
  const search = useSearch();
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  const id = new URLSearchParams(search).get('lesson');
  return isHydrated && id !== null && /^[0-9a-f]{32}$/.test(id) ? id : null;
}

interface MySwingsProps {
  readonly onOpenLesson: (id: string) => void;
  /** Called when the swings of a lesson are open, so that more of it is recorded. */
  readonly onMore: () => void;
}

function MySwings({ onOpenLesson, onMore }: MySwingsProps) {
  useDocumentTitle(words.mySwings.title);
  const { swings, load, remove, removeAll, describe } = useMySwings();
  const [asked, ask] = useState<KeptComparison | 'all' | null>(null);
  const lessons = useLessons(swings);
  const hasSwings = typeof swings === 'object' && swings.length > 0;
  return (
    <div className="page-width grid min-h-dvh grid-cols-[minmax(0,1fr)] content-start gap-8 py-8 sm:py-12">
      <div className="grid gap-3">
        <h1 className="display text-3xl sm:text-4xl">{words.mySwings.title}</h1>
        <p className="max-w-prose text-ink-soft">{words.mySwings.means}</p>
      </div>
      <FocusCard />
      {swings === 'loading' && <Loading className="text-ink-soft">{words.mySwings.loading}</Loading>}
      {(swings === 'refused' || swings === 'other-version') && (
        <p role="alert" className="max-w-prose rounded-md border-2 border-flag bg-raised p-4 font-semibold">
          {swings === 'refused' ? (
            <>
              {words.mySwings.refused} <CheckLink />
            </>
          ) : (
            words.mySwings.otherVersion
          )}
        </p>
      )}
      {typeof swings === 'object' && !hasSwings && (
        <div className="grid justify-items-start gap-4">
          <p className="max-w-prose text-lg">{words.mySwings.empty}</p>
          <Link href="/" className={buttonClass('primary')}>
            {words.mySwings.start}
          </Link>
        </div>
      )}
      {typeof swings === 'object' && hasSwings && (
        <>
          <TempoChart kept={swings} />
          <KeptList kept={swings} onDelete={ask} onDescribe={describe} />
        </>
      )}
      <SentLinks />
      {typeof swings === 'object' && <LessonList lessons={lessons} onOpen={onOpenLesson} onMore={onMore} />}
      {typeof swings === 'object' && (
        <section aria-label={words.mySwings.storage} className="grid gap-4 border-t-2 border-ink pt-5">
          <Transfer canExport={hasSwings} onImported={() => void load()} onLesson={onOpenLesson} />
          <StorageNote
            usedBytes={
              sizeOf([...swings, ...lessons.lessons.map(({ comparison }) => comparison)].flatMap(clipsOf)) +
              lessons.otherBytes
            }
          />
          <FoundPositions kept={swings} />
          {(hasSwings || lessons.lessons.length > 0) && (
            <SmallButton className="justify-self-start" onClick={() => ask('all')}>
              {words.mySwings.deleteAll}
            </SmallButton>
          )}
        </section>
      )}
      {asked && (
        <ConfirmDialog
          {...(asked === 'all'
            ? { question: words.mySwings.deleteAllQuestion, means: words.mySwings.deleteAllMeans }
            : {
                question: say(words.mySwings.deleteQuestion, { name: nameOf(asked) }),
                means: say(words.mySwings.deleteMeans, { date: formatDateAndTime(asked.keptAtMs) }),
              })}
          keepLabel={words.mySwings.keep}
          failed={words.mySwings.deleteFailed}
          onConfirm={() => (asked === 'all' ? removeAll() : remove(asked))}
          onClose={() => ask(null)}
        />
      )}
    </div>
  );
}

interface KeptListProps {
  readonly kept: readonly KeptComparison[];
  readonly onDelete: (kept: KeptComparison) => void;
  readonly onDescribe: (kept: KeptComparison, details: KeptDetails) => Promise<boolean>;
}

function KeptList({ kept, onDelete, onDescribe }: KeptListProps) {
  const [, navigate] = useLocation();
  const [first, setFirst] = useState<KeptComparison | null>(null);
  const [hasFailed, setFailed] = useState(false);

  async function go(opening: Promise<boolean>) {
    const isOpen = await opening;
    setFailed(!isOpen);
    if (isOpen) navigate('/compare');
  }

  function choose(one: KeptComparison) {
    if (first) void go(openThenAndNow(first, one));
    else setFirst(one);
  }

  const row = (one: KeptComparison) => (
    <KeptRow
      key={one.id}
      kept={one}
      isOffered={first !== null}
      onThenAndNow={hasOthers && isOther(one, first) ? () => choose(one) : null}
      onOpen={() => void go(openKept(one))}
      onDescribe={(details) => onDescribe(one, details)}
      onDelete={() => onDelete(one)}
    />
  );
  const hasOthers = swingsInOrder(kept.filter((one) => isOther(one, null))).length > 1;
  return (
    <section aria-labelledby="kept-comparisons">
      <h2 id="kept-comparisons" className="display text-xl">
        {say(words.mySwings.count, { count: kept.length })}
      </h2>
      <div role="status" className="sticky top-0 z-10 empty:hidden">
        {first && (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-l-4 border-flag bg-raised px-4 py-3">
            <p className="grow">{say(words.mySwings.chooseOther, { name: nameOf(first) })}</p>
            <CancelButton variant="secondary" size="small" onClick={() => setFirst(null)} />
          </div>
        )}
      </div>
      {hasFailed && <Problem className="mt-3 max-w-prose">{words.mySwings.openFailed}</Problem>}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets the role of a list without bullets */}
      <ul role="list" aria-label={words.mySwings.list} className="mt-2">
        {bySwing(kept).map(([newest, ...others]) => (
          <Fragment key={newest.id}>
            {row(newest)}
            {others.length > 0 && (
              <li className="border-b border-line">
                <details>
                  <summary className="min-h-11 font-semibold">
                    {say(words.mySwings.sameSwing, { count: others.length })}
                  </summary>
                  {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets the role of a list without bullets */}
                  <ul role="list">{others.map(row)}</ul>
                </details>
              </li>
            )}
          </Fragment>
        ))}
      </ul>
    </section>
  );
}

/** The list, or why there is none. `refused` means that the browser stores nothing. */
type Swings = readonly KeptComparison[] | 'loading' | 'refused' | 'other-version';

/** Saves changes that a closed page could not save. */
async function recovered(): Promise<void> {
  if (unsavedSlots().length === 0) return;
  const code = await import('#web/kept/recover-unsaved.ts').catch(() => null);
  await code?.recoverUnsaved();
}

function useMySwings() {
  const [swings, setSwings] = useState<Swings>('loading');

  const load = useCallback(async () => {
    await recovered();
    setSwings(
      await keptComparisons().catch((error: unknown) =>
        whyNotKept(error) === 'other-version' ? 'other-version' : 'refused',
      ),
    );
  }, []);

  useLoadWhenShown(load);

  /** Deletes one. Rejects if the browser fails to delete it. */
  async function remove({ id }: KeptComparison): Promise<void> {
    await forget(id);
    await load();
  }

  async function removeAll(): Promise<void> {
    await forgetAll();
    await load();
  }

  /** Stores title, club and note of one. Resolves to false if the browser does not store them. */
  async function describe({ id }: KeptComparison, details: KeptDetails): Promise<boolean> {
    const isKept = await describeKept(id, details).then(
      () => true,
      () => false,
    );
    if (isKept) {
      setSwings((old) =>
        typeof old === 'object' ? old.map((one) => (one.id === id ? { ...one, ...details } : one)) : old,
      );
    }
    return isKept;
  }

  return { swings, load, remove, removeAll, describe };
}
