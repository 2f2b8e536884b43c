// A picture of both swings of a comparison, made from their videos on this device, with its buttons or its progress.
// Imports the frame reader, so it is loaded lazily.
import { Copy, Download, RotateCcw, Share2, X } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { ComparisonChoices } from '#domain/comparison/comparison-choices.ts';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { bySide, SIDES, type Side } from '#domain/side.ts';
import { type SideBody, useBodies } from '#web/body/use-bodies.ts';
import { type ComparedSwings, type ComparisonSide, useComparisonSides } from '#web/clip/use-comparison-sides.ts';
import { canShare, saveFile, today } from '#web/lib/save-file.tsx';
import { pictureName, usualNames } from '#web/player/framing/picture-names.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckLink } from '#web/ui/check-link.tsx';
import { Loading, Problem } from '#web/ui/status.tsx';
import { words } from '#web/words/words.ts';
import { colorsOf, pngOf, type StillColors, stillsPlan } from './paint-still.ts';

interface PictureFacts {
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

export type PaintPicture = (
  facts: PictureFacts,
  colors: StillColors,
  signal: AbortSignal,
) => Promise<HTMLCanvasElement>;

interface ComparisonPictureProps extends ComparedSwings {
  readonly choices: ComparisonChoices;
  /** A change of it makes the picture again. */
  readonly paint: PaintPicture;
  readonly fileName: (of: { readonly golferName: string | null; readonly day: string }) => string;
  /** What the picture shows, for the golfer's name. */
  readonly alt: (golferName: string | null) => string;
  readonly making: string;
  readonly className?: string;
  readonly onClose: () => void;
}

export function ComparisonPicture(props: ComparisonPictureProps) {
  const { user, pro, choices, paint, fileName, alt, making, className = '', onClose } = props;
  const frameRef = useRef<HTMLElement>(null);
  const sides = useComparisonSides({ user, pro });
  const bodies = useBodies({ user, pro }, sides);
  const { golferName } = sides.pro;
  const make = useMemo((): MakePicture | null | undefined => {
    const clips = [sides.user.annotatedClip, sides.pro.annotatedClip];
    if (clips.includes(null)) return null;
    if (clips.includes(undefined)) return;
    return async (colors, signal) => {
      await document.fonts.ready;
      return pngOf(await paint(factsOf({ user, pro }, { sides, bodies, choices }), colors, signal));
    };
  }, [user, pro, sides, bodies, choices, paint]);
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
      {typeof made === 'object' && (
        <img src={made.url} alt={alt(golferName)} className="max-h-[80svh] w-full object-contain object-left" />
      )}
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

function factsOf(
  swings: ComparedSwings,
  { sides, bodies, choices }: Pick<PictureFacts, 'sides' | 'bodies' | 'choices'>,
): PictureFacts {
  const [user, pro] = [sides.user.annotatedClip, sides.pro.annotatedClip];
  const known = bySide((side) => bodies[side].facts);
  const usual = usualNames(sides.pro.golferName);
  return {
    ...{ swings, sides, bodies, choices },
    plan: (user && pro && stillsPlan({ user, pro }, known, choices)) ?? null,
    order: choices.isSwapped ? SIDES.toReversed() : SIDES,
    shown: bySide((side) => ({
      name: pictureName(choices.names, side, usual),
      isMirrored: choices[side].isMirrored,
    })),
  };
}

/** A finished picture and its address, or the state while there is no picture. */
type Made = { readonly file: Blob; readonly url: string } | 'making' | 'failed';

type MakePicture = (colors: StillColors, signal: AbortSignal) => Promise<Blob>;

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
    let url: string | null = null;
    setMade('making');
    make(colorsOf(element.current), controller.signal).then(
      (file) => {
        if (controller.signal.aborted) return;
        url = URL.createObjectURL(file);
        setMade({ file, url });
      },
      () => !controller.signal.aborted && setMade('failed'),
    );
    return () => {
      controller.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [make, element, round]);
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
