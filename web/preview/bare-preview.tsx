// Both swings playing together without controls, to be watched from meters away. A press pauses.
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Alignment, ComparisonChoices, GolferBox } from '#domain/comparison/comparison-choices.ts';
import { bySide } from '#domain/side.ts';
import { frameDuration } from '#domain/time.ts';
import { useBodies, useLooking } from '#web/body/use-bodies.ts';
import { type ComparedSwings, useComparisonSides } from '#web/clip/use-comparison-sides.ts';
import { useZoom } from '#web/player/screen/use-zoom.ts';
import { useAspect, useVisibility } from '#web/player/screen/watched-element.ts';
import type { SyncedPair, SyncedSwings } from '#web/player/synced/synced-pair.ts';
import { SyncedPanes } from '#web/player/synced/synced-panes.tsx';
import { usePlaying, useSyncedPair, useSyncedState } from '#web/player/synced/synced-state.ts';
import { Status } from '#web/ui/status.tsx';
import { words } from '#web/words/words.ts';
import { planOf, useSeenSides } from './preview-plan.ts';

interface BarePreviewProps extends ComparedSwings {
  readonly alignment: Alignment;
  readonly choices: ComparisonChoices;
  /** Whether to track both bodies, so that both golfers are shown at one size. */
  readonly tracksBodies: boolean;
  readonly speed: number;
  /** Whether playback stops at the strike after one round, because the device has no time to spare. */
  readonly playsOnce: boolean;
  /** Called when both videos have begun to play. */
  readonly onPlaying: () => void;
  /** Called with the visitor's place in the picture when it becomes known. */
  readonly onGolfer: (box: GolferBox) => void;
}

const ignoreDrag = () => undefined;
const NO_SCRUB = {
  onPointerDown: ignoreDrag,
  onPointerMove: ignoreDrag,
  onPointerUp: ignoreDrag,
  onPointerCancel: ignoreDrag,
};

/** Fills its parent, which has a position. */
export function BarePreview(props: BarePreviewProps) {
  const { alignment, choices, speed } = props;
  const pictureRef = useRef<HTMLDivElement>(null);
  const [aspect, setAspect] = useState<number | null>(null);
  const pair = useSyncedPair();
  const sides = useComparisonSides(props);
  const bodies = useBodies(props, sides);
  useLooking(bodies, props.tracksBodies ? 'bodies' : 'nothing');
  const { seen, sources } = useSeenSides(sides, bodies, choices);
  const planned = useMemo(
    () => planOf(seen.user, seen.pro, alignment, choices, aspect),
    [seen, alignment, choices, aspect],
  );
  const swings = typeof planned === 'object' ? planned : null;
  usePlaying(pair, swings, null);
  const hasSwings = swings !== null;
  // Starting a session or choosing another swing asks for motion, so the swings play even with reduced motion.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another video plays, too.
  useEffect(() => {
    if (hasSwings) pair.setPlaying(true);
  }, [pair, hasSwings, sides.pro.src]);
  const zoom = useZoom(pictureRef, choices.framing !== 'full');
  useVisibility(pictureRef, pair.setVisible);
  useEffect(() => pair.setSpeed(speed), [pair, speed]);
  useAspect(pictureRef, hasSwings, setAspect);
  const isShown = useSyncedState(
    pair,
    ({ statuses }) => statuses.user === 'ready' && statuses.pro === 'ready' && pair.clock() !== null,
  );
  const tellPlaying = useEffectEvent(() => props.onPlaying());
  useEffect(() => {
    if (isShown && hasSwings) tellPlaying();
  }, [isShown, hasSwings]);
  const isPlaying = useSyncedState(pair, ({ playing }) => playing);
  usePlaysOnce(pair, isPlaying && props.playsOnce ? swings : null, speed);
  const golfer = bodies.user.facts ? (swings?.plan.panes.user.golfer ?? null) : null;
  const tellGolfer = useEffectEvent((box: GolferBox) => props.onGolfer(box));
  useEffect(() => {
    if (golfer) tellGolfer(golfer);
  }, [golfer]);

  if (!swings) {
    return (
      <Status className="absolute inset-0 grid place-content-center p-6 text-center text-xl">
        {planned === 'loading' ? words.preview.opening : words.range.cannotPlay}
      </Status>
    );
  }
  return (
    <SyncedPanes
      pair={pair}
      plan={swings.plan}
      // Browsers keep decoded pictures: with the pro's poster, each shot of a session would leave 0.5 MB behind.
      sources={bySide((side) => ({ ...sources[side], posterUrl: null }))}
      pictureRef={pictureRef}
      pictureZoom={zoom}
      scrub={NO_SCRUB}
      choices={choices}
      onAdjust={null}
      onWipe={ignoreDrag}
      onRename={null}
      overlay={null}
    />
  );
}

/** Stops playback at the strike, one round after it began or after there are swings. A press plays another round. */
function usePlaysOnce(pair: SyncedPair, swings: SyncedSwings | null, speed: number): void {
  const roundMs = swings && (1000 * swings.plan.frameCount * frameDuration(swings.plan.frameRate)) / speed;
  const meetAt = swings?.plan.meetAt ?? 0;
  useEffect(() => {
    if (roundMs === null) return;
    const timer = setTimeout(() => pair.goTo(meetAt), roundMs);
    return () => clearTimeout(timer);
  }, [pair, roundMs, meetAt]);
}
