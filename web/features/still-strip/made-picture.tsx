// A picture made on this device, with its buttons, or its progress.
import { Copy, Download, RotateCcw, Share2, X } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { saveFile } from '#web/lib/save-file.ts';
import { canShare } from '#web/lib/share-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { Problem } from '#web/ui/problem.tsx';
import { Loading } from '#web/ui/spinner.tsx';
import { words } from '#web/words/words.ts';
import { colorsOf, type StillColors } from './paint-still.ts';

/** A finished picture and its address, or the state while there is no picture. */
export type Made = { readonly file: Blob; readonly url: string } | 'making' | 'failed';

/** Makes a picture in the page's colours. */
export type MakePicture = (colors: StillColors, signal: AbortSignal) => Promise<Blob>;

/**
 * Makes a picture whenever `make` changes, in the colours of the element. `make` is undefined while something is being
 * read, and null when something cannot be.
 */
export function useMadePicture(make: MakePicture | null | undefined, element: RefObject<HTMLElement | null>) {
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

interface MadePictureProps {
  readonly made: Made;
  readonly again: () => void;
  readonly name: string;
  /** What the picture shows. */
  readonly alt: string;
  readonly making: string;
  readonly onClose: () => void;
}

export function MadePicture({ made, again, name, alt, making, onClose }: MadePictureProps) {
  return (
    <>
      {made === 'making' && <Loading>{making}</Loading>}
      {made === 'failed' && <Problem>{words.stillStrip.failed}</Problem>}
      {typeof made === 'object' && (
        <img src={made.url} alt={alt} className="max-h-[80svh] w-full object-contain object-left" />
      )}
      <div className="flex flex-wrap items-center gap-2">
        {typeof made === 'object' && (
          <>
            <Button variant="secondary" onClick={() => saveFile(made.file, name)}>
              <Download className="size-5" />
              {words.stillStrip.save}
            </Button>
            <SendPicture picture={made.file} name={name} />
          </>
        )}
        {made === 'failed' && (
          <Button onClick={again}>
            <RotateCcw className="size-5" />
            {words.actions.tryAgain}
          </Button>
        )}
        <Button variant="ghost" onClick={onClose}>
          <X className="size-5" />
          {words.actions.close}
        </Button>
      </div>
    </>
  );
}

type Sent = 'no' | 'copied' | 'saved';

/** The button and the result of the last press. */
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
      <Button onClick={() => void send()}>
        <Icon className="size-5" />
        {shares ? words.stillStrip.share : words.stillStrip.copy}
      </Button>
      <span role="status" className="font-semibold empty:hidden">
        {sent !== 'no' && words.stillStrip.sent[sent]}
      </span>
    </>
  );
}
