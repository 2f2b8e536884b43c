// The picture of all differences, from the videos of both swings.
import { useCallback } from 'react';
import { bySide, type ComparisonChoices, type Side } from '#domain/comparison/comparison-choices.ts';
import { TOLD_HEIGHT_CM } from '#domain/comparison/differences.ts';
import { onShownFrames, timeOf } from '#domain/swing/swing.ts';
import { differencesFileName } from '#domain/video/file-name.ts';
import type { ShownDifference } from '#web/body/compared-differences.ts';
import { differenceText, marginText } from '#web/swing/difference-words.ts';
import { readFrames } from '#web/videos/stills/read-stills.ts';
import type { ComparedSwings, ComparisonSide } from '#web/videos/use-comparison-sides.ts';
import { formatDecimals } from '#web/words/numbers.ts';
import { say, words } from '#web/words/words.ts';
import { ComparisonPicture, type PaintPicture } from './comparison-picture.tsx';
import { type DifferenceRow, drawDifferences } from './draw-differences.ts';
import { framesIn, linesIn } from './same-size.ts';

export interface DifferencesOfComparison extends ComparedSwings {
  readonly choices: ComparisonChoices;
  readonly differences: readonly ShownDifference[];
}

/** The picture with its buttons, or its progress. */
export default function DifferencesPicture(props: DifferencesOfComparison & { readonly onClose: () => void }) {
  const { differences } = props;
  const paint = useCallback<PaintPicture>((...facts) => paintPicture(differences, ...facts), [differences]);
  return (
    <ComparisonPicture
      {...props}
      paint={paint}
      fileName={differencesFileName}
      alt={(golferName) => differences.map(({ difference }) => differenceText(difference, golferName)).join(' ')}
      making={words.differences.making}
    />
  );
}

async function paintPicture(
  differences: readonly ShownDifference[],
  ...[{ sides, plan, order, shown }, colors, signal]: Parameters<PaintPicture>
): Promise<HTMLCanvasElement> {
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
    return {
      label:
        margin === null
          ? say(words.differences.row, facts)
          : say(words.differences.rowWithMargin, { ...facts, margin }),
      sentence: differenceText(difference, sides.pro.golferName),
      stills: bySide((side) => {
        const drawn = evidence[side];
        return { still: stills[side][index], strokes: drawn ? linesIn(plan, side, drawn) : [] };
      }),
    };
  });
  const frames = framesIn(plan);
  const isInCentimetres = differences.some(({ difference }) => difference.unit === 'centimetres');
  const metres = formatDecimals(TOLD_HEIGHT_CM / 100, 2);
  return drawDifferences(
    rows,
    bySide((side) => ({ ...shown[side], frame: frames[side] })),
    {
      order,
      note: isInCentimetres ? say(words.differences.footInCentimetres, { app: words.app.name, metres }) : null,
    },
    colors,
  );
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
