// A picture of both swings of a comparison, made from their videos. Imports the frame reader, so it is loaded lazily.
import { useMemo, useRef } from 'react';
import { bySide, type ComparisonChoices, SIDES, type Side } from '#domain/comparison/comparison-choices.ts';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { type SideBody, useBodies } from '#web/body/use-bodies.ts';
import { today } from '#web/lib/save-file.ts';
import { pictureName, usualNames } from '#web/player/framing/picture-names.ts';
import { type ComparedSwings, type ComparisonSide, useComparisonSides } from '#web/videos/use-comparison-sides.ts';
import { MadePicture, type MakePicture, useMadePicture } from './made-picture.tsx';
import { pngOf, type StillColors } from './paint-still.ts';
import { stillsPlan } from './same-size.ts';

export interface PictureFacts {
  readonly swings: ComparedSwings;
  readonly sides: Readonly<Record<Side, ComparisonSide>>;
  /** As far as they are known: a picture starts no search. */
  readonly bodies: Readonly<Record<Side, SideBody>>;
  readonly choices: ComparisonChoices;
  /** Both stills beside each other; null where the clips cannot be compared. */
  readonly plan: ComparisonPlan | null;
  readonly order: readonly Side[];
  /** The text on each side, and whether its picture is mirrored. */
  readonly shown: Readonly<Record<Side, { readonly name: string; readonly isMirrored: boolean }>>;
}

/** Paints a picture on a new canvas. */
export type PaintPicture = (
  facts: PictureFacts,
  colors: StillColors,
  signal: AbortSignal,
) => Promise<HTMLCanvasElement>;

interface ComparisonPictureProps extends ComparedSwings {
  readonly choices: ComparisonChoices;
  /** A change of it makes the picture again. */
  readonly paint: PaintPicture;
  readonly fileName: (of: { readonly golferName: string | null; readonly day: string }) => string;
  /** What the picture shows, for the golfer's name. */
  readonly alt: (golferName: string | null) => string;
  /** Which picture is being made. */
  readonly making: string;
  readonly className?: string;
  readonly onClose: () => void;
}

/** The picture with its buttons, or its progress. */
export function ComparisonPicture(props: ComparisonPictureProps) {
  const { user, pro, choices, paint, fileName, alt, making, className = '', onClose } = props;
  const frameRef = useRef<HTMLElement>(null);
  const sides = useComparisonSides({ user, pro });
  const bodies = useBodies({ user, pro }, sides);
  const { golferName } = sides.pro;
  const make = useMemo((): MakePicture | null | undefined => {
    const clips = [sides.user.annotatedClip, sides.pro.annotatedClip];
    if (clips.includes(null)) return null;
    if (clips.includes(undefined)) return;
    return async (colors, signal) => {
      await document.fonts.ready;
      return pngOf(await paint(factsOf({ user, pro }, { sides, bodies, choices }), colors, signal));
    };
  }, [user, pro, sides, bodies, choices, paint]);
  const { made, again } = useMadePicture(make, frameRef);
  return (
    <figure ref={frameRef} className={`grid justify-items-start gap-3 ${className}`}>
      <MadePicture
        {...{ made, again, making, onClose }}
        name={fileName({ golferName, day: today() })}
        alt={alt(golferName)}
      />
    </figure>
  );
}

function factsOf(
  swings: ComparedSwings,
  { sides, bodies, choices }: Pick<PictureFacts, 'sides' | 'bodies' | 'choices'>,
): PictureFacts {
  const [user, pro] = [sides.user.annotatedClip, sides.pro.annotatedClip];
  const known = bySide((side) => bodies[side].facts);
  const usual = usualNames(sides.pro.golferName);
  return {
    ...{ swings, sides, bodies, choices },
    plan: (user && pro && stillsPlan({ user, pro }, known, choices)) ?? null,
    order: choices.isSwapped ? SIDES.toReversed() : SIDES,
    shown: bySide((side) => ({
      name: pictureName(choices.names, side, usual),
      isMirrored: choices[side].isMirrored,
    })),
  };
}
