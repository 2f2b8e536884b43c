// The choice between strike and top alignment.
import { ALIGNMENTS, type Alignment, type Side } from '#domain/comparison/comparison-plan.ts';
import type { Position } from '#domain/swing/swing.ts';
import { POSITION_PATHS } from '#web/swing/position-shape.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { words } from '#web/words/words.ts';

interface AlignmentChoiceProps {
  value: Alignment;
  disabled: boolean;
  onChange: (alignment: Alignment) => void;
}

/** Two radio buttons with the specification's labels, each with a picture of what it does. */
export function AlignmentChoice({ value, disabled, onChange }: AlignmentChoiceProps) {
  return (
    <fieldset disabled={disabled} className="grid gap-3 sm:grid-cols-2">
      <legend className="sr-only">{words.alignment.group}</legend>
      {ALIGNMENTS.map((alignment) => (
        <label
          key={alignment}
          className={classNames(
            'grid gap-3 rounded-md border-2 bg-raised p-4 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            disabled ? 'cursor-not-allowed border-line' : 'cursor-pointer border-edge has-checked:border-flag',
          )}
        >
          <span className="flex items-start gap-3">
            <input
              type="radio"
              name="alignment"
              value={alignment}
              checked={value === alignment}
              aria-label={words.swing.alignments[alignment]}
              aria-describedby={`alignment-${alignment}`}
              onChange={() => onChange(alignment)}
              className="mt-0.5 size-5 accent-flag"
            />
            <span className={disabled ? 'text-ink-soft' : undefined}>
              <span className="block font-bold">{words.swing.alignments[alignment]}</span>
              <span id={`alignment-${alignment}`} className="text-sm text-ink-soft">
                {words.alignment.explanations[alignment]}
              </span>
            </span>
          </span>
          <MeetingPicture alignment={alignment} />
        </label>
      ))}
    </fieldset>
  );
}

/** Where rest, top and strike of an example stand on a line 100 wide; the pro's backswing is the quicker one. */
const EXAMPLE: Readonly<Record<Side, Readonly<Record<Position, number>>>> = {
  user: { rest: 0, top: 52, strike: 72 },
  pro: { rest: 0, top: 36, strike: 48 },
};

function MeetingPicture({ alignment }: { alignment: Alignment }) {
  const meetAt = 12 + EXAMPLE.user[alignment];
  return (
    <svg viewBox="0 0 100 34" aria-hidden="true" className="w-full max-w-xs">
      <line x1={meetAt} x2={meetAt} y1="1" y2="33" className="stroke-flag" strokeWidth="1" strokeDasharray="2 2" />
      <ExampleSwing side="user" shift={meetAt - EXAMPLE.user[alignment]} y={10} />
      <ExampleSwing side="pro" shift={meetAt - EXAMPLE.pro[alignment]} y={24} />
    </svg>
  );
}

function ExampleSwing({ side, shift, y }: { side: Side; shift: number; y: number }) {
  const { rest, top, strike } = EXAMPLE[side];
  return (
    <g className={side === 'user' ? 'fill-you stroke-you' : 'fill-pro stroke-pro'}>
      <line x1={shift + rest} x2={shift + strike} y1={y} y2={y} strokeWidth="1.5" />
      {(['rest', 'top', 'strike'] as const).map((position) => (
        <g
          key={position}
          transform={`translate(${shift + { rest, top, strike }[position] - 4} ${y - 4}) scale(.5)`}
          stroke="none"
        >
          <path d={POSITION_PATHS[position]} />
        </g>
      ))}
    </g>
  );
}
