// Up to three golfers that suit the visitor's swing, as small pictures with name, club and tempo.
import { type ReactNode, useId } from 'react';
import type { GolferCard } from '#contract/golfers.ts';
import { clubKindOf } from '#domain/library/golfer.ts';
import type { SuggestedGolfer } from '#domain/library/suggest-golfers.ts';
import { Lacking } from '#web/library/golfer-picker.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { StillPicture } from '#web/ui/preview-clip.tsx';
import { RadioTile } from '#web/ui/radio.tsx';
import { formatRatio, formatSeconds } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';

const ROW = 'grid grid-cols-3 gap-1.5 sm:gap-4';
const TILE = 'grid content-start gap-1 rounded-md p-1.5 text-left';

interface SuggestedGolfersProps {
  /** At least one golfer, the best match first. */
  readonly suggested: readonly SuggestedGolfer<GolferCard>[];
  readonly onChoose: (golfer: GolferCard) => void;
}

/** The golfer to compare with, as radio buttons named after the golfers. */
export function GolferChoice(props: SuggestedGolfersProps & { readonly chosenId: number }) {
  const { suggested, chosenId, onChoose } = props;
  const id = useId();
  const isUnsure = isAngleUnsure(suggested);
  return (
    <fieldset className="min-w-0 max-w-md" aria-describedby={isUnsure ? `${id}-warning` : undefined}>
      <legend className="mb-1 text-sm font-semibold low:sr-only">{words.golferPicker.compareWith}</legend>
      {isUnsure && <Warning id={`${id}-warning`} />}
      <Lacking suggested={suggested} instead={words.golferPicker.shownInstead} />
      <div className={ROW}>
        {suggested.map(({ golfer, isMirrored }) => (
          <RadioTile
            key={golfer.id}
            name={id}
            checked={golfer.id === chosenId}
            aria-label={golfer.name}
            aria-describedby={`${id}-${golfer.id}`}
            onChange={() => onChoose(golfer)}
            className={classNames(TILE, 'not-has-checked:bg-sunken')}
          >
            <Face
              {...{ golfer, isMirrored }}
              pictureClass="h-14 sm:h-20 low:hidden short:hidden"
              factsId={`${id}-${golfer.id}`}
            >
              <span className="line-clamp-2 text-xs leading-tight font-semibold [overflow-wrap:anywhere]">
                {golfer.name}
              </span>
            </Face>
          </RadioTile>
        ))}
      </div>
    </fieldset>
  );
}

/** The same golfers as buttons, for a swing that is marked already: a press begins the comparison. */
export function SuggestedGolfers({ suggested, onChoose }: SuggestedGolfersProps) {
  const id = useId();
  const isAlike = suggested.every((one) => one.isAlike);
  return (
    <section aria-labelledby={`${id}-heading`} className="grid gap-2">
      <h3 id={`${id}-heading`} className="text-lg font-bold">
        {isAlike ? words.golferPicker.suggested : words.golferPicker.suggestedUnlike}
      </h3>
      {isAngleUnsure(suggested) && <Warning id={`${id}-warning`} />}
      <Lacking suggested={suggested} instead={words.golferPicker.shownInstead} />
      <ul className={ROW}>
        {suggested.map(({ golfer, isMirrored }, index) => (
          <li key={golfer.id} className="grid">
            <button
              type="button"
              // Not the golfer's name alone, because the cards below are the buttons with these names.
              aria-label={say(words.golferPicker.suggestion, { number: index + 1 })}
              aria-describedby={`${id}-${golfer.id}-name ${id}-${golfer.id}`}
              onClick={() => onChoose(golfer)}
              className={classNames(TILE, 'bg-raised hover:bg-sunken')}
            >
              <Face {...{ golfer, isMirrored }} pictureClass="aspect-3/4 sm:aspect-4/3" factsId={`${id}-${golfer.id}`}>
                <span
                  id={`${id}-${golfer.id}-name`}
                  className="text-sm leading-snug font-semibold [overflow-wrap:anywhere]"
                >
                  {golfer.name}
                </span>
              </Face>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether the visitor has to compare the camera angles, because it is not known whether they differ. */
function isAngleUnsure(suggested: SuggestedGolfersProps['suggested']): boolean {
  return suggested.some(({ golfer, isAlike, lacking }) => !isAlike && (golfer.view === null || !lacking?.view));
}

function Warning({ id }: { readonly id: string }) {
  return (
    <p id={id} className="mb-1 text-sm text-ink-soft">
      {words.golferPicker.checkAngle}
    </p>
  );
}

interface FaceProps {
  readonly golfer: GolferCard;
  readonly isMirrored: boolean;
  readonly pictureClass: string;
  readonly factsId: string;
  /** The name. */
  readonly children: ReactNode;
}

function Face({ golfer, isMirrored, pictureClass, factsId, children }: FaceProps) {
  const { club, tempo, thumbnailUrl } = golfer;
  const kind = clubKindOf(golfer);
  const facts = [
    kind ? words.golferPicker.clubs[kind] : club,
    tempo && say(words.swing.tempo, { ratio: formatRatio(tempo.ratio, 1), seconds: formatSeconds(tempo.seconds, 1) }),
    isMirrored && words.golferPicker.mirrored,
  ];
  return (
    <>
      {/* Low pictures show the head instead of the middle. */}
      <span
        className={classNames(
          'stage mown block w-full overflow-hidden rounded-sm *:object-[50%_25%]',
          isMirrored && '-scale-x-100',
          pictureClass,
        )}
      >
        <StillPicture url={thumbnailUrl} />
      </span>
      {children}
      <span id={factsId} className="grid text-xs leading-tight">
        {facts.map((fact) => fact && <span key={fact}>{fact}</span>)}
      </span>
    </>
  );
}
