// 'Swing Timing Analysis': the picture, the tempo ratio, then SPEC §9's table. Numbers come from the domain.
import type { Alignment, Side } from '#domain/comparison-plan.ts';
import { formatRatio } from '#domain/format-time.ts';
import type { SwingAnnotations } from '#domain/swing.ts';
import { analyseTiming } from '#domain/timing-analysis.ts';
import { Card } from '#web/ui/card.tsx';
import { TimingPicture } from './timing-picture.tsx';
import { TimingTable } from './timing-table.tsx';

interface TimingCardProps {
  user: SwingAnnotations;
  pro: SwingAnnotations;
  /** The golfer's name, or null for the visitor's own pro video. */
  proName: string | null;
  alignment: Alignment;
}

/** The card. */
export function TimingCard({ user, pro, proName, alignment }: TimingCardProps) {
  const { phases, tempoRatio } = analyseTiming(user, pro);
  const names = { user: 'You', pro: proName ?? 'Pro' };
  return (
    <Card heading="Swing Timing Analysis">
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_auto] lg:gap-12">
        <TimingPicture annotations={{ user, pro }} names={names} alignment={alignment} />
        <Tempo ratio={tempoRatio} names={names} />
      </div>
      <TimingTable phases={phases} names={names} />
    </Card>
  );
}

function Tempo({ ratio, names }: { ratio: Record<Side, number | null>; names: Record<Side, string> }) {
  return (
    <dl className="grid content-start gap-x-8 gap-y-4 max-lg:grid-cols-2">
      <div className="text-you">
        <dt className="text-sm font-bold">{names.user}: tempo</dt>
        <dd className="display figures text-4xl whitespace-nowrap sm:text-5xl">{formatRatio(ratio.user)}</dd>
      </div>
      <div className="text-pro">
        <dt className="text-sm font-bold [overflow-wrap:anywhere]">{names.pro}: tempo</dt>
        <dd className="display figures text-4xl whitespace-nowrap sm:text-5xl">{formatRatio(ratio.pro)}</dd>
      </div>
      <div className="max-w-64 text-sm text-ink-soft max-lg:col-span-2">
        <dt className="sr-only">What tempo means</dt>
        <dd>Backswing to downswing. Slow motion cannot distort it.</dd>
      </div>
    </dl>
  );
}
