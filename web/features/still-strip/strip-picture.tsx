// Makes the strip's picture from the videos of both swings and shows it. Imports the frame reader, so it is loaded
// lazily.
import { Download, RotateCcw, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { bodyOverTime } from '#domain/body/body-over-time.ts';
import type { BodyTrack } from '#domain/body/body-track.ts';
import { skeletonOf } from '#domain/body/skeleton.ts';
import type { ComparisonChoices } from '#domain/comparison/comparison-choices.ts';
import { SIDES, type Side } from '#domain/comparison/comparison-choices.ts';
import type { BodyFacts } from '#domain/comparison/comparison-plan.ts';
import { POSITIONS, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import { stillStripFileName } from '#domain/video/file-name.ts';
import { clipBodyOf } from '#web/body/clip-body.ts';
import { saveFile, today } from '#web/lib/save-file.ts';
import { pictureName, usualNames } from '#web/player/framing/picture-names.ts';
import { tempoText } from '#web/swing/tempo-words.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { readStills } from '#web/videos/stills/read-stills.ts';
import { type ComparedSwings, type ComparisonSide, useComparisonSides } from '#web/videos/use-comparison-sides.ts';
import { formatSeconds } from '#web/words/format-time.ts';
import { say, words } from '#web/words/words.ts';
import { drawStrip, type StripColors, type StripSide } from './draw-strip.ts';
import { type StillFrame, sameSizeFrames, wholeFrame } from './same-size.ts';
import { SendPicture } from './send-picture.tsx';

/** The comparison of a strip. */
export interface StripOfComparison extends ComparedSwings {
  readonly choices: ComparisonChoices;
}

type Made = { readonly file: Blob; readonly url: string } | 'making' | 'failed';

/** The picture with its buttons, or its progress. */
export default function StripPicture({ choices, onClose, ...swings }: StripOfComparison & { onClose: () => void }) {
  const frameRef = useRef<HTMLElement>(null);
  const sides = useComparisonSides(swings);
  const proFile = swings.pro.golferId === null ? swings.pro.video.file : null;
  const { made, again } = useStrip(sides, { user: swings.user.file, pro: proFile }, choices, frameRef);
  const name = stillStripFileName({ golferName: sides.pro.golferName, day: today() });

  return (
    <figure ref={frameRef} className="stage grid justify-items-start gap-3 rounded-md border border-line p-3 sm:p-4">
      {made === 'making' && (
        <p role="status" className="flex items-center gap-3">
          <Spinner /> {words.stillStrip.making}
        </p>
      )}
      {made === 'failed' && (
        <p role="alert" className="font-semibold text-flag-ink">
          {words.stillStrip.failed}
        </p>
      )}
      {typeof made === 'object' && (
        <img
          src={made.url}
          alt={say(words.stillStrip.picture, { pro: sides.pro.golferName ?? words.stillStrip.yourProInText })}
          className="max-h-[80svh] w-full object-contain object-left"
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        {typeof made === 'object' && (
          <>
            <Button variant="secondary" onClick={() => saveFile(made.file, name)}>
              <Download aria-hidden="true" className="size-5" />
              {words.stillStrip.save}
            </Button>
            <SendPicture picture={made.file} name={name} />
          </>
        )}
        {made === 'failed' && (
          <Button onClick={again}>
            <RotateCcw aria-hidden="true" className="size-5" />
            {words.actions.tryAgain}
          </Button>
        )}
        <Button variant="ghost" onClick={onClose}>
          <X aria-hidden="true" className="size-5" />
          {words.actions.close}
        </Button>
      </div>
    </figure>
  );
}

function useStrip(
  { user, pro }: Readonly<Record<Side, ComparisonSide>>,
  files: Files,
  choices: ComparisonChoices,
  frameRef: React.RefObject<HTMLElement | null>,
) {
  const { user: userFile, pro: proFile } = files;
  const [made, setMade] = useState<Made>('making');
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` makes it once more
  useEffect(() => {
    const frame = frameRef.current;
    if (user.annotatedClip === null || pro.annotatedClip === null) setMade('failed');
    if (!frame || !user.annotatedClip || !pro.annotatedClip) return;
    const controller = new AbortController();
    let url: string | null = null;
    setMade('making');
    makeStrip({ user, pro }, { user: userFile, pro: proFile }, choices, colorsOf(frame), controller.signal).then(
      (file) => {
        if (controller.signal.aborted) return;
        url = URL.createObjectURL(file);
        setMade({ file, url });
      },
      () => !controller.signal.aborted && setMade('failed'),
    );
    return () => {
      controller.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [user, pro, userFile, proFile, choices, frameRef, round]);
  return { made, again: () => setRound((count) => count + 1) };
}

async function makeStrip(
  sides: Readonly<Record<Side, ComparisonSide>>,
  files: Files,
  choices: ComparisonChoices,
  colors: StripColors,
  signal: AbortSignal,
): Promise<Blob> {
  await document.fonts.ready;
  const usual = usualNames(sides.pro.golferName);
  const bodies = { user: bodyOf(files.user, sides.user), pro: bodyOf(files.pro, sides.pro) };
  const [userClip, proClip] = [sides.user.annotatedClip, sides.pro.annotatedClip];
  const frames = userClip && proClip && sameSizeFrames({ user: userClip, pro: proClip }, bodies, choices);
  const sideOf = (side: Side) =>
    stripSide(sides[side], {
      name: pictureName(choices.names, side, usual),
      isMirrored: choices[side].isMirrored,
      frame: frames?.[side] ?? null,
      track: choices.hasBodyLines ? (bodies[side]?.track ?? null) : null,
      signal,
    });
  const user = await sideOf('user');
  const pro = await sideOf('pro');
  const canvas = drawStrip({ user, pro }, choices.isSwapped ? SIDES.toReversed() : SIDES, colors);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture came of it'))), 'image/png');
  });
}

/** The visitor's own files; null for a golfer of the library. */
type Files = Readonly<Record<Side, File | null>>;

/** The body facts of a side known so far. This starts no search. */
function bodyOf(file: File | null, { src }: ComparisonSide): BodyFacts | null {
  const of = file ?? src;
  return of === null ? null : clipBodyOf(of).getState().facts;
}

/** The body lines at each marked position. */
function linesAt(track: BodyTrack, annotations: SwingAnnotations): StripSide['bodyLines'] {
  const bodyAt = bodyOverTime(track);
  return Object.fromEntries(
    POSITIONS.flatMap((position) => {
      const time = timeOf(annotations, position);
      const body = time === null ? null : bodyAt(time);
      return body ? [[position, skeletonOf(body).lines]] : [];
    }),
  );
}

interface StripSideOptions extends Pick<StripSide, 'name' | 'isMirrored'> {
  /** Null for the whole picture. */
  readonly frame: StillFrame | null;
  /** Null if body lines are off or unknown. */
  readonly track: BodyTrack | null;
  readonly signal: AbortSignal;
}

async function stripSide(
  { src, annotatedClip, slowMotionFactor }: ComparisonSide,
  { name, isMirrored, frame, track, signal }: StripSideOptions,
): Promise<StripSide> {
  if (!src || !annotatedClip) throw new Error('There is no video');
  const { clip, annotations } = annotatedClip;
  const read = await readStills({ src, frameTimes: clip.frameTimes, annotations }, signal);
  return {
    ...read,
    ...{ name, isMirrored },
    frame: frame ?? wholeFrame(read.size),
    tempo: tempoText({ clip, annotations, slowMotionFactor }),
    times: timesOf(annotations, slowMotionFactor),
    bodyLines: track ? linesAt(track, annotations) : {},
  };
}

/** The true time from each position to the strike, such as "0.24 s before the strike". */
function timesOf(annotations: SwingAnnotations, slowMotionFactor: number): StripSide['times'] {
  const strikeAt = annotations.strikeTime;
  return Object.fromEntries(
    POSITIONS.flatMap((position) => {
      const time = timeOf(annotations, position);
      if (time === null) return [];
      if (position === 'strike' || strikeAt === null) return [[position, words.swing.positions.strike]];
      const seconds = formatSeconds((strikeAt - time) / slowMotionFactor);
      return [[position, say(words.stillStrip.beforeStrike, { seconds })]];
    }),
  );
}

function colorsOf(frame: HTMLElement): StripColors {
  const style = getComputedStyle(frame);
  const color = (name: string) => style.getPropertyValue(`--color-${name}`).trim();
  return {
    paper: color('paper'),
    ink: color('ink'),
    soft: color('ink-soft'),
    empty: color('sunken'),
    user: color('you'),
    pro: color('pro'),
  };
}
