// Makes the picture of all differences from the videos of both swings and shows it. Imports the frame reader, so it is
// loaded lazily.
import { useMemo, useRef } from 'react';
import { type ComparisonChoices, SIDES, type Side } from '#domain/comparison/comparison-choices.ts';
import { TOLD_HEIGHT_CM } from '#domain/comparison/differences.ts';
import { onShownFrames, timeOf } from '#domain/swing/swing.ts';
import { differencesFileName } from '#domain/video/file-name.ts';
import type { ShownDifference } from '#web/body/compared-differences.ts';
import { type SideBody, useBodies } from '#web/body/use-bodies.ts';
import { today } from '#web/lib/save-file.ts';
import { pictureName, usualNames } from '#web/player/framing/picture-names.ts';
import { differenceText, marginText } from '#web/swing/difference-words.ts';
import { readFrames } from '#web/videos/stills/read-stills.ts';
import { type ComparedSwings, type ComparisonSide, useComparisonSides } from '#web/videos/use-comparison-sides.ts';
import { formatDecimals } from '#web/words/numbers.ts';
import { say, words } from '#web/words/words.ts';
import { type DifferenceRow, drawDifferences } from './draw-differences.ts';
import { MadePicture, type MakePicture, useMadePicture } from './made-picture.tsx';
import { pngOf } from './paint-still.ts';
import { framesIn, linesIn, stillsPlan } from './same-size.ts';

/** The differences of a comparison. */
export interface DifferencesOfComparison extends ComparedSwings {
  readonly choices: ComparisonChoices;
  readonly differences: readonly ShownDifference[];
}

/** The picture with its buttons, or its progress. */
export default function DifferencesPicture(props: DifferencesOfComparison & { onClose: () => void }) {
  const { user, pro, choices, differences, onClose } = props;
  const frameRef = useRef<HTMLElement>(null);
  const sides = useComparisonSides({ user, pro });
  const bodies = useBodies({ user, pro }, sides);
  const make = useMemo((): MakePicture | null | undefined => {
    const clips = [sides.user.annotatedClip, sides.pro.annotatedClip];
    if (clips.includes(null)) return null;
    if (clips.includes(undefined)) return;
    return (...target) => makePicture(differences, { sides, bodies, choices }, ...target);
  }, [sides, bodies, choices, differences]);
  const { made, again } = useMadePicture(make, frameRef);
  return (
    <figure ref={frameRef} className="grid justify-items-start gap-3">
      <MadePicture
        {...{ made, again, onClose }}
        name={differencesFileName({ golferName: sides.pro.golferName, day: today() })}
        alt={differences.map(({ difference }) => differenceText(difference, sides.pro.golferName)).join(' ')}
        making={words.differences.making}
      />
    </figure>
  );
}

interface PictureFacts {
  readonly sides: Readonly<Record<Side, ComparisonSide>>;
  readonly bodies: Readonly<Record<Side, SideBody>>;
  readonly choices: ComparisonChoices;
}

async function makePicture(
  differences: readonly ShownDifference[],
  { sides, bodies, choices }: PictureFacts,
  ...[colors, signal]: Parameters<MakePicture>
): Promise<Blob> {
  await document.fonts.ready;
  const [user, pro] = [sides.user.annotatedClip, sides.pro.annotatedClip];
  const plan = user && pro && stillsPlan({ user, pro }, { user: bodies.user.facts, pro: bodies.pro.facts }, choices);
  if (!plan) throw new Error('The clips cannot be compared');
  const timesIn = (side: Side) => differences.map((difference) => shownAt(difference, side, sides[side]));
  const stills = {
    user: await stillsOf(sides.user, timesIn('user'), signal),
    pro: await stillsOf(sides.pro, timesIn('pro'), signal),
  };
  const rows = differences.map(({ difference, evidence }, index): DifferenceRow => {
    const margin = marginText(difference);
    const facts = {
      ...{ number: index + 1, count: differences.length },
      confidence: words.differences.confidence[difference.confidence],
    };
    const of = (side: Side) => {
      const drawn = evidence[side];
      return { still: stills[side][index], strokes: drawn ? linesIn(plan, side, drawn) : [] };
    };
    return {
      label:
        margin === null
          ? say(words.differences.row, facts)
          : say(words.differences.rowWithMargin, { ...facts, margin }),
      sentence: differenceText(difference, sides.pro.golferName),
      stills: { user: of('user'), pro: of('pro') },
    };
  });
  const frames = framesIn(plan);
  const usual = usualNames(sides.pro.golferName);
  const sideOf = (side: Side) => ({
    name: pictureName(choices.names, side, usual),
    isMirrored: choices[side].isMirrored,
    frame: frames[side],
  });
  const isInCentimetres = differences.some(({ difference }) => difference.unit === 'centimetres');
  const metres = formatDecimals(TOLD_HEIGHT_CM / 100, 2);
  const canvas = drawDifferences(
    rows,
    { user: sideOf('user'), pro: sideOf('pro') },
    {
      order: choices.isSwapped ? SIDES.toReversed() : SIDES,
      note: isInCentimetres ? say(words.differences.footInCentimetres, { app: words.app.name, metres }) : null,
    },
    colors,
  );
  return pngOf(canvas);
}

/** The time of a side's clip that shows a difference: that of its evidence, else that of its position. */
function shownAt({ difference, evidence }: ShownDifference, side: Side, { annotatedClip }: ComparisonSide): number {
  const drawn = evidence[side];
  if (drawn) return drawn.at;
  if (!annotatedClip) return 0;
  const { clip, annotations } = annotatedClip;
  const position = difference.position === 'delivery' ? 'strike' : difference.position;
  return timeOf(onShownFrames(clip, annotations), position) ?? 0;
}

async function stillsOf({ src, annotatedClip }: ComparisonSide, times: readonly number[], signal: AbortSignal) {
  if (!src || !annotatedClip) throw new Error('There is no video');
  const { pictures } = await readFrames({ src, frameTimes: annotatedClip.clip.frameTimes }, times, signal);
  return pictures;
}
