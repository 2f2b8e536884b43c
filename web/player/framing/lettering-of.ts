// Draws a name as a small picture with the browser's own fonts: all scripts, both directions. Returns null in browsers
// that cannot paint off the page.

import { type Lettering, MAX_LETTERING, shownName } from '#domain/lettering/lettering.ts';
import type { Side } from '#domain/side.ts';
import { useAnswer } from '#web/lib/use-answer.ts';

const FONT = '600 22px "Archivo Variable", Archivo, "Archivo stand-in", sans-serif';
const PADDING_PX = 10;
const ELLIPSIS = '…';

const written = new Map<string, Lettering>();

/** A name as lettering, followed by `after`, which is never shortened; null if nothing can be shown. Never rejects. */
async function letteringOf(text: string, after = ''): Promise<Lettering | null> {
  const name = shownName(text) ?? '';
  if ((name === '' && after === '') || typeof OffscreenCanvas === 'undefined') return null;
  const key = JSON.stringify([name, after]);
  const known = written.get(key);
  if (known) return known;
  try {
    await document.fonts.load(FONT, name + after);
  } catch {
    // Use the fonts that are available.
  }
  const lettering = write(name, after);
  if (lettering) written.set(key, lettering);
  return lettering;
}

export type BothLettering = Readonly<Record<'names' | 'tempos', Readonly<Record<Side, Lettering | null>>>>;

/** Writes the names, each empty for none, and the tempos, each null for none. Never rejects. */
export async function bothLettering(
  called: Readonly<Record<Side, string>>,
  tempos: Readonly<Record<Side, string | null>>,
): Promise<BothLettering> {
  const both = async (of: (side: Side) => Promise<Lettering | null>) => ({
    user: await of('user'),
    pro: await of('pro'),
  });
  const tempoOf = async (side: Side) => {
    const tempo = tempos[side];
    return tempo === null ? null : letteringOf(called[side], tempo);
  };
  return { names: await both((side) => letteringOf(called[side])), tempos: await both(tempoOf) };
}

/** The lettering as a request carries it: without names or tempos that neither side has. */
export function sentLettering({ names, tempos }: BothLettering): Partial<BothLettering> {
  return { ...((names.user || names.pro) && { names }), ...((tempos.user || tempos.pro) && { tempos }) };
}

/** {@link letteringOf} as a hook; null until the lettering is drawn. */
export function useLettering(text: string, after = ''): Lettering | null {
  return useAnswer(JSON.stringify([text, after]), () => letteringOf(text, after));
}

function write(name: string, after: string): Lettering | null {
  const { heightPx } = MAX_LETTERING;
  const measure = new OffscreenCanvas(1, 1).getContext('2d');
  if (!measure) return null;
  measure.font = FONT;
  const roomPx = MAX_LETTERING.widthPx - 2 * PADDING_PX;
  // Isolated, so that a right-to-left name does not change the direction of the text after it.
  const withAfter = (text: string) => (after === '' ? text : `${text && `\u2068${text}\u2069  `}${after}`);
  const fits = (text: string) => measure.measureText(withAfter(text)).width <= roomPx;
  const fitting = withAfter(fitted(name, fits));
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
