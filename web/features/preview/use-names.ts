// The names of both sides, on the pictures and around them, and their tempos.
import { useMemo } from 'react';
import type { ComparisonChoices, Side } from '#domain/comparison/comparison-choices.ts';
import { type Lettering, shownName } from '#domain/lettering/lettering.ts';
import { useLettering } from '#web/player/framing/lettering-of.ts';
import { pictureName, usualNames } from '#web/player/framing/picture-names.ts';
import { tempoText } from '#web/swing/tempo-words.ts';
import type { ComparisonSide } from '#web/videos/use-comparison-sides.ts';
import { words } from '#web/words/words.ts';

/**
 * For each side: the usual name (`usual`), the name on the picture (`pictured`) and its lettering (`written`), the
 * name around the pictures (`names`), and the lettering of its tempo (`tempos`).
 */
export function useNames({ names }: ComparisonChoices, { user, pro }: Readonly<Record<Side, ComparisonSide>>) {
  const usual = usualNames(pro.golferName);
  const pictured = { user: pictureName(names, 'user', usual), pro: pictureName(names, 'pro', usual) };
  const written = { user: useLettering(pictured.user), pro: useLettering(pictured.pro) };
  const [userTempo, proTempo] = [useTempo(user), useTempo(pro)];
  const tempos = {
    user: useTempoLettering(names.isShown ? pictured.user : '', userTempo),
    pro: useTempoLettering(names.isShown ? pictured.pro : '', proTempo),
  };
  const around = { user: words.swing.you, pro: pro.golferName ?? words.swing.yourPro };
  const called = (side: Side) => shownName(names[side] ?? '') ?? around[side];
  return { usual, pictured, names: { user: called('user'), pro: called('pro') }, written, tempos };
}

/** A side's tempo in words; null while unknown. */
function useTempo({ annotatedClip, slowMotionFactor, doubts }: ComparisonSide): string | null {
  return useMemo(
    () => (annotatedClip ? tempoText({ ...annotatedClip, slowMotionFactor, doubts }) : null),
    [annotatedClip, slowMotionFactor, doubts],
  );
}

function useTempoLettering(name: string, tempo: string | null): Lettering | null {
  const lettering = useLettering(name, tempo ?? '');
  return tempo === null ? null : lettering;
}
