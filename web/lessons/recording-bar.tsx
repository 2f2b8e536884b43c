// The bars over the pictures: while a lesson is recorded, what runs, for how long, how loud, and four buttons; before
// that, the offer to record more, or to continue, keep or discard a recording that a closed page interrupted.
import { Mic, MicOff, Pause, Play, Square, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useStore } from 'zustand';
import { type ComparedSwings, comparisonKey } from '#web/clip/use-comparison-sides.ts';
import type { Offer } from '#web/kept/record-more.ts';
import { useAnswer } from '#web/lib/use-answer.ts';
import { Button, CancelButton, Spinner } from '#web/ui/button.tsx';
import { Status } from '#web/ui/status.tsx';
import { IconButton } from '#web/ui/tooltip.tsx';
import { formatWholeClock } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';
import type { LessonRecorder } from './lesson-recorder.ts';
import { LEVELS } from './microphone.ts';

interface RecordingBarProps {
  readonly recorder: LessonRecorder;
  readonly onOver: () => void;
}

const BAR =
  'pointer-events-auto stage flex min-h-12 items-center gap-1.5 rounded-full bg-black/80! px-3 py-0.5 text-white';

const ROUND = { className: 'gap-0! rounded-full! text-white! hover:bg-white/15!' } as const;

export function RecordingBar({ recorder, onOver }: RecordingBarProps) {
  const stage = useStore(recorder, (state) => state.stage);
  const count = useStore(recorder, (state) => state.count);
  const tellOver = useEffectEvent(onOver);
  useEffect(() => {
    if (stage === 'idle' || stage === 'done') tellOver();
  }, [stage]);
  if (stage === 'idle' || stage === 'done') return null;
  if (stage === 'opening' || stage === 'saving') {
    return (
      <Status className={BAR}>
        <Spinner /> {stage === 'opening' ? words.lesson.opening : words.lesson.saving}
      </Status>
    );
  }
  if (stage === 'countdown') {
    return (
      <div className={BAR}>
        <Status aria-label={say(words.lesson.countdown, { count })} className="figures px-2 text-2xl font-bold">
          {count}
        </Status>
        <CancelButton size="small" className="hover:bg-white/15!" onClick={recorder.cancel} />
      </div>
    );
  }
  return <RunningBar recorder={recorder} />;
}

function RunningBar({ recorder }: Pick<RecordingBarProps, 'recorder'>) {
  const isPaused = useStore(recorder, (state) => state.stage === 'paused');
  const hasVoice = useStore(recorder, (state) => state.hasVoice);
  const isSilent = useStore(recorder, (state) => state.isSilent);
  return (
    <div className="grid justify-items-center gap-1">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset draws its legend apart from the row */}
      <div role="group" aria-label={words.lesson.recorder} className={BAR}>
        <span
          aria-hidden="true"
          className={`size-3 shrink-0 rounded-full ${isPaused ? 'border-2 border-white' : 'bg-flag motion-safe:animate-pulse'}`}
        />
        <Status className="sr-only">{isPaused ? words.lesson.paused : words.lesson.recording}</Status>
        <Elapsed recorder={recorder} />
        {hasVoice ? <Level recorder={recorder} /> : <MicOff aria-label={words.lesson.noVoice} className="size-4" />}
        <IconButton
          {...ROUND}
          icon={isPaused ? Play : Pause}
          label={isPaused ? words.lesson.resume : words.lesson.pause}
          onClick={recorder.togglePause}
        />
        <IconButton {...ROUND} icon={Undo2} label={words.lesson.undo} onClick={recorder.undo}>
          <span aria-hidden="true" className="text-xs">
            {words.lesson.undoShort}
          </span>
        </IconButton>
        <IconButton {...ROUND} label={words.lesson.stop} onClick={() => void recorder.stop()}>
          <Square className="size-5" fill="currentColor" />
        </IconButton>
      </div>
      <Status className="max-w-72 rounded-md bg-black/80 px-2 py-1 text-center text-sm font-semibold text-white empty:hidden">
        {isSilent && words.lesson.silent}
      </Status>
    </div>
  );
}

function Elapsed({ recorder }: Pick<RecordingBarProps, 'recorder'>) {
  const seconds = useStore(recorder, (state) => Math.floor(state.tenths / 10));
  return (
    <p
      role="timer"
      className="figures text-sm font-semibold"
      aria-label={say(words.lesson.elapsed, { time: formatWholeClock(seconds) })}
    >
      {formatWholeClock(seconds)}
    </p>
  );
}

