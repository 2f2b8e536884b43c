// One side of the preview: where its video is, what is known of it and its marks. The visitor's own files are read in the
// browser; a golfer's facts come with the golfer, as the server plans with them too.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { GolferDetail } from '#contract/golfers.ts';
import type { Clip } from '#domain/clip.ts';
import type { AnnotatedClip } from '#domain/comparison-plan.ts';
import type { SwingAnnotations } from '#domain/swing.ts';
import { readClip } from '#web/player/frame-table.ts';

/** One of the visitor's own videos with its marks. */
export interface PreviewVideo {
  readonly file: File;
  readonly annotations: SwingAnnotations;
}

/** A side as far as it is known. */
export interface PreviewSide {
  readonly src: string | null;
  /** Undefined while it is read or loaded, null when that is not possible. */
  readonly annotatedClip: AnnotatedClip | null | undefined;
  /** The golfer's name, or null. */
  readonly golferName: string | null;
}

/** A side that is one of the visitor's own videos. */
export function useFileSide(video: PreviewVideo | null): PreviewSide {
  const reading = useFileReading(video?.file ?? null);
  const annotations = video?.annotations;
  const clip = reading?.clip;
  const annotatedClip = useMemo(() => clip && annotations && { clip, annotations }, [clip, annotations]);
  return { src: reading?.src ?? null, annotatedClip, golferName: null };
}

interface FileReading {
  readonly file: File;
  readonly src: string;
  readonly clip: Clip | null | undefined;
}

function useFileReading(file: File | null): FileReading | null {
  const [reading, setReading] = useState<FileReading | null>(null);
  useEffect(() => {
    if (!file) return;
    const src = URL.createObjectURL(file);
    let isCurrent = true;
    setReading({ file, src, clip: undefined });
    void readClip(file).then(({ clip }) => isCurrent && setReading({ file, src, clip }));
    return () => {
      isCurrent = false;
      setReading(null);
      URL.revokeObjectURL(src);
    };
  }, [file]);
  return reading?.file === file ? reading : null;
}

/** A side that is a golfer of the library. */
export function useGolferSide(golferId: number | null): PreviewSide {
  const { data, isError } = useQuery<GolferDetail>({ queryKey: ['/api', 'pro', golferId], enabled: golferId !== null });
  const annotatedClip = useMemo(() => data && { clip: data.clip, annotations: marksOf(data) }, [data]);
  return {
    src: data?.videoUrl ?? null,
    annotatedClip: isError ? null : annotatedClip,
    golferName: data?.name ?? null,
  };
}

function marksOf({ restTime, topTime, strikeTime }: GolferDetail): SwingAnnotations {
  return { restTime, topTime, strikeTime };
}
