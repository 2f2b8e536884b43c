// Both sides of a live comparison: source, clip and marks. The visitor's files are read in the browser; a golfer's
// facts come from the server, which plans with the same ones.
import { useMemo } from 'react';
import type { AnnotatedClip } from '#domain/comparison/comparison-plan.ts';
import { type ClubKind, clubKindOf, FILMED_UNKNOWN, type Filmed } from '#domain/library/golfer.ts';
import { doubtsOf } from '#domain/moments/taken-moments.ts';
import type { Side } from '#domain/side.ts';
import { factorInUse } from '#domain/swing/slow-motion.ts';
import type { Doubts } from '#domain/swing/timing-uncertainty.ts';
import { marksOf, useGolfer } from '#web/api/query.tsx';
import { usePlayableSource } from './playable-file.ts';
import type { SwingVideo } from './swing-video.ts';

export interface ComparedSwings {
  readonly user: SwingVideo;
  /** A golfer of the library, or the visitor's own pro video. */
  readonly pro: { readonly golferId: number } | { readonly golferId: null; readonly video: SwingVideo };
}

/** Two swings, one of which may be missing. */
export interface PartlyCompared {
  readonly user: SwingVideo | null;
  readonly pro: ComparedSwings['pro'] | null;
}

/** One side as far as it is loaded: one of the visitor's own videos or a golfer of the library. */
export interface ComparisonSide {
  readonly src: string | null;
  /** The address of a picture that stands in until the video has one of its own; null for the visitor's videos. */
  readonly posterUrl: string | null;
  /** Undefined while loading; null when it cannot be loaded. */
  readonly annotatedClip: AnnotatedClip | null | undefined;
  readonly golferName: string | null;
  /** How many times slower than real time the clip plays; 1 for real time. */
  readonly slowMotionFactor: number;
  /** The uncertainty of its marks. */
  readonly doubts: Doubts;
  /** The address of the golfer's body, or null. */
  readonly bodyUrl: string | null;
  /** View and hand as the library states them. */
  readonly filmed: Filmed;
  /** As the visitor or the library names it; null while it is unknown. */
  readonly club: ClubKind | null;
}

/** Both sides; the objects change only when their content does. */
export function useComparisonSides({ user, pro }: PartlyCompared): Readonly<Record<Side, ComparisonSide>> {
  const userSide = useFileSide(user);
  const ownPro = useFileSide(pro?.golferId === null ? pro.video : null);
  const golfer = useGolferSide(pro?.golferId ?? null);
  const proSide = pro?.golferId === null ? ownPro : golfer;
  return useMemo(() => ({ user: userSide, pro: proSide }), [userSide, proSide]);
}

const NO_DOUBTS: Doubts = Object.freeze({});

function useFileSide(video: SwingVideo | null): ComparisonSide {
  const { src, clip } = usePlayableSource(video?.file ?? null);
  const annotations = video?.annotations;
  const taken = video?.taken;
  const club = video?.club ?? null;
  const bodyUrl = video?.bodyUrl ?? null;
  const slowMotionFactor = video ? factorInUse(video) : 1;
  return useMemo(() => {
    const annotatedClip = clip && annotations && { clip, annotations };
    const doubts = annotations && taken ? doubtsOf(annotations, taken) : NO_DOUBTS;
    const unknown = { posterUrl: null, golferName: null, filmed: FILMED_UNKNOWN };
    return { src, annotatedClip, slowMotionFactor, doubts, club, bodyUrl, ...unknown };
  }, [src, clip, annotations, taken, slowMotionFactor, club, bodyUrl]);
}

function useGolferSide(golferId: number | null): ComparisonSide {
  const { data, isError } = useGolfer(golferId);
  return useMemo(() => {
    const annotatedClip = data && { clip: data.clip, annotations: marksOf(data) };
    return {
      src: data?.videoUrl ?? null,
      posterUrl: data?.thumbnailUrl ?? null,
      annotatedClip: isError ? null : annotatedClip,
      golferName: data?.name ?? null,
      slowMotionFactor: data?.slowMotionFactor ?? 1,
      doubts: NO_DOUBTS,
      bodyUrl: data?.bodyUrl ?? null,
      filmed: data ? { view: data.view, hand: data.hand } : FILMED_UNKNOWN,
      club: data ? clubKindOf(data) : null,
    };
  }, [data, isError]);
}

/** The key of drawings on a comparison: equal for equal clips, whatever the choices. */
export function comparisonKey({ user, pro }: ComparedSwings): string {
  return `${user.clipId} ${pro.golferId ?? pro.video.clipId}`;
}
