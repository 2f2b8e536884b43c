// The evidence of a clip's real speed: frame times, container tags, new frames per second. Read in the background.
// Imports the frame reader, so it is loaded lazily.
import { useEffect, useState } from 'react';
import { downswingOf, type FilmingFacts, NO_FILMING_FACTS } from '#domain/swing/slow-motion.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import type { Clip } from '#domain/video/clip.ts';
import { useAnswer } from '#web/lib/use-answer.ts';
import { readFilmingFacts } from '#web/player/engine/capture-rate.ts';
import { whenIdle } from '#web/ui/when-idle.ts';
import { newPicturesPerSecond, readPictureChanges } from './new-pictures.ts';
import { usePlayableSource } from './playable-file.ts';

/** The facts read so far. */
export interface FootageReading {
  readonly clip: Clip | null;
  readonly facts: FilmingFacts;
  /** New frames per second around the swing of a clip with repeated frames; null without them, or while measuring. */
  readonly newPicturesPerSecond: number | null;
}

/** The facts of one of the visitor's own files; empty without one. */
export function useFileFootage(file: File | null, annotations: SwingAnnotations): FootageReading {
  const { clip, state } = usePlayableSource(file);
  const facts = useAnswer(file, readFilmingFacts) ?? NO_FILMING_FACTS;
  const pictures = useNewPictures(state.preview?.previewUrl ?? file, annotations);
  return { clip: clip ?? null, facts, newPicturesPerSecond: pictures };
}

/** The facts of a video of this site whose clip is known, such as a golfer's. */
export function useAddressFootage(
  address: string | null,
  clip: Clip | null,
  annotations: SwingAnnotations,
): FootageReading {
  return { clip, facts: NO_FILMING_FACTS, newPicturesPerSecond: useNewPictures(address, annotations) };
}

/** Marks move while they are corrected: decoding starts after this long without a change, in milliseconds. */
const PAUSE_MS = 1500;
/** The measured span around the swing, in downswings. */
const LEAD_IN = 3;

/** Measured once per swing, in idle time; the last result stays while marks move slightly. */
function useNewPictures(source: File | string | null, annotations: SwingAnnotations): number | null {
  const [read, setRead] = useState<{ source: File | string; perSecond: number | null } | null>(null);
  const { restTime, strikeTime } = annotations;
  const downswing = downswingOf(annotations);
  useEffect(() => {
    if (!source || downswing === null || strikeTime === null) return;
    const from = restTime ?? strikeTime - LEAD_IN * downswing;
    const stop = new AbortController();
    const callOff = afterPause(() => {
      readPictureChanges(source, { from, to: strikeTime, signal: stop.signal }).then(
        (changes) => setRead({ source, perSecond: newPicturesPerSecond(changes) }),
        () => undefined,
      );
    });
    return () => {
      callOff();
      stop.abort();
    };
  }, [source, restTime, strikeTime, downswing]);
  return read && read.source === source ? read.perSecond : null;
}

/** Runs the work after a pause, once the browser is idle. Returns the function that cancels it. */
function afterPause(work: () => void): () => void {
  let callOff = () => clearTimeout(pause);
  const pause = setTimeout(() => {
    callOff = whenIdle(work, PAUSE_MS);
  }, PAUSE_MS);
  return () => callOff();
}
