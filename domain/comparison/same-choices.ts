// Whether two choices, or two parts of them, show the same.

import { SIDES } from '#domain/side.ts';
import { type ComparisonChoices, type GolferBox, laysOver, NO_FIT, type PictureFit } from './comparison-choices.ts';

/** Whether two choices produce the same comparison. */
export function areSameChoices(a: ComparisonChoices, b: ComparisonChoices): boolean {
  return JSON.stringify(effective(a)) === JSON.stringify(effective(b));
}

/** The choices that change what is shown, in a fixed order; false for one that has no effect beside the others. */
function effective(choices: ComparisonChoices): readonly unknown[] {
  const { layout, framing, ghost, names } = choices;
  const isOver = laysOver(layout);
  const isFramed = framing !== 'full';
  const sides = SIDES.map((side) => {
    const { isMirrored, nudgeFrames, slowMotionFactor, fit, box } = choices[side];
    return [
      isMirrored,
      nudgeFrames,
      slowMotionFactor,
      isFramed && !isOver && fitOf(fit),
      (isFramed || isOver) && boxOf(box),
    ];
  });
  return [
    ...[choices.tempo, layout, framing, choices.hasBodyLines, choices.hasEvidence, choices.hasStrip, choices.isSwapped],
    layout === 'ghost' && [ghost.look, ghost.strengthPercent],
    isOver && fitOf(ghost.fit),
    layout === 'wipe' && choices.wipePercent,
    names.isShown && [names.user, names.pro],
    ...sides,
  ];
}

/** Whether a fit leaves the picture at its automatic place. */
export function isUnmoved(fit: PictureFit): boolean {
  return String(fitOf(fit)) === String(fitOf(NO_FIT));
}

/** Whether two boxes are equal, or both unset. */
export function areSameBoxes(a: GolferBox | null, b: GolferBox | null): boolean {
  return String(boxOf(a)) === String(boxOf(b));
}

function fitOf({ sizePercent, rightPercent, upPercent }: PictureFit): readonly number[] {
  return [sizePercent, rightPercent, upPercent];
}

function boxOf(box: GolferBox | null): readonly number[] | null {
  return box && [box.headPermille, box.solesPermille, box.middlePermille];
}
