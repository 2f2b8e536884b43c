// 'Body at each position': angles and movements of both golfers beside each other. Imports the frame reader, so pages
// load it lazily (body-section.tsx).
import { compareBodies, viewsDiffer } from '#domain/comparison/body-comparison.ts';
import { SIDES, type Side } from '#domain/comparison/comparison-choices.ts';
import { isUnderWay } from '#web/body/clip-body.ts';
import { isBallKnown } from '#web/body/club-and-ball.ts';
import { type SideBody, useBodies } from '#web/body/use-bodies.ts';
import { Card } from '#web/ui/card.tsx';
import { type ComparedSwings, useComparisonSides } from '#web/videos/use-comparison-sides.ts';
import { say, words } from '#web/words/words.ts';
import { BodyTable } from './body-table.tsx';

/** The card. Empty until body tracking has started, or when neither golfer can be tracked. */
export default function BodyCard(compared: ComparedSwings) {
  const sides = useComparisonSides(compared);
  const bodies = useBodies(compared, sides);
  if (!SIDES.some((side) => bodies[side].measured || isUnderWay(bodies[side].look))) return null;
  const measured = { user: bodies.user.measured, pro: bodies.pro.measured };
  const names = { user: words.swing.you, pro: sides.pro.golferName ?? words.swing.yourPro };
  const differ = viewsDiffer(measured);
  return (
    <Card heading={words.body.heading}>
      {differ && <p className="mb-4 max-w-prose font-semibold">{differentViews(bodies, names.pro)}</p>}
      <BodyTable
        rows={compareBodies(measured)}
        names={names}
        hasDifferences={!differ}
        isBallKnown={SIDES.every((side) => isBallSettled(bodies[side]))}
      />
      <p className="mt-3 max-w-prose text-sm text-ink-soft">{words.body.foundBy}</p>
    </Card>
  );
}

/** False while a golfer is being tracked: a ball's row that has appeared stays. A golfer who cannot be tracked has no ball. */
function isBallSettled({ facts, measured, look }: SideBody): boolean {
  if (isUnderWay(look)) return false;
  return measured === null || (facts !== null && isBallKnown(facts.track));
}

function differentViews({ user, pro }: Readonly<Record<Side, SideBody>>, name: string): string {
  const viewOf = ({ measured }: SideBody) => words.body.viewsInText[measured?.angles.view ?? 'face-on'];
  return say(words.body.viewsDiffer, { user: viewOf(user), pro: name, other: viewOf(pro) });
}
