// Switches for the alignment and, where all positions meet, for the tempo. They take effect during playback.
import { useId } from 'react';
import { ALIGNMENTS, type Alignment, otherSide, SIDES, type Side } from '#domain/comparison/comparison-choices.ts';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { tempoChange } from '#domain/comparison/matched-positions.ts';
import { missingFor } from '#domain/comparison/readiness.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { Status } from '#web/ui/problem.tsx';
import { RadioTile } from '#web/ui/radio.tsx';
import { formatDecimals } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';

interface AlignmentSwitchProps {
  readonly alignment: Alignment;
  readonly marks: Readonly<Record<Side, SwingAnnotations>>;
  readonly onChange: (alignment: Alignment) => void;
}

const ROW = 'flex flex-wrap items-center gap-0.5 rounded-md bg-sunken p-0.5';
const TILE =
  'flex min-h-11 grow items-center justify-center gap-1.5 rounded-md px-2 text-sm font-semibold whitespace-nowrap text-ink-soft hover:text-ink';

/** The alignments. Those with missing marks are disabled; for all positions, a note lists the missing marks. */
export function AlignmentSwitch({ alignment, marks, onChange }: AlignmentSwitchProps) {
  const group = useId();
  const missing = useId();
  const canMeet = (choice: Alignment) => SIDES.every((side) => missingFor(choice, marks[side]).length === 0);
  return (
    <fieldset className={ROW}>
      <legend className="sr-only">{words.preview.meeting}</legend>
      {ALIGNMENTS.map((choice) => (
        <RadioTile
          key={choice}
          name={group}
          checked={alignment === choice}
          disabled={choice !== 'strike' && !canMeet(choice)}
          aria-describedby={choice === 'all' && !canMeet(choice) ? missing : undefined}
          onChange={() => onChange(choice)}
          className={TILE}
        >
          {words.preview.meetings[choice]}
        </RadioTile>
      ))}
      {!canMeet('all') && (
        <span id={missing} className="text-sm text-ink-soft">
          {say(words.preview.allNeeds, { marks: missingText(marks) })}
        </span>
      )}
    </fieldset>
  );
}

/** The missing marks of both sides, such as "your rest, the pro’s top". */
function missingText(marks: Readonly<Record<Side, SwingAnnotations>>): string {
  return SIDES.flatMap((side) =>
    missingFor('all', marks[side]).map((position) =>
      say(words.preview.marksInText[side], { position: words.swing.positionsInText[position] }),
    ),
  ).join(', ');
}

interface TempoSwitchProps {
  readonly plan: ComparisonPlan;
  readonly tempo: Side;
  readonly names: Readonly<Record<Side, string>>;
  readonly onChange: (tempo: Side) => void;
}

/** The choice of the leading side, and how much faster or slower than filmed the follower is shown. */
export function TempoSwitch({ plan, tempo, names, onChange }: TempoSwitchProps) {
  const group = useId();
  const fitted = otherSide(tempo);
  const change = tempoChange(plan.panes[fitted]);
  return (
    <>
      <fieldset className={ROW}>
        <legend className="sr-only">{words.preview.tempo}</legend>
        {SIDES.map((choice) => (
          <RadioTile
            key={choice}
            name={group}
            checked={tempo === choice}
            onChange={() => onChange(choice)}
            className={TILE}
          >
            {words.preview.tempos[choice]}
          </RadioTile>
        ))}
      </fieldset>
      {change && (
        <Status className="figures text-sm">
          {say(words.preview.tempoMatched[fitted], {
            name: names[fitted],
            back: formatDecimals(change.back, 2),
            down: formatDecimals(change.down, 2),
          })}
        </Status>
      )}
    </>
  );
}
