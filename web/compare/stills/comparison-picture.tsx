// A picture of both swings of a comparison, made from their videos on this device.
import { type ReactNode, useMemo } from 'react';
import { type ComparisonChoices, withSlowMotion } from '#domain/comparison/comparison-choices.ts';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { bySide, SIDES, type Side } from '#domain/side.ts';
import { type SideBody, useBodies } from '#web/body/use-bodies.ts';
import { type StillColors, stillsPlan } from '#web/clip/paint-still.ts';
import { type ComparedSwings, type ComparisonSide, useComparisonSides } from '#web/clip/use-comparison-sides.ts';
import { today } from '#web/lib/save-file.tsx';
import { pictureName, usualNames } from '#web/player/framing/picture-names.ts';
import { MadePicture, type PaintedPicture, type PictureSpots } from './made-picture.tsx';

export interface PictureFacts {
  readonly swings: ComparedSwings;
  readonly sides: Readonly<Record<Side, ComparisonSide>>;
  /** Only if they are known already: making a picture starts no search. */
  readonly bodies: Readonly<Record<Side, SideBody>>;
  readonly choices: ComparisonChoices;
  /** Both stills beside each other; null where the clips cannot be compared. */
  readonly plan: ComparisonPlan | null;
  readonly order: readonly Side[];
  /** The text on each side, and whether its picture is mirrored. */
  readonly shown: Readonly<Record<Side, { readonly name: string; readonly isMirrored: boolean }>>;
}

export type PaintPicture = (facts: PictureFacts, colors: StillColors, signal: AbortSignal) => Promise<PaintedPicture>;

interface ComparisonPictureProps extends ComparedSwings {
  readonly choices: ComparisonChoices;
  /** How much of both pictures is shown; the golfers if omitted. */
  readonly framing?: ComparisonChoices['framing'];
  readonly spots?: PictureSpots;
  /** More controls under the picture; null for none. */
  readonly below?: ((facts: PictureFacts) => ReactNode) | null;
  /** A change of it makes the picture again. */
  readonly paint: PaintPicture;
  readonly fileName: (of: { readonly golferName: string | null; readonly day: string }) => string;
  /** What the picture shows, for the golfer's name and the number of parts that can be pressed. */
  readonly alt: (golferName: string | null, spotCount: number) => string;
  readonly making: string;
  readonly className?: string;
  readonly onClose: () => void;
}

export function ComparisonPicture(props: ComparisonPictureProps) {
  const {
    user,
    pro,
    choices,
    framing = 'golfers',
    paint,
    spots = null,
    below = null,
    fileName,
    alt,
    making,
    className = '',
    onClose,
  } = props;
  const sides = useComparisonSides({ user, pro });
  const bodies = useBodies({ user, pro }, sides);
  const { golferName } = sides.pro;
  const facts = useMemo(
    () => factsOf({ user, pro }, { sides, bodies, choices }, framing),
    [user, pro, sides, bodies, choices, framing],
  );
  const painted = useMemo(() => {
    const clips = [facts.sides.user.annotatedClip, facts.sides.pro.annotatedClip];
    if (clips.includes(null)) return null;
    if (clips.includes(undefined)) return;
    return (colors: StillColors, signal: AbortSignal) => paint(facts, colors, signal);
  }, [facts, paint]);
  return (
    <MadePicture
      paint={painted}
      spots={spots}
      fileName={fileName({ golferName, day: today() })}
      alt={(spotCount) => alt(golferName, spotCount)}
      below={below?.(facts)}
      {...{ making, className, onClose }}
    />
  );
}

function factsOf(
  swings: ComparedSwings,
  { sides, bodies, choices }: Pick<PictureFacts, 'sides' | 'bodies' | 'choices'>,
  framing: ComparisonChoices['framing'],
): PictureFacts {
  const [user, pro] = [sides.user.annotatedClip, sides.pro.annotatedClip];
  const known = bySide((side) => bodies[side].facts);
  const factors = bySide((side) => sides[side].slowMotionFactor);
  const usual = usualNames(sides.pro.golferName);
  return {
    swings,
    sides,
    bodies,
    choices,
    plan: (user && pro && stillsPlan({ user, pro }, known, withSlowMotion(choices, factors), framing)) ?? null,
    order: choices.isSwapped ? SIDES.toReversed() : SIDES,
    shown: bySide((side) => ({ name: pictureName(choices.names, side, usual), isMirrored: choices[side].isMirrored })),
  };
}
