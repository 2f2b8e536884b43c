// /s/<id>#<key>: what someone sent by a link, on the stage. Nothing is stored unless the receiver saves it.
import { Mic, Pause, Play, Save } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { StoredBodyTrack } from '#domain/body/stored-body-track.ts';
import { ANSWERING } from '#web/clip/comparison-session.ts';
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
import type { SyncedPair } from '#web/player/synced/synced-pair.ts';
import { LivePreview } from '#web/preview/live-preview.tsx';
import { Button, buttonClass, SmallButton } from '#web/ui/button.tsx';
import { NamedProgress, Progress } from '#web/ui/progress.tsx';
import { Loading, Problem, Status } from '#web/ui/status.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { say, words } from '#web/words/words.ts';
import { readLinkAddress } from './link-address.ts';
import type { ReadLink } from './link-file.ts';
import { fetchSealed, OpenLinkError, type OpenProblem, openLink } from './open-link.ts';
import { begun } from './sealed.ts';

type Opening =
  | { readonly stage: 'opening'; readonly percent: number }
  | {
      readonly stage: 'passphrase';
      readonly isWrong: boolean;
      readonly onPassphrase: (passphrase: string) => void;
    }
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
  const [preview, setPreview] = useState<Blob | null>(null);
  const [isStageReady, setStageReady] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    void open(left, (next) => !signal.aborted && setOpening(next), setPreview);
    return () => left.abort();
  }, []);

  /** The stage goes on where the preview is, which has its frames and times. */
  const takeOver: Ready = (pair) => {
    const shown = video.current;
    if (!shown) return;
    pair?.setPlaying(!shown.paused);
    void pair?.seekTo(shown.currentTime);
    setStageReady(true);
  };
  const isOpen = opening.stage === 'open';
  if (!isOpen && !(preview && opening.stage === 'opening')) {
    return <NotOpen opening={opening} onRetry={onRetry} />;
  }
  return (
    <div className="relative">
      {isOpen && <Opened read={opening.read} onReady={takeOver} />}
      {preview && !isStageReady && (
        <LinkPreview ref={video} preview={preview} percent={isOpen ? 100 : opening.percent} />
      )}
    </div>
  );
}

interface NotOpenProps {
  readonly opening: Exclude<Opening, { stage: 'open' }>;
  readonly onRetry: () => void;
}

function NotOpen({ opening, onRetry }: NotOpenProps) {
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
      {opening.stage === 'passphrase' && <AskPassphrase {...opening} />}
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
async function open(left: AbortController, report: Report, onPreview: (preview: Blob) => void): Promise<void> {
  const { signal } = left;
  const address = readLinkAddress(location);
  if (!address) return report({ stage: 'problem', problem: 'incomplete' });
  const { id, key, needsPassphrase } = address;
  let isAsking = needsPassphrase;
  const onPercent = (percent: number) => {
    if (!isAsking) report({ stage: 'opening', percent });
  };
  const fetched = fetchSealed(id, { signal, onPercent });
  const ask = (isWrong: boolean) =>
    new Promise<string>((onPassphrase) => report({ stage: 'passphrase', isWrong, onPassphrase }));
  try {
    const sealed = await begun(fetched.bytes);
    for (let isWrong = false; ; isWrong = true) {
      const passphrase = needsPassphrase ? await ask(isWrong) : null;
      isAsking = false;
      try {
        const read = await openLink(sealed, { key, passphrase }, { signal, onPreview });
        return report({ stage: 'open', read });
      } catch (error) {
        if (problemOf(error) !== 'wrong-passphrase') throw error;
      }
    }
  } catch (error) {
    report({ stage: 'problem', problem: problemOf(fetched.failure() ?? error) });
    left.abort();
  }
}

function problemOf(error: unknown): OpenProblem {
  return error instanceof OpenLinkError ? error.problem : 'damaged';
}

type AskPassphraseProps = Extract<Opening, { stage: 'passphrase' }>;

function AskPassphrase({ isWrong, onPassphrase }: AskPassphraseProps) {
  const [passphrase, setPassphrase] = useState('');
  const [given, give] = useState<AskPassphraseProps['onPassphrase'] | null>(null);
  return (
    <form
      className="grid w-full max-w-md justify-items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (passphrase === '') return;
        give(() => onPassphrase);
        onPassphrase(passphrase);
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
      <Button type="submit" busy={given === onPassphrase}>
        {words.link.open}
      </Button>
    </form>
  );
}

interface LinkPreviewProps {
  readonly ref: RefObject<HTMLVideoElement | null>;
  readonly preview: Blob;
  readonly percent: number;
}

/** The small video of both swings over the place of the stage, until that shows the sharp pictures. */
function LinkPreview({ ref, preview, percent }: LinkPreviewProps) {
  const [src, setSrc] = useState<string>();
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    const address = URL.createObjectURL(preview);
    setSrc(address);
    return () => URL.revokeObjectURL(address);
  }, [preview]);
  return (
    <div className="stage absolute inset-x-0 top-0 z-10 grid h-svh grid-rows-[auto_minmax(0,1fr)_auto]">
      <h1 className="flex h-13 items-center truncate px-4 font-semibold">{words.link.pageTitle}</h1>
      <video
        ref={ref}
        src={src}
        aria-label={words.link.preview}
        autoPlay={!matchMedia('(prefers-reduced-motion: reduce)').matches}
        muted
        loop
        playsInline
        className="size-full object-contain"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      />
      <div className="page-width flex items-center gap-4 py-4">
        <SmallButton
          icon={isPlaying ? Pause : Play}
          onClick={() => void (isPlaying ? ref.current?.pause() : ref.current?.play().catch(() => undefined))}
        >
          {isPlaying ? words.actions.pause : words.actions.play}
        </SmallButton>
        <div className="min-w-0 grow">
          <NamedProgress
            label={words.link.sharpening}
            standing={say(words.progress.percent, { percent })}
            percent={percent}
          />
        </div>
      </div>
    </div>
  );
}

