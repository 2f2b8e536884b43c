// /s/<id>#<key>: what someone sent by a link, on the stage. Nothing is stored unless the receiver saves it.
import { Save } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { StoredBodyTrack } from '#domain/body/stored-body-track.ts';
import type { SwingVideo } from '#web/clip/swing-video.ts';
import { type ComparedSwings, comparisonKey } from '#web/clip/use-comparison-sides.ts';
import { strokesIn } from '#web/drawing/stored-drawings.ts';
import { liveDrawing } from '#web/drawing/surface/live-drawing.tsx';
import { useDrawing } from '#web/drawing/use-drawing.ts';
import { type KeptClip, type KeptComparison, lessonTitle } from '#web/kept/kept-comparison.ts';
import { isNoRoom, keepAll } from '#web/kept/kept-database.ts';
import { giveBody, openKept } from '#web/kept/open-kept.ts';
import { OpenedLesson, type OpenLesson } from '#web/lessons/lesson-view.tsx';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { LivePreview } from '#web/preview/live-preview.tsx';
import { Button, buttonClass, SmallButton } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Loading, Problem, Status } from '#web/ui/status.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { say, words } from '#web/words/words.ts';
import { readLinkAddress } from './link-address.ts';
import type { ReadLink } from './link-file.ts';
import { fetchSealed, OpenLinkError, type OpenProblem, openLink } from './open-link.ts';

type Opening =
  | { readonly stage: 'opening'; readonly percent: number }
  | { readonly stage: 'passphrase'; readonly sealed: Promise<Blob>; readonly isWrong: boolean }
  | { readonly stage: 'problem'; readonly problem: OpenProblem | 'incomplete' }
  | { readonly stage: 'open'; readonly read: ReadLink };

export default function SharePage() {
  useDocumentTitle(words.link.pageTitle);
  // Another link pasted over this one changes only what follows `#`.
  const [round, again] = useState(0);
  useEffect(() => {
    const onChange = () => again((count) => count + 1);
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  return <SharedByLink key={round} onRetry={() => again(round + 1)} />;
}

function SharedByLink({ onRetry }: { readonly onRetry: () => void }) {
  const [opening, setOpening] = useState<Opening>({ stage: 'opening', percent: 0 });
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    void open(left, (next) => !signal.aborted && setOpening(next));
    return () => left.abort();
  }, []);

  if (opening.stage === 'open') return <Opened read={opening.read} />;
  return (
    <div className="page-width grid min-h-dvh max-w-prose content-start justify-items-start gap-4 py-12">
      <h1 className="display text-3xl">{words.link.pageTitle}</h1>
      {opening.stage === 'opening' && (
        <div className="grid w-full max-w-md gap-2">
          <Loading>{words.link.opening}</Loading>
          <Progress label={words.link.opening} percent={opening.percent} />
          <p className="text-sm text-ink-soft">{words.link.openingMeans}</p>
        </div>
      )}
      {opening.stage === 'passphrase' && <AskPassphrase {...opening} onOpening={setOpening} />}
      {opening.stage === 'problem' && (
        <>
          <Problem className="text-lg">{words.link.problems[opening.problem]}</Problem>
          {['no-connection', 'busy'].includes(opening.problem) && (
            <Button onClick={onRetry}>{words.actions.tryAgain}</Button>
          )}
          <Link href="/" className={buttonClass('secondary')}>
            {words.app.home}
          </Link>
        </>
      )}
    </div>
  );
}

type Report = (opening: Opening) => void;

/** Ends `left` with a problem, so that the download stops and reports nothing more. */
async function open(left: AbortController, report: Report): Promise<void> {
  const { signal } = left;
  const address = readLinkAddress(location);
  if (!address) return report({ stage: 'problem', problem: 'incomplete' });
  const { id, key, needsPassphrase } = address;
  const onPercent = (percent: number) => {
    if (!needsPassphrase) report({ stage: 'opening', percent });
  };
  const fetched = fetchSealed(id, { signal, onPercent });
  try {
    if (needsPassphrase) {
      // Fetched once, so that a mistyped passphrase is no second opening.
      const sealed = new Response(fetched.bytes).blob();
      report({ stage: 'passphrase', sealed, isWrong: false });
      await sealed;
    } else {
      report({ stage: 'open', read: await openLink(fetched.bytes, { key, passphrase: null }, signal) });
    }
  } catch (error) {
    report({ stage: 'problem', problem: problemOf(fetched.failure() ?? error) });
    left.abort();
  }
}