function Level({ recorder }: Pick<RecordingBarProps, 'recorder'>) {
  const level = useStore(recorder, (state) => state.level);
  return (
    <span className="flex items-center gap-1">
      <Mic className="size-4" />
      <meter aria-label={words.lesson.level} min={0} max={LEVELS} value={level} className="h-3 w-10" />
    </span>
  );
}

interface OfferBarProps {
  readonly offers: ReturnType<typeof useLessonOffer>;
  readonly offer: Offer;
  /** Why the recording did not begin. */
  readonly problem: keyof typeof words.lesson.problems | null;
  readonly onRecord: (withVoice: boolean) => void;
}

const OFFER =
  'pointer-events-auto stage flex flex-wrap items-center justify-center gap-x-2 gap-y-1 rounded-md bg-black/80! px-3 py-1.5 text-white';
const GHOST = { variant: 'ghost', size: 'small', className: 'hover:bg-white/15!' } as const;

export function OfferBar({ offers, offer, problem, onRecord }: OfferBarProps) {
  const [isAsked, ask] = useState(false);
  return (
    <section aria-label={words.lesson.more.title} className={OFFER}>
      <p className="px-1 text-center text-sm font-semibold">
        {isAsked ? words.lesson.more.discardQuestion : textOf(offer)}
      </p>
      <div className="flex flex-wrap justify-center gap-1">
        {isAsked ? (
          <>
            <Button size="small" onClick={offers.discard}>
              {words.actions.delete}
            </Button>
            <Button {...GHOST} autoFocus onClick={() => ask(false)}>
              {words.mySwings.keep}
            </Button>
          </>
        ) : (
          <>
            <Button icon={Mic} size="small" onClick={() => onRecord(true)}>
              {offer.isUnfinished ? words.lesson.more.goOn : words.lesson.more.record}
            </Button>
            {offer.isUnfinished ? (
              <>
                <Button {...GHOST} onClick={offers.keep}>
                  {words.lesson.more.keep}
                </Button>
                <Button {...GHOST} onClick={() => ask(true)}>
                  {words.lesson.more.discard}
                </Button>
              </>
            ) : (
              <CancelButton {...GHOST} onClick={offers.drop} />
            )}
          </>
        )}
      </div>
      {problem && (
        <div role="alert" className="grid max-w-72 justify-items-center gap-1">
          <p className="text-center text-sm font-semibold">{words.lesson.problems[problem]}</p>
          <Button {...GHOST} onClick={() => onRecord(false)}>
            {words.lesson.withoutVoice}
          </Button>
        </div>
      )}
    </section>
  );
}

function textOf({ isUnfinished, passage, seconds }: Offer): string {
  const time = formatWholeClock(seconds);
  if (isUnfinished) return say(words.lesson.more.unfinished, { time });
  if (!passage) return say(words.lesson.more.atEnd, { time });
  return say(words.lesson.edit.recordAgain, { from: formatWholeClock(passage.from), to: formatWholeClock(passage.to) });
}

/** The offer, null without one, and what the visitor answers. */
export function useLessonOffer(swings: ComparedSwings, onKept: (lessonId: string) => void) {
  /** The offer that was followed or dropped. */
  const [past, setPast] = useState<Offer | null>(null);
  const [hasFailed, setFailed] = useState(false);
  // Without storage there is nothing to offer.
  const found = useAnswer(comparisonKey(swings), async () => {
    const code = await import('#web/kept/record-more.ts');
    return code.offerOn(swings);
  });
  const offer = found === past ? null : found;

  async function drop(): Promise<void> {
    setPast(offer);
    (await import('#web/kept/record-more.ts')).forgetAsked();
  }

  async function keep(kept: Offer): Promise<void> {
    const { finishRecording } = await import('#web/kept/finish-recording.ts');
    await finishRecording(kept.lessonId);
    setPast(kept);
    onKept(kept.lessonId);
  }

  async function discard(discarded: Offer): Promise<void> {
    const { forgetUnfinished } = await import('#web/kept/unfinished.ts');
    await forgetUnfinished(discarded.kept);
    setPast(discarded);
  }

  const act = (work: Promise<void>) => void work.catch(() => setFailed(true));
  return {
    offer,
    hasFailed,
    drop: () => act(drop()),
    keep: () => offer && act(keep(offer)),
    discard: () => offer && act(discard(offer)),
  };
}