/** Told when the stage shows both pictures, with its pair where the preview's time counts there too; or cannot. */
type Ready = (pair: SyncedPair | null) => void;

interface OpenedProps {
  readonly read: ReadLink;
  readonly onReady: Ready;
}

function Opened({ read, onReady }: OpenedProps) {
  const { content } = read;
  return content.kind === 'lesson' ? (
    <ReceivedLesson read={read} onReady={onReady} lesson={content.lesson} />
  ) : (
    <ReceivedComparison read={read} onReady={onReady} comparison={content.comparison} />
  );
}

type ContentOf<Kind> = Extract<ReadLink['content'], { kind: Kind }>;

interface ReceivedLessonProps extends OpenedProps {
  readonly lesson: ContentOf<'lesson'>['lesson'];
}

function ReceivedLesson({ read, onReady, lesson }: ReceivedLessonProps) {
  const [opened] = useState(() => openedLesson(lesson));
  if (!opened) return <Problem className="page-width py-12">{words.link.problems.damaged}</Problem>;
  return (
    <Received title={lessonTitle(lesson.kept)} read={read}>
      <OpenedLesson opened={opened} isKept={false} onReady={() => onReady(null)} />
    </Received>
  );
}

function openedLesson({ kept, audio, clips, bodies }: ContentOf<'lesson'>['lesson']): OpenLesson | null {
  const swings = swingsOf(kept.comparison, clips, bodies);
  return kept.lesson && swings && { kept, lesson: kept.lesson, swings, audio };
}

interface ReceivedComparisonProps extends OpenedProps {
  readonly comparison: ContentOf<'comparison'>['comparison'];
}

function ReceivedComparison({ read, onReady, comparison: { comparison, clips, bodies } }: ReceivedComparisonProps) {
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
    <Received title={title} read={read}>
      <LivePreview
        isFull
        golfersAt="/"
        {...swings}
        overlay={liveDrawing(drawings)}
        alignment={alignment}
        onAlignmentChange={setAlignment}
        choices={choices}
        onChoicesChange={setChoices}
        onReady={onReady}
        onProblem={() => onReady(null)}
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
  readonly children: ReactNode;
}

/** The stage under its bar, and what can be done with it. */
function Received({ title, read, children }: ReceivedProps) {
  const { allowsSaving } = read;
  const { state, answer, save, openSaved } = useKeptHere(read);
  const isBusy = state === 'saving' || state === 'answering';
  return (
    <div className="swing-place min-h-dvh [--stage-bar:3.25rem]">
      <div className="stage flex h-13 items-center gap-2 px-4">
        <h1 className="min-w-0 grow truncate font-semibold">{title}</h1>
        {allowsSaving && (
          <Button
            icon={Mic}
            size="small"
            aria-label={words.link.answerWith}
            busy={state === 'answering'}
            disabled={isBusy}
            onClick={answer}
          >
            {words.link.answer}
          </Button>
        )}
      </div>
      {(state === 'no-room' || state === 'refused') && (
        <Problem className="page-width py-2">{words.mySwings.importProblems[state]}</Problem>
      )}
      {children}
      <div className="stage border-t border-line">
        <div className="page-width flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          {!allowsSaving ? (
            <p className="text-sm">{words.link.noSaving}</p>
          ) : (
            <>
              {state === 'saved' ? (
                <SmallButton onClick={openSaved}>{words.link.openSaved}</SmallButton>
              ) : (
                <SmallButton icon={Save} busy={state === 'saving'} disabled={isBusy} onClick={save}>
                  {words.link.save}
                </SmallButton>
              )}
              <Status className="text-sm text-ink-soft">
                {state === 'saved' ? words.link.saved : words.link.notStored}
              </Status>
            </>
          )}
        </div>
      </div>
    </div>
  );
}

type Keeping = 'idle' | 'saving' | 'answering' | 'saved' | 'no-room' | 'refused';

/** What the receiver keeps on this device. */
function useKeptHere({ content, parts }: ReadLink) {
  const [state, setState] = useState<Keeping>('idle');
  const [savedAt, setSavedAt] = useState('/my-swings');
  const [, navigate] = useLocation();

  const tryTo = (work: Keeping, run: () => Promise<void>) => () => {
    setState(work);
    run().then(
      () => setState('saved'),
      (error: unknown) => setState(isNoRoom(error) ? 'no-room' : 'refused'),
    );
  };

  async function save() {
    if (content.kind === 'comparison') return void (await keepAll([content.comparison]));
    const { importLesson } = await import('#web/kept/lesson-file.ts');
    const { signal } = new AbortController();
    setSavedAt(`/my-swings?lesson=${await importLesson(parts, { signal, onPercent: () => undefined })}`);
  }

  /** Records a lesson on the same swings. */
  async function answer() {
    const received =
      content.kind === 'comparison'
        ? content.comparison
        : { comparison: content.lesson.kept.comparison, thumbnail: null, clips: content.lesson.clips };
    await keepAll([received]);
    if (!(await openKept(received.comparison))) throw new Error('Its clips were not kept');
    navigate('/compare', { state: ANSWERING });
  }

  return {
    state,
    answer: tryTo('answering', answer),
    save: tryTo('saving', save),
    openSaved: () => navigate(savedAt),
  };
}
