// How names and tempos are written on the demo's merged video: as in the live pair.
import type { DemoMergeRequest } from '#contract/merges.ts';
import { callApi } from '#web/api/api-client.ts';
import { marksOf } from '#web/api/use-golfer.ts';
import { letteringOf, tempoLetteringOf } from '#web/player/framing/lettering-of.ts';
import { usualNames } from '#web/player/framing/picture-names.ts';
import { tempoText } from '#web/swing/tempo-words.ts';
import type { DemoFlow } from './demo-flow.ts';

/**
 * The lettering of both sides. Leaves out the golfer's tempo if the golfer's marks cannot be loaded, and everything in
 * a browser that cannot paint off the page. Never rejects.
 */
export async function demoLettering(
  { annotations, golfer }: DemoFlow,
  signal: AbortSignal,
): Promise<Pick<DemoMergeRequest, 'names' | 'tempos'>> {
  const called = usualNames(golfer?.name ?? null);
  const names = { user: await letteringOf(called.user), pro: await letteringOf(called.pro) };
  if (!names.user && !names.pro) return {};
  const pro = golfer && (await callApi('getGolfer', { params: { id: golfer.id }, signal }).catch(() => null));
  const userTempo = tempoText({ clip: null, annotations, slowMotionFactor: 1 });
  const proTempo = pro && tempoText({ clip: null, annotations: marksOf(pro), slowMotionFactor: pro.slowMotionFactor });
  const tempos = {
    user: await tempoLetteringOf(called.user, userTempo),
    pro: await tempoLetteringOf(called.pro, proTempo),
  };
  return { names, ...((tempos.user || tempos.pro) && { tempos }) };
}
