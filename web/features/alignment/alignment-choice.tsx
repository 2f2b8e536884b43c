// The choice of alignment: strike, top, or all three positions.
import { ALIGNMENTS, type Alignment, eventOf, type Side } from '#domain/comparison/comparison-choices.ts';
import { POSITIONS, type Position } from '#domain/swing/swing.ts';
import { POSITION_PATHS } from '#web/swing/position-shape.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { words } from '#web/words/words.ts';

interface AlignmentChoiceProps {
  value: Alignment;
  disabled: boolean;
  onChange: (alignment: Alignment) => void;
}

/** Radio buttons with the specification's two labels and a third, each with a picture of its effect. */
export function AlignmentChoice({ value, disabled, onChange }: AlignmentChoiceProps) {
  return (
    <fieldset disabled={disabled} className="grid gap-2 sm:grid-cols-3 sm:gap-3">
      <legend className="sr-only">{words.alignment.group}</legend>
      {ALIGNMENTS.map((alignment) => (
        <label
          key={alignment}
          className={classNames(
            'grid items-center gap-2 rounded-md border-2 bg-raised px-3 py-2 sm:grid-cols-1 sm:content-between sm:p-4 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
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
              <span id={`alignment-${alignment}`} className="block text-xs leading-tight text-ink-soft sm:text-sm">
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

/** Rest, top and strike of an example, on a line 100 units wide. The pro's backswing is quicker. */
const EXAMPLE: Readonly<Record<Side, Readonly<Record<Position, number>>>> = {
  user: { rest: 0, top: 52, strike: 72 },
  pro: { rest: 0, top: 36, strike: 48 },
};

function MeetingPicture({ alignment }: { alignment: Alignment }) {
  const event = eventOf(alignment);
  const meeting: readonly Position[] = alignment === 'all' ? POSITIONS : [event];
  const example = alignment === 'all' ? { user: EXAMPLE.user, pro: EXAMPLE.user } : EXAMPLE;
  const meetAt = 12 + example.user[event];
  return (
    <svg viewBox="0 0 100 34" aria-hidden="true" className="w-full max-w-xs max-sm:hidden">
      {meeting.map((position) => (
        <line
          key={position}
          x1={12 + example.user[position]}
          x2={12 + example.user[position]}
          y1="1"
          y2="33"
          className="stroke-flag"
          strokeWidth="1"
          strokeDasharray="2 2"
        />
      ))}
      <ExampleSwing side="user" example={example.user} shift={meetAt - example.user[event]} y={10} />
      <ExampleSwing side="pro" example={example.pro} shift={meetAt - example.pro[event]} y={24} />
    </svg>
  );
}

interface ExampleSwingProps {
  side: Side;
  example: Readonly<Record<Position, number>>;
  shift: number;
  y: number;
}

function ExampleSwing({ side, example, shift, y }: ExampleSwingProps) {
  const { rest, top, strike } = example;
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
