// A picture made on this device, with its buttons, or its progress while it is made.
import { Copy, Download, RotateCcw, Share2, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { colorsOf, pngOf, type StillColors } from '#web/clip/paint-still.ts';
import { canShare, saveFile } from '#web/lib/save-file.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckLink } from '#web/ui/check-link.tsx';
import { Loading, Problem } from '#web/ui/status.tsx';
import { say, words } from '#web/words/words.ts';

export interface PaintedPicture {
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

/** What a press on a part of the picture does, and a label of its button that names the part. Null where nothing. */
export type PictureSpots = { readonly label: string; readonly onPress: (name: string) => void } | null;

type PaintOnDevice = (colors: StillColors, signal: AbortSignal) => Promise<PaintedPicture>;

interface MadePictureProps {
  /** A change of it makes the picture again. Undefined while something is being read, and null when something cannot be. */
  readonly paint: PaintOnDevice | null | undefined;
  readonly spots?: PictureSpots;
  readonly fileName: string;
  /** What the picture shows, for the number of parts that can be pressed. */
  readonly alt: (spotCount: number) => string;
  readonly making: string;
  /** More controls under the picture. */
  readonly below?: ReactNode;
  readonly className?: string;
  readonly onClose: () => void;
}

export function MadePicture(props: MadePictureProps) {
  const { paint, spots = null, fileName, alt, making, below, className = '', onClose } = props;
  const frameRef = useRef<HTMLElement>(null);
  const { made, again } = useMadePicture(paint, frameRef);
  return (
    <figure ref={frameRef} className={`grid justify-items-start gap-3 ${className}`}>
      {made === 'making' && <Loading>{making}</Loading>}
      {made === 'failed' && (
        <Problem>
          {words.stillStrip.failed} <CheckLink />
        </Problem>
      )}
      {typeof made === 'object' && <Picture made={made} alt={alt(made.spots.length)} spots={spots} />}
      {below}
      <div className="flex flex-wrap items-center gap-2">
        {typeof made === 'object' && (
          <>
            <Button icon={Download} variant="secondary" onClick={() => saveFile(made.file, fileName)}>
              {words.stillStrip.save}
            </Button>
            <SendPicture picture={made.file} name={fileName} />
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

interface PictureProps {
  readonly made: Done;
  readonly alt: string;
  readonly spots: PictureSpots;
}

/** The picture; a wide one is as large as eyes and thumbs need, and scrolls sideways. */
function Picture({ made, alt, spots }: PictureProps) {
  if (!spots && !made.isWide) {
    return <img src={made.url} alt={alt} className="max-h-[80svh] w-full object-contain object-left" />;
  }
  const percent = (share: number) => `${100 * share}%`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
    <div tabIndex={0} className="max-w-full overflow-x-auto overscroll-x-contain">
      <div className="relative h-[min(60svh,34rem)] w-max min-w-full">
        <img src={made.url} alt={alt} className="h-full max-w-none" />
        {spots &&
          made.spots.map(({ name, label, left, top, width, height }) => (
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

interface DonePicture {
  readonly file: Blob;
  readonly spots: readonly PictureSpot[];
  readonly isWide: boolean;
}

/** A finished picture and its address. */
type Done = DonePicture & { readonly url: string };

/** A finished picture, or the state before it is finished. */
type Made = Done | 'making' | 'failed';

/** Makes a picture whenever `paint` changes, in the colors of the element. */
function useMadePicture(paint: MadePictureProps['paint'], element: RefObject<HTMLElement | null>) {
  const [made, setMade] = useState<Made>('making');
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` makes the picture again
  useEffect(() => {
    if (paint === null) setMade('failed');
    if (!element.current || !paint) return;
    const controller = new AbortController();
    // A picture that is made again replaces the one before: until then that one stays.
    setMade((before) => (typeof before === 'object' ? before : 'making'));
    make(paint, colorsOf(element.current), controller.signal).then(
      (done) => !controller.signal.aborted && setMade({ ...done, url: URL.createObjectURL(done.file) }),
      () => !controller.signal.aborted && setMade('failed'),
    );
    return () => controller.abort();
  }, [paint, element, round]);
  useEffect(() => {
    if (typeof made === 'object') return () => URL.revokeObjectURL(made.url);
  }, [made]);
  return { made, again: () => setRound((count) => count + 1) };
}

/** Width by height from which a picture that fits a phone's width would be too small. */
const WIDE = 1.5;

async function make(paint: PaintOnDevice, colors: StillColors, signal: AbortSignal): Promise<DonePicture> {
  await document.fonts.ready;
  const { canvas, spots = [] } = await paint(colors, signal);
  return { file: await pngOf(canvas), spots, isWide: canvas.width > WIDE * canvas.height };
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
