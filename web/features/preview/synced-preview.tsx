// The live preview of a comparison, before anything is uploaded: makes the plan in the browser from the same facts as the
// server and lets the synced player follow it. Brings the frame reader with it, so pages load it lazily.
import { useEffect, useMemo, useRef } from 'react';
import {
  ALIGNMENTS,
  type Alignment,
  type AnnotatedClip,
  type PlanProblem,
  planComparison,
} from '#domain/comparison-plan.ts';
import { onShownFrames } from '#domain/swing.ts';
import { PositionShape } from '#web/lib/position-shape.tsx';
import { jointFrameStep } from '#web/player/synced-loops.ts';
import type { SyncedPair, SyncedSwings } from '#web/player/synced-pair.ts';
import { SyncedPlayer } from '#web/player/synced-player.tsx';
import { useSyncedPair } from '#web/player/synced-state.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { type PreviewVideo, useFileSide, useGolferSide } from './use-preview-side.ts';
import { useWatched } from './use-watched.ts';

interface SyncedPreviewProps {
  readonly user: PreviewVideo;
  /** A golfer of the library, or the visitor's own pro video. */
  readonly pro: { readonly golferId: number } | { readonly golferId: null; readonly video: PreviewVideo };
  readonly alignment: Alignment;
  readonly onAlignmentChange: (alignment: Alignment) => void;
}

/** Both swings moving together, or one sentence why they cannot. */
export function SyncedPreview({ user, pro, alignment, onAlignmentChange }: SyncedPreviewProps) {
  const pair = useSyncedPair();
  const frameRef = useRef<HTMLDivElement>(null);
  const userSide = useFileSide(user);
  const ownPro = useFileSide(pro.golferId === null ? pro.video : null);
  const golfer = useGolferSide(pro.golferId);
  const proSide = pro.golferId === null ? ownPro : golfer;
  const planned = useMemo(
    () => planOf(userSide.annotatedClip, proSide.annotatedClip, alignment),
    [userSide.annotatedClip, proSide.annotatedClip, alignment],
  );
  const swings = typeof planned === 'object' ? planned : null;
  usePlaying(pair, swings);
  useWatched(frameRef, pair.setWatched);

  return (
    <div ref={frameRef}>
      {swings ? (
        <SyncedPlayer
          pair={pair}
          swings={swings}
          sources={{
            user: { src: userSide.src, name: 'You' },
            pro: { src: proSide.src, name: proSide.golferName ?? 'Your pro' },
          }}
        >
          <AlignmentSwitch
            alignment={alignment}
            canMeetAtTop={swings.marks.user.topTime !== null && swings.marks.pro.topTime !== null}
            onChange={onAlignmentChange}
          />
        </SyncedPlayer>
      ) : (
        <p role="status" className="stage flex min-h-32 items-center justify-center gap-3 rounded-md p-6">
          {planned === 'loading' ? (
            <>
              <Spinner /> Opening the preview…
            </>
          ) : (
            SENTENCES[planned as Exclude<Planned, SyncedSwings | 'loading'>]
          )}
        </p>
      )}
    </div>
  );
}

type Planned = SyncedSwings | 'loading' | 'unreadable' | PlanProblem['problem'];

const SENTENCES: Readonly<Record<Exclude<Planned, SyncedSwings | 'loading'>, string>> = {
  unreadable: 'This browser cannot preview these two videos together. They can still be merged.',
  'strike-not-marked': 'Mark the strike in both videos to see them together.',
  'top-not-marked': 'Mark the top in both videos to see them meet there.',
  'outside-the-clip': 'One of the marks lies outside its video. Set it again to see both swings together.',
  'out-of-order': 'Rest, top and strike follow each other in this order. Correct them to see both swings together.',
};

type Known = AnnotatedClip | null | undefined;

function planOf(user: Known, pro: Known, alignment: Alignment): Planned {
  if (user === null || pro === null) return 'unreadable';
  if (!user || !pro) return 'loading';
  const result = planComparison(user, pro, alignment);
  if (!result.ok) return result.problem;
  return {
    plan: result.plan,
    frameTimes: { user: user.clip.frameTimes, pro: pro.clip.frameTimes },
    marks: {
      user: onShownFrames(user.clip, user.annotations),
      pro: onShownFrames(pro.clip, pro.annotations),
    },
    frameStep: jointFrameStep(result.plan, { user: user.clip.frameRate, pro: pro.clip.frameRate }),
  };
}

/** Gives the pair what it plays. The first time it starts by itself, unless the visitor wants no motion. */
function usePlaying(pair: SyncedPair, swings: SyncedSwings | null): void {
  const hasStarted = useRef(false);
  useEffect(() => {
    pair.setSwings(swings);
    if (!swings || hasStarted.current) return;
    hasStarted.current = true;
    if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) pair.setPlaying(true);
  }, [pair, swings]);
}

const MEETING_WORDS: Readonly<Record<Alignment, string>> = { strike: 'Strikes together', top: 'Tops together' };

interface AlignmentSwitchProps {
  readonly alignment: Alignment;
  readonly canMeetAtTop: boolean;
  readonly onChange: (alignment: Alignment) => void;
}

/** Where the two swings meet, to be changed while they play. */
function AlignmentSwitch({ alignment, canMeetAtTop, onChange }: AlignmentSwitchProps) {
  return (
    <fieldset className="mt-2 flex flex-wrap gap-x-6">
      <legend className="sr-only">Where the swings meet</legend>
      {ALIGNMENTS.map((choice) => (
        <label key={choice} className="flex min-h-11 cursor-pointer items-center gap-2 has-disabled:text-ink-soft">
          <input
            type="radio"
            name="live-alignment"
            checked={alignment === choice}
            disabled={choice === 'top' && !canMeetAtTop}
            onChange={() => onChange(choice)}
            className="size-5 accent-flag"
          />
          <PositionShape position={choice} className="size-3.5" />
          {MEETING_WORDS[choice]}
        </label>
      ))}
    </fieldset>
  );
}
