// How names and tempos are written on the demo's merged video: as in the live pair.
import type { GolferCard } from '#contract/golfers.ts';
import type { DemoMergeRequest } from '#contract/merges.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { callApi } from '#web/api/api-client.ts';
import { marksOf } from '#web/api/query.tsx';
import { bothLettering, sentLettering } from '#web/player/framing/lettering-of.ts';
import { usualNames } from '#web/player/framing/picture-names.ts';
import { tempoText } from '#web/words/timing-words.ts';

/**
 * The lettering of both sides. Leaves out the golfer's tempo if the golfer's marks cannot be loaded, and everything in
 * a browser that cannot paint off the page. Never rejects.
 */
export async function demoLettering(
  annotations: SwingAnnotations,
  golfer: GolferCard | null,
  signal: AbortSignal,
): Promise<Pick<DemoMergeRequest, 'names' | 'tempos'>> {
  if (typeof OffscreenCanvas === 'undefined') return {};
  const pro = golfer && (await callApi('getGolfer', { params: { id: golfer.id }, signal }).catch(() => null));
  const tempos = {
    user: tempoText({ clip: null, annotations, slowMotionFactor: 1 }),
    pro: pro && tempoText({ clip: null, annotations: marksOf(pro), slowMotionFactor: pro.slowMotionFactor }),
  };
  return sentLettering(await bothLettering(usualNames(golfer?.name ?? null), tempos));
}
