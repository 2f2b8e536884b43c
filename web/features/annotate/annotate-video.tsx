// One video and its three positions: the player beside the marker panel. Loads the frame reader, so pages load it lazily.
// Knows nothing of uploads; the file stays in the browser.
import { useEffect, useRef, useState } from 'react';
import { formatTenths } from '#domain/format-time.ts';
import { moveFrames } from '#domain/frame-times.ts';
import { PLAYER_SPEEDS } from '#domain/playback-speed.ts';
import { type Position, type SwingAnnotations, timeOf, withPosition } from '#domain/swing.ts';
import { POSITION_NAMES } from '#web/lib/position-shape.tsx';
import { type ClipReading, readClip } from '#web/player/frame-table.ts';
import { PlayerNotice, type PlayerProblem } from '#web/player/player-notice.tsx';
import { usePlayer, usePlayerState } from '#web/player/use-player.ts';
import { VideoPlayer } from '#web/player/video-player.tsx';
import type { VideoState } from '#web/player/video-store.ts';
import { useToast } from '#web/ui/toast.tsx';
import { TooltipProvider } from '#web/ui/tooltip.tsx';
import { MarkerPanel } from './marker-panel.tsx';
import { useObjectUrl } from './use-object-url.ts';

interface AnnotateVideoProps {
  readonly subject: 'user' | 'pro';
  readonly file: File;
  readonly annotations: SwingAnnotations;
  readonly onAnnotationsChange: (annotations: SwingAnnotations) => void;
}

const VIDEO_NAMES = { user: 'Your swing video', pro: 'Pro swing video' } as const;
const COLOR_CLASSES = { user: 'text-you', pro: 'text-pro' } as const;

/** Player and marker panel. A mark is the frame on screen: see docs/decisions/032. */
export function AnnotateVideo({ subject, file, annotations, onAnnotationsChange }: AnnotateVideoProps) {
  const player = usePlayer();
  const regionRef = useRef<HTMLElement>(null);
  const src = useObjectUrl(file);
  const reading = useClipReading(file, player.setClip);
  const status = usePlayerState(player, (state) => state.status);
  const hasPlayed = usePlayerState(player, (state) => state.presentedTime !== null);
  const toast = useToast();
  const problem = problemOf(status, reading, hasPlayed, file.name);

  // A mark waits for its frame; by then the visitor may have set another one.
  const latest = useRef(annotations);
  useEffect(() => {
    latest.current = annotations;
  }, [annotations]);
  function change(position: Position, time: number | null) {
    latest.current = withPosition(latest.current, position, time);
    onAnnotationsChange(latest.current);
  }

  async function mark(position: Position) {
    const time = await player.settledTime();
    change(position, time);
    toast({ title: 'Position marked', description: `${POSITION_NAMES[position]} at ${formatTenths(time)}s` });
  }

  function nudge(position: Position, frames: number) {
    const time = timeOf(latest.current, position);
    const { clip } = player.getState();
    if (time === null || !clip) return;
    const next = moveFrames(clip.frameTimes, time, frames);
    change(position, next);
    player.goTo(next);
  }

  return (
    <TooltipProvider>
      <section
        ref={regionRef}
        aria-label={`${VIDEO_NAMES[subject]} and its positions`}
        tabIndex={-1}
        className="grid items-start gap-4 outline-none lg:grid-cols-[minmax(0,1fr)_22rem]"
      >
        <VideoPlayer
          player={player}
          src={src}
          label={VIDEO_NAMES[subject]}
          speeds={PLAYER_SPEEDS}
          regionRef={regionRef}
          marks={{ annotations, colorClass: COLOR_CLASSES[subject] }}
          onMark={(position) => void mark(position)}
          notice={problem && <PlayerNotice problem={problem} />}
        />
        <MarkerPanel
          annotations={annotations}
          colorClass={COLOR_CLASSES[subject]}
          disabled={status !== 'ready'}
          canNudge={reading?.clip != null}
          onMark={(position) => void mark(position)}
          onJump={player.goTo}
          onNudge={nudge}
          onClear={(position) => change(position, null)}
        />
      </section>
    </TooltipProvider>
  );
}

/** Reads the file's frame times into the player; null until they are read. */
function useClipReading(file: File, setClip: (clip: ClipReading['clip']) => void): ClipReading | null {
  const [reading, setReading] = useState<{ file: File; result: ClipReading } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void readClip(file).then((result) => {
      if (!isCurrent) return;
      setClip(result.clip);
      setReading({ file, result });
    });
    return () => {
      isCurrent = false;
      setClip(null);
    };
  }, [file, setClip]);
  return reading?.file === file ? reading.result : null;
}

/** Containers that no browser plays: when one fails, it is the format and not the file. */
const NEVER_SHOWN = /\.(avi|wmv|flv)$/i;

function problemOf(
  status: VideoState['status'],
  reading: ClipReading | null,
  hasPlayed: boolean,
  fileName: string,
): PlayerProblem | null {
  if (status === 'no-picture') return 'cannot-show';
  if (status !== 'broken' || !reading) return null;
  if (hasPlayed) return 'damaged';
  return reading.hasPicture || NEVER_SHOWN.test(fileName) ? 'cannot-show' : 'unreadable';
}
