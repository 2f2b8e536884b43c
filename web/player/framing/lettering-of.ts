// Writes a name as a small picture with the browser's own fonts: all scripts, both directions. Nothing is written where the
// browser cannot paint off the page.
import { useEffect, useState } from 'react';
import { type Lettering, MAX_LETTERING, shownName } from '#domain/lettering/lettering.ts';

const FONT = '600 22px "Archivo Variable", Archivo, "Archivo stand-in", sans-serif';
const PADDING_PX = 10;
const ELLIPSIS = '…';

const written = new Map<string, Lettering>();

/** A text as lettering; null where nothing can be shown of it. Never rejects. */
export async function letteringOf(text: string): Promise<Lettering | null> {
  const name = shownName(text);
  if (name === null || typeof OffscreenCanvas === 'undefined') return null;
  const known = written.get(name);
  if (known) return known;
  try {
    await document.fonts.load(FONT, name);
  } catch {
    // Written with what there is.
  }
  const lettering = write(name);
  if (lettering) written.set(name, lettering);
  return lettering;
}

/** The same for a component; null until it is written. */
export function useLettering(text: string): Lettering | null {
  const [lettering, setLettering] = useState<{ readonly text: string; readonly is: Lettering | null } | null>(null);
  useEffect(() => {
    let isGone = false;
    void letteringOf(text).then((is) => !isGone && setLettering({ text, is }));
    return () => {
      isGone = true;
    };
  }, [text]);
  return lettering?.text === text ? lettering.is : null;
}

function write(name: string): Lettering | null {
  const { heightPx } = MAX_LETTERING;
  const measure = new OffscreenCanvas(1, 1).getContext('2d');
  if (!measure) return null;
  measure.font = FONT;
  const roomPx = MAX_LETTERING.widthPx - 2 * PADDING_PX;
  const fitting = fitted(name, (text) => measure.measureText(text).width <= roomPx);
  const widthPx = Math.min(Math.ceil(measure.measureText(fitting).width) + 2 * PADDING_PX, MAX_LETTERING.widthPx);
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.font = FONT;
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  context.fillText(fitting, widthPx / 2, heightPx / 2 + 1);
  const { data } = context.getImageData(0, 0, widthPx, heightPx);
  const digits = Array.from({ length: widthPx * heightPx }, (_, pixel) =>
    Math.round(((data[4 * pixel + 3] ?? 0) * 15) / 255).toString(16),
  );
  return { widthPx, heightPx, cover: digits.join('') };
}

/** The whole text, or as many characters from its start as fit with an ellipsis. */
function fitted(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  const characters = Array.from(text);
  while (characters.length > 1 && !fits(characters.join('') + ELLIPSIS)) characters.pop();
  return characters.join('') + ELLIPSIS;
}
