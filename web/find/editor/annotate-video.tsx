// One video and its three positions: player and marker panel. Imports the frame reader, so pages load it lazily. The
// file stays in the browser unless the visitor requests a preview (web/clip).

import { Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { foundStretch, marksAt } from '#domain/moments/found-swing.ts';
import { NOTHING_TAKEN, type TakenMoments, withMoments } from '#domain/moments/taken-moments.ts';
import { POSITIONS, type Position, type SwingAnnotations, timeOf, withPosition } from '#domain/swing/swing.ts';
import type { FrameRate } from '#domain/time.ts';
import type { Clip } from '#domain/video/clip.ts';
import { moveFrames, shownFrameTime } from '#domain/video/frame-times.ts';
import { PLAYER_SPEEDS } from '#domain/video/playback-speed.ts';
import { clipBodyOf } from '#web/body/clip-body.ts';
import { needsPreview, type PlayableSource, useIsLocal, usePlayableSource } from '#web/clip/playable-file.ts';
import type { VideoSource } from '#web/find/find-moments.ts';
import type { FoundSwings } from '#web/find/search-moments.ts';
import type { FramePlayer } from '#web/player/engine/frame-player.ts';
import { usePlayer, usePlayerState } from '#web/player/engine/use-player.ts';
import type { VideoState } from '#web/player/engine/video-store.ts';
import { PlayerNotice } from '#web/player/view/player-notice.tsx';
import { timelineOfMarks } from '#web/player/view/timelines.tsx';
import { VideoPlayer } from '#web/player/view/video-player.tsx';
import { Card } from '#web/ui/card.tsx';
import { SIDE_TEXT_COLORS } from '#web/ui/side-colors.ts';
import { toast } from '#web/ui/toast/toast-store.ts';
import { IconButton, TooltipProvider } from '#web/ui/tooltip.tsx';
import { formatTenths } from '#web/words/format-numbers.ts';
import { formatMark } from '#web/words/swing-words.ts';
import { LANGUAGE, say, words } from '#web/words/words.ts';
import { FindKeyPositions, type FoundClip } from './find-key-positions.tsx';
import { MarkBar, MarkerPanel } from './marker-panel.tsx';
import type { NextStep } from './position-editor.tsx';
import { OfferBelow, PreviewOffer } from './preview-offer.tsx';

interface AnnotateVideoProps {
  readonly subject: 'user' | 'pro';
  readonly file: File;
  /** The marks to render. They can lag behind the newest marks by one transition. */
  readonly annotations: SwingAnnotations;
  /** The newest marks, to which the next mark is added. */
  readonly getAnnotations: () => SwingAnnotations;
  readonly onAnnotationsChange: (annotations: SwingAnnotations) => void;
  /** The proposals taken so far, if the page keeps them. */
  readonly taken?: TakenMoments;
  readonly onTakenChange?: (taken: TakenMoments) => void;
  /** Whether the visitor says that the clip starts after the rest. */
  readonly startsAfterRest?: boolean;
  /** Omitted where the rest must be marked. */
  readonly onStartsAfterRest?: (startsAfterRest: boolean) => void;
  /** Whether the file will be uploaded. If so, the page does not say that it stays in the browser. */
  readonly isForUpload?: boolean;
  /** Whether the clip has just been chosen. If so, the search for its positions starts automatically. */
  readonly isNew?: boolean;
  /** Returns the step after all proposed positions are taken. */
  readonly next?: ((found: FoundClip) => NextStep | null) | null;
}

const list = new Intl.ListFormat(LANGUAGE, { type: 'unit' });

/** A preview has no edit list. */
const AS_STORED = { mayBeginElsewhere: false, mediaOffset: 0 };

/** Player and marker panel. A file that this browser cannot show has neither: only what to do about it. */
export default function AnnotateVideo(props: AnnotateVideoProps) {
  const source = usePlayableSource(props.file);
  const { verdict, preview } = source.state;
  if (preview || (verdict !== 'cannot-show' && verdict !== 'unreadable'))
    return <Annotator {...props} source={source} />;
  return (
    <section aria-label={words.annotate.videosAndPositions[props.subject]}>
      <Card>
        {verdict === 'unreadable' ? (
          <PlayerNotice problem="unreadable" />
        ) : (
          <PreviewOffer file={props.file} source={source} />
        )}
      </Card>
    </section>
  );
}

/** A mark is the frame on screen: see docs/decisions/032. */
function Annotator({ source, ...props }: AnnotateVideoProps & { readonly source: PlayableSource }) {
  const { subject, file, annotations, getAnnotations, onAnnotationsChange, isNew = false, next = null } = props;
  const { startsAfterRest = false, onStartsAfterRest = null, isForUpload = false } = props;
  const [awaitsAnswer, setAwaitsAnswer] = useState(false);
  const [takenHere, setTakenHere] = useState(NOTHING_TAKEN);
  const { taken = takenHere, onTakenChange = setTakenHere } = props;
  const player = usePlayer();
  const regionRef = useRef<HTMLElement>(null);
  const clip = source.clip ?? null;
  const frameRate = clip?.frameRate ?? null;
  const status = usePlayerState(player, (state) => state.status);
  const hasPlayed = usePlayerState(player, (state) => state.hasPresented);
  const showsOffer = needsPreview(source.state);

  const { mayBeginElsewhere, mediaOffset } = (!source.state.preview && source.state.reading) || AS_STORED;
  useEffect(
    () => player.setClip(clip, { mayBeginElsewhere, mediaOffset }),
    [player, clip, mayBeginElsewhere, mediaOffset],
  );
  useReportFailure(source, status, hasPlayed);
  const isLocal = useIsLocal(file, source.state) && !isForUpload;

  function change(position: Position, time: number | null) {
    onAnnotationsChange(withPosition(getAnnotations(), position, time));
  }

  async function mark(position: Position) {
    const time = await player.settledTime();
    change(position, time);
    const description = positionAt(position, time, frameRate);
    // The button responds before the message is laid out.
    requestAnimationFrame(() => setTimeout(() => toast({ title: words.annotate.positionMarked, description })));
  }

  function nudge(position: Position, frames: number) {
    const time = timeOf(getAnnotations(), position);
    const { clip } = player.getState();
    if (time === null || !clip) return;
    const next = moveFrames(clip.frameTimes, time, frames);
    change(position, next);
    player.goTo(next);
  }

  function take(moments: TakenMoments) {
    const proposed = onShownMoments(moments, clip);
    const before = getAnnotations();
    const marked = withMoments(before, taken, proposed);
    onTakenChange({ ...taken, ...proposed });
    onAnnotationsChange(marked);
    const set = POSITIONS.filter((position) => timeOf(marked, position) !== null);
    const places = set.map((position) => positionAt(position, timeOf(marked, position) ?? 0, frameRate));
    toast({ title: words.annotate.positionMarked, description: list.format(places) });
  }

  const closeLook = source.state.preview && source.src !== null ? source.src : file;
  const marking = {
    annotations,
    colorClass: SIDE_TEXT_COLORS[subject],
    frameRate,
    disabled: status !== 'ready',
    onMark: (position: Position) => void mark(position),
  };
  return (
    <TooltipProvider>
      <section
        ref={regionRef}
        aria-label={words.annotate.videosAndPositions[subject]}
        tabIndex={-1}
        className="grid items-start gap-4 outline-none lg:grid-cols-[minmax(0,1fr)_22rem]"
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <FindKeyPositions
            source={closeLook}
            clip={clip}
            isLocal={isLocal}
            beginsByItself={isNew}
            isReady={status === 'ready'}
            {...{ annotations, taken, startsAfterRest, player, next, onStartsAfterRest }}
            colorClass={SIDE_TEXT_COLORS[subject]}
            onPick={change}
            onTake={take}
            onFound={(found) => keepBody(file, closeLook, found)}
            onShow={player.goTo}
            onAwaitsAnswer={setAwaitsAnswer}
          >
            <VideoPlayer
              player={player}
              src={source.src}
              label={words.annotate.videos[subject]}
              speeds={PLAYER_SPEEDS}
              regionRef={regionRef}
              timeline={timelineOfMarks(player, { annotations, frameRate, colorClass: SIDE_TEXT_COLORS[subject] })}
              onMark={marking.onMark}
              underThumb={<MarkBar {...marking} />}
              notice={
                showsOffer ? (
                  <PreviewOffer file={file} source={source} />
                ) : (
                  status === 'broken' && source.state.preview && <PlayerNotice problem="unavailable" />
                )
              }
            >
              <SoundButton player={player} disabled={marking.disabled} />
            </VideoPlayer>
            {!showsOffer && <OfferBelow player={player} file={file} source={source} />}
          </FindKeyPositions>
        </div>
        <MarkerPanel
          {...marking}
          awaitsAnswer={awaitsAnswer}
          canNudge={clip !== null}
          onJump={player.goTo}
          onNudge={nudge}
          onClear={(position) => change(position, null)}
        />
      </section>
    </TooltipProvider>
  );
}

/** Keeps the body track of the search for the comparison, so that the swing is tracked only once. */
function keepBody(file: File, source: VideoSource, { swings: [swing], track }: FoundSwings): void {
  if (!swing || !track) return;
  clipBodyOf(file).keep({ source, stretch: foundStretch(swing), track, measuredAt: marksAt(swing) });
}

/** Moves each proposal to the time of the frame shown then, because a mark is a frame. */
function onShownMoments(moments: TakenMoments, clip: Clip | null): TakenMoments {
  return Object.fromEntries(
    POSITIONS.flatMap((position) => {
      const moment = moments[position];
      if (!moment) return [];
      return [[position, clip ? { ...moment, time: shownFrameTime(clip.frameTimes, moment.time) } : moment]];
    }),
  );
}

/** The time as the specification writes it, to one decimal, followed by the mark's exact reading. */
function positionAt(position: Position, time: number, frameRate: FrameRate | null): string {
  const texts = { time: formatTenths(time), reading: formatMark(time, frameRate) };
  return say(words.annotate.positionAt, { position: words.swing.positions[position], ...texts });
}

/** Tells the file's store when the video element cannot show its source. */
function useReportFailure({ playable, src }: PlayableSource, status: VideoState['status'], hasPlayed: boolean): void {
  const hasFailed = src !== null && (status === 'no-picture' || status === 'broken');
  useEffect(() => {
    if (hasFailed) playable?.failedToShow(hasPlayed);
  }, [hasFailed, hasPlayed, playable]);
}

function SoundButton({ player, disabled }: { readonly player: FramePlayer; readonly disabled: boolean }) {
  const muted = usePlayerState(player, (state) => state.muted);
  const Icon = muted ? VolumeX : Volume2;
  return (
    <IconButton
      icon={Icon}
      label={muted ? words.player.unmute : words.player.mute}
      tip={muted ? words.player.unmuteTip : words.player.muteTip}
      disabled={disabled}
      onClick={() => player.setMuted(!muted)}
    />
  );
}
