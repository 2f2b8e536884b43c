// A picture of both swings of a comparison, made from their videos on this device, with its buttons or its progress.
// Imports the frame reader, so it is loaded lazily.
import { Copy, Download, RotateCcw, Share2, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { type ComparisonChoices, withSlowMotion } from '#domain/comparison/comparison-choices.ts';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { bySide, SIDES, type Side } from '#domain/side.ts';
import { type SideBody, useBodies } from '#web/body/use-bodies.ts';
import { type ComparedSwings, type ComparisonSide, useComparisonSides } from '#web/clip/use-comparison-sides.ts';
import { canShare, saveFile, today } from '#web/lib/save-file.tsx';
import { pictureName, usualNames } from '#web/player/framing/picture-names.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckLink } from '#web/ui/check-link.tsx';
import { Loading, Problem } from '#web/ui/status.tsx';
import { say, words } from '#web/words/words.ts';
import { colorsOf, pngOf, type StillColors, stillsPlan } from './paint-still.ts';

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

interface PaintedPicture {
  readonly canvas: HTMLCanvasElement;
  /** The parts that can be pressed; none if omitted. */
  readonly spots?: readonly PictureSpot[];
}

/** A part of a picture, in shares of its width and height. */
export interface PictureSpot {
  readonly name: string;
  readonly label: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface ComparisonPictureProps extends ComparedSwings {
  readonly choices: ComparisonChoices;
  /** How much of both pictures is shown; the golfers if omitted. */
  readonly framing?: ComparisonChoices['framing'];
  /** What a press on a part of the picture does, and a label of its button that names the part. Null where nothing. */
  readonly spots?: { readonly label: string; readonly onPress: (name: string) => void } | null;
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
  const frameRef = useRef<HTMLElement>(null);
  const sides = useComparisonSides({ user, pro });
  const bodies = useBodies({ user, pro }, sides);
  const { golferName } = sides.pro;
  const facts = useMemo(
    () => factsOf({ user, pro }, { sides, bodies, choices }, framing),
    [user, pro, sides, bodies, choices, framing],
  );
  const make = useMemo((): MakePicture | null | undefined => {
    const clips = [facts.sides.user.annotatedClip, facts.sides.pro.annotatedClip];
    if (clips.includes(null)) return null;
    if (clips.includes(undefined)) return;
    return async (colors, signal) => {
      await document.fonts.ready;
      const { canvas, spots: painted = [] } = await paint(facts, colors, signal);
      return { file: await pngOf(canvas), spots: painted };
    };
  }, [facts, paint]);
  const { made, again } = useMadePicture(make, frameRef);
  const name = fileName({ golferName, day: today() });
  return (
    <figure ref={frameRef} className={`grid justify-items-start gap-3 ${className}`}>
      {made === 'making' && <Loading>{making}</Loading>}
      {made === 'failed' && (
        <Problem>
          {words.stillStrip.failed} <CheckLink />
        </Problem>
      )}
      {typeof made === 'object' && <MadePicture made={made} alt={alt(golferName, made.spots.length)} spots={spots} />}
      {below?.(facts)}
      <div className="flex flex-wrap items-center gap-2">
        {typeof made === 'object' && (
          <>
            <Button icon={Download} variant="secondary" onClick={() => saveFile(made.file, name)}>
              {words.stillStrip.save}
            </Button>
            <SendPicture picture={made.file} name={name} />
          </>
        )}
        {made === 'failed' && (
          <Button icon={RotateCcw} onClick={again}>
            {words.actions.tryAgain}
          </Button>
        )}
        <Button icon={X} variant="ghost" onClick={onClose}>
          {words.actions.close}
        </Button>
      </div>
    </figure>
  );
}

/** The picture; one whose parts can be pressed is as large as a thumb needs, and scrolls sideways. */
function MadePicture({ made, alt, spots }: Pick<ComparisonPictureProps, 'spots'> & { made: Done; alt: string }) {
  if (!spots) return <img src={made.url} alt={alt} className="max-h-[80svh] w-full object-contain object-left" />;
  const percent = (share: number) => `${100 * share}%`;
  return (
    <div className="max-w-full overflow-x-auto overscroll-x-contain">
      <div className="relative h-[min(60svh,34rem)] w-max min-w-full">
        <img src={made.url} alt={alt} className="h-full max-w-none" />
        {made.spots.map(({ name, label, left, top, width, height }) => (
          <button
            key={name}
            type="button"
            aria-label={say(spots.label, { label })}
            onClick={() => spots.onPress(name)}
            style={{ left: percent(left), top: percent(top), width: percent(width), height: percent(height) }}
            className="absolute rounded-md hover:outline-2 hover:outline-edge"
          />
        ))}
      </div>
    </div>
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
    ...{ swings, sides, bodies, choices },
    plan: (user && pro && stillsPlan({ user, pro }, known, withSlowMotion(choices, factors), framing)) ?? null,
    order: choices.isSwapped ? SIDES.toReversed() : SIDES,
    shown: bySide((side) => ({
      name: pictureName(choices.names, side, usual),
      isMirrored: choices[side].isMirrored,
    })),
  };
}

interface DonePicture {
  readonly file: Blob;
  readonly spots: readonly PictureSpot[];
}

/** A finished picture and its address. */
type Done = DonePicture & { readonly url: string };

/** A finished picture, or the state while there is none. */
type Made = Done | 'making' | 'failed';

type MakePicture = (colors: StillColors, signal: AbortSignal) => Promise<DonePicture>;

/**
 * Makes a picture whenever `make` changes, in the colours of the element. `make` is undefined while something is being
 * read, and null when something cannot be.
 */
function useMadePicture(make: MakePicture | null | undefined, element: RefObject<HTMLElement | null>) {
  const [made, setMade] = useState<Made>('making');
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` makes the picture again
  useEffect(() => {
    if (make === null) setMade('failed');
    if (!element.current || !make) return;
    const controller = new AbortController();
    // A picture that is made again replaces the one before: until then that one stays.
    setMade((before) => (typeof before === 'object' ? before : 'making'));
    make(colorsOf(element.current), controller.signal).then(
      (done) => !controller.signal.aborted && setMade({ ...done, url: URL.createObjectURL(done.file) }),
      () => !controller.signal.aborted && setMade('failed'),
    );
    return () => controller.abort();
  }, [make, element, round]);
  useEffect(() => {
    if (typeof made === 'object') return () => URL.revokeObjectURL(made.url);
  }, [made]);
  return { made, again: () => setRound((count) => count + 1) };
}

type Sent = 'no' | 'copied' | 'saved';

function SendPicture({ picture, name }: { readonly picture: Blob; readonly name: string }) {
  const [sent, setSent] = useState<Sent>('no');
  const file = new File([picture], name, { type: 'image/png' });
  const shares = canShare(file);

  async function send() {
    try {
      if (shares) await navigator.share({ files: [file] });
      else {
        await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
        setSent('copied');
      }
    } catch (error) {
      // Closing the share sheet is not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      saveFile(picture, name);
      setSent('saved');
    }
  }

  const Icon = shares ? Share2 : Copy;
  return (
    <>
      <Button icon={Icon} onClick={() => void send()}>
        {shares ? words.stillStrip.share : words.stillStrip.copy}
      </Button>
      <span role="status" className="font-semibold empty:hidden">
        {sent !== 'no' && words.stillStrip.sent[sent]}
      </span>
    </>
  );
}
