// What a side is called, in the corner of its picture: a short name with the side's colour.
import type { Side } from '#domain/comparison/comparison-choices.ts';
import { classNames } from '#web/ui/class-names.ts';

interface NameTagProps {
  readonly side: Side;
  readonly name: string;
  /** Whether it is to be seen; it is read out in any case. */
  readonly isShown: boolean;
  readonly place: 'left' | 'right' | 'below';
}

const DOTS = { user: 'bg-you', pro: 'bg-pro' } as const;
const PLACES = { left: 'top-2 left-2', right: 'top-2 right-2', below: 'top-10 left-2' } as const;

/** The tag. */
export function NameTag({ side, name, isShown, place }: NameTagProps) {
  return (
    <span
      data-name={side}
      className={classNames(
        isShown
          ? 'pointer-events-none absolute z-2 flex max-w-[calc(100%-1rem)] items-center gap-1.5 rounded-md bg-black/65 px-2 py-0.5 text-[0.8125rem] font-semibold text-white'
          : 'sr-only',
        isShown && PLACES[place],
      )}
    >
      <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${DOTS[side]}`} />
      <span className="truncate">{name}</span>
    </span>
  );
}
