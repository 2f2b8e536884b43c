// One swing of a range session with its clip, as the page holds it, and sentences about a session's swings.
import type { FocusShot } from '#domain/focus/focus.ts';
import type { ShotPose } from '#domain/focus/shots-picture.ts';
import type { LaunchShot } from '#domain/range/launch-table.ts';
import {
  changeOf,
  hasEnoughPictures,
  type SessionSwing,
  sessionTempo,
  tempoSpread,
} from '#domain/range/range-session.ts';
import type { CutBounds } from '#domain/range/shots.ts';
import type { SwingVideo } from '#web/clip/swing-video.ts';
import { formatDecimals, formatRatio, formatSeconds } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';

/** How far the positions can be trusted: `live` ones come from motion alone, `tracked` ones from the body too. */
type PositionsFrom = 'live' | 'tracked';

export interface RangeSwing extends SessionSwing {
  /** Null for practice swings, and once the session has too many clips. */
  readonly file: File | null;
  /** The camera times of the clip's first and last frame. */
  readonly clip: CutBounds;
  readonly strikeTime: number;
  readonly positionsFrom: PositionsFrom;
  readonly isHeard: boolean;
  /** What was measured for the golfer's focus; null without a focus, and until the swing was searched. */
  readonly focusShot: FocusShot | null;
  /** The body where that was measured; null if it was not. */
  readonly pose: ShotPose | null;
  /** What a launch monitor measured; null until its table is read. */
  readonly launch: LaunchShot | null;
  /** From the strike until both videos played, in seconds; null before that. */
  readonly shownAfter: number | null;
}

/** The swing as an ordinary video of the visitor's; null without a clip. */
export function videoOf({ id, file, annotations }: RangeSwing): SwingVideo | null {
  return file && { clipId: id, file, annotations, slowMotionFactor: 1, proposedFactor: null };
}

export function swingTempo(swing: RangeSwing): string | null {
  const ratio = sessionTempo(swing);
  return ratio === null ? null : formatRatio(ratio);
}

/** One sentence about a swing: its tempo, and what changed against the shots before it. */
export function swingSentence(swings: readonly RangeSwing[], swing: RangeSwing): string {
  const tempo = swingTempo(swing);
  if (tempo === null) return words.range.tooFewPictures;
  const isLive = swing.positionsFrom === 'live';
  const said = say(isLive ? words.range.tempoAbout : words.range.tempo, { tempo });
  const change = changeOf(swings, swing.id);
  const earlier = swings.filter((one) => one.kind === 'shot' && one.number < swing.number && hasEnoughPictures(one));
  if (!change) return earlier.length < 2 ? said : `${said} ${words.range.steady}`;
  const texts = words.range.changes[change.part];
  const text = change.by > 0 ? texts.longer : texts.shorter;
  return `${said} ${say(text, { seconds: formatSeconds(Math.abs(change.by)), count: change.over })}`;
}

/** The spread and trend of a session's tempos; null below two tempos. */
export function spreadSentence(swings: readonly RangeSwing[]): string | null {
  const spread = tempoSpread(swings);
  if (!spread) return null;
  const said = say(words.range.spread, {
    tempo: formatRatio(spread.mean),
    deviation: formatDecimals(spread.deviation, 1),
    count: spread.count,
  });
  if (spread.trend === null) return said;
  const text = spread.trend > 0 ? words.range.trend.up : words.range.trend.down;
  return `${said} ${say(text, { by: formatDecimals(Math.abs(spread.trend), 1) })}`;
}