function problemOf(error: unknown): OpenProblem {
  return error instanceof OpenLinkError ? error.problem : 'damaged';
}

type AskPassphraseProps = Extract<Opening, { stage: 'passphrase' }> & { readonly onOpening: Report };

function AskPassphrase({ sealed, isWrong, onOpening }: AskPassphraseProps) {
  const [passphrase, setPassphrase] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function tryIt() {
    const address = readLinkAddress(location);
    if (!address || passphrase === '') return;
    setBusy(true);
    try {
      const { signal } = new AbortController();
      const file = await sealed.catch(() => null);
      // The page says why.
      if (!file) return;
      const read = await openLink(file.stream(), { key: address.key, passphrase }, signal);
      onOpening({ stage: 'open', read });
    } catch (error) {
      const problem = problemOf(error);
      if (problem !== 'wrong-passphrase') return onOpening({ stage: 'problem', problem });
      setBusy(false);
      onOpening({ stage: 'passphrase', sealed, isWrong: true });
    }
  }

  return (
    <form
      className="grid w-full max-w-md justify-items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void tryIt();
      }}
    >
      <p>{words.link.askPassphrase}</p>
      <TextField
        className="w-full"
        label={words.link.passphraseOfLink}
        value={passphrase}
        problem={isWrong ? words.link.problems['wrong-passphrase'] : null}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={({ target }) => setPassphrase(target.value)}
      />
      <Button type="submit" busy={isBusy}>
        {words.link.open}
      </Button>
    </form>
  );
}

function Opened({ read }: { readonly read: ReadLink }) {
  const { content } = read;
  return content.kind === 'lesson' ? (
    <ReceivedLesson read={read} lesson={content.lesson} />
  ) : (
    <ReceivedComparison read={read} comparison={content.comparison} />
  );
}

type ContentOf<Kind> = Extract<ReadLink['content'], { kind: Kind }>;

function ReceivedLesson({ read, lesson }: { readonly read: ReadLink; readonly lesson: ContentOf<'lesson'>['lesson'] }) {
  const [opened] = useState(() => openedLesson(lesson));
  if (!opened) return <Problem className="page-width py-12">{words.link.problems.damaged}</Problem>;
  return (
    <Received title={lessonTitle(lesson.kept)} read={read}>
      <OpenedLesson opened={opened} isKept={false} />
    </Received>
  );
}

function openedLesson({ kept, audio, clips, bodies }: ContentOf<'lesson'>['lesson']): OpenLesson | null {
  const swings = swingsOf(kept.comparison, clips, bodies);
  return kept.lesson && swings && { kept, lesson: kept.lesson, swings, audio };
}

interface ReceivedComparisonProps {
  readonly read: ReadLink;
  readonly comparison: ContentOf<'comparison'>['comparison'];
}

function ReceivedComparison({ read, comparison: { comparison, clips, bodies } }: ReceivedComparisonProps) {
  const [swings] = useState(() => swingsOf(comparison, clips, bodies));
  const [alignment, setAlignment] = useState(comparison.alignment);
  const [choices, setChoices] = useState(comparison.choices);
  // Of no comparison, so that drawings are not stored.
  const drawings = useDrawing(null);
  const { act } = drawings;
  useEffect(() => {
    const strokes = swings && strokesIn(comparison.drawn, comparisonKey(swings));
    if (strokes) act({ does: 'show', strokes });
  }, [swings, comparison, act]);
  if (!swings) return <Problem className="page-width py-12">{words.link.problems.damaged}</Problem>;
  const { user, pro } = comparison.choices.names;
  const title = say(words.link.title, { user: user ?? words.link.golfer, pro: pro ?? words.stage.pro });
  return (
    <Received title={title} read={read} onAnswer={comparison}>
      <LivePreview
        isFull
        golfersAt="/"
        {...swings}
        overlay={liveDrawing(drawings)}
        alignment={alignment}
        onAlignmentChange={setAlignment}
        choices={choices}
        onChoicesChange={setChoices}
      />
    </Received>
  );
}

