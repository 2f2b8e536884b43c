// The values and accessible text of the seek slider.
import { POSITIONS, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import type { FrameRate } from '#domain/time.ts';
import type { Stretch } from '#web/player/controlled/loops.ts';
import { formatTenths } from '#web/words/format-numbers.ts';
import { formatMark } from '#web/words/swing-words.ts';
import { say, words } from '#web/words/words.ts';

/** A time as the slider's percentage, in its steps of 0.1 (specification §9). */
export function percentOf(time: number, { from, to }: Stretch): number {
  if (!(to > from)) return 0;
  return Math.round(Math.min(Math.max((time - from) / (to - from), 0), 1) * 1000) / 10;
}

/** The time at a percentage of the slider. */
export function timeAtPercent(percent: number, { from, to }: Stretch): number {
  return from + ((to - from) * percent) / 100;
}

/** The slider's accessible text, such as "0 minutes 1.2 seconds, top marked at 1.2". */
export function seekText(
  time: number,
  marks: { readonly annotations: SwingAnnotations; readonly frameRate: FrameRate | null } | null,
): string {
  const tenths = Math.round(Number(Math.max(0, time).toFixed(1)) * 10);
  const clock = say(words.player.clock, {
    count: Math.floor(tenths / 600),
    seconds: formatTenths((tenths % 600) / 10),
  });
  const here = POSITIONS.filter((position) => marks && timeOf(marks.annotations, position) === time);
  return here.reduce((text, position) => {
    const mark = { position: words.swing.positionsInText[position], time: formatMark(time, marks?.frameRate ?? null) };
    return say(words.player.withMark, { text, ...mark });
  }, clock);
}