function swingsOf(
  { user, pro }: KeptComparison,
  clips: ReadonlyMap<string, Blob>,
  bodies?: ReadonlyMap<string, StoredBodyTrack>,
): ComparedSwings | null {
  const own = videoOf(user, clips, bodies);
  const other = 'clip' in pro ? videoOf(pro.clip, clips, bodies) : null;
  return own && other && { user: own, pro: { golferId: null, video: other } };
}

function videoOf(
  clip: KeptClip,
  clips: ReadonlyMap<string, Blob>,
  bodies?: ReadonlyMap<string, StoredBodyTrack>,
): SwingVideo | null {
  const { contentKey, clipId, fileName, type, lastModified, annotations, slowMotionFactor, proposedFactor } = clip;
  const bytes = clips.get(contentKey);
  if (!bytes) return null;
  const file = new File([bytes], fileName, { type, lastModified });
  giveBody(file, clip, bodies?.get(contentKey) ?? null);
  return { clipId, annotations, slowMotionFactor, proposedFactor, file };
}

interface ReceivedProps {
  readonly title: string;
  readonly read: ReadLink;
  /** The comparison that can be answered with a lesson once it is saved. */
  readonly onAnswer?: KeptComparison;
  readonly children: ReactNode;
}

/** The stage under its bar, and what can be done with it. */
function Received({ title, read, onAnswer: comparison, children }: ReceivedProps) {
  return (
    <div className="swing-place min-h-dvh [--stage-bar:3.25rem]">
      <div className="stage flex h-13 items-center gap-2 px-4">
        <h1 className="min-w-0 grow truncate font-semibold">{title}</h1>
      </div>
      {children}
      <div className="stage border-t border-line">
        <div className="page-width flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          {read.allowsSaving ? (
            <SaveReceived read={read} comparison={comparison ?? null} />
          ) : (
            <p className="text-sm">{words.link.noSaving}</p>
          )}
        </div>
      </div>
    </div>
  );
}

type Saving = 'idle' | 'busy' | 'saved' | 'no-room' | 'refused';

function SaveReceived({ read, comparison }: { readonly read: ReadLink; readonly comparison: KeptComparison | null }) {
  const [saving, setSaving] = useState<Saving>('idle');
  const [lessonId, setLessonId] = useState<string | null>(null);
  const [, navigate] = useLocation();

  async function save() {
    setSaving('busy');
    try {
      if (read.content.kind === 'comparison') await keepAll([read.content.comparison]);
      else {
        const { importLesson } = await import('#web/kept/lesson-file.ts');
        const { signal } = new AbortController();
        setLessonId(await importLesson(read.parts, { signal, onPercent: () => undefined }));
      }
      setSaving('saved');
    } catch (error) {
      setSaving(isNoRoom(error) ? 'no-room' : 'refused');
    }
  }

  async function openSaved() {
    if (comparison && (await openKept(comparison))) navigate('/compare');
    else navigate(lessonId === null ? '/my-swings' : `/my-swings?lesson=${lessonId}`);
  }

  return (
    <>
      {saving === 'saved' ? (
        <SmallButton onClick={() => void openSaved()}>
          {comparison ? words.link.openAndAnswer : words.link.openSaved}
        </SmallButton>
      ) : (
        <>
          <p className="text-sm text-ink-soft">{words.link.notStored}</p>
          <SmallButton icon={Save} busy={saving === 'busy'} onClick={() => void save()}>
            {words.link.save}
          </SmallButton>
        </>
      )}
      <Status className="font-semibold">
        {saving === 'saved' && words.link.saved}
        {(saving === 'no-room' || saving === 'refused') && words.mySwings.importProblems[saving]}
      </Status>
    </>
  );
}
