// How the visitor's clip was filmed, as far as tracking or the visitor has established. Does not start tracking.
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { BodyAngles, SaidOfBody } from '#domain/body/body-angles.ts';
import type { BodyTrack } from '#domain/body/body-track.ts';
import type { Filmed } from '#domain/library/golfer.ts';
import { factorInUse } from '#domain/swing/slow-motion.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import type { SwingVideo } from '#web/videos/swing-video.ts';
import type { ClipBody, ClipBodyState } from './clip-body.ts';

const NOTHING = createStore<Pick<ClipBodyState, 'facts' | 'said'>>(() => ({ facts: null, said: {} }));

type Measure = (track: BodyTrack, marks: SwingAnnotations, factor: number, said: SaidOfBody) => BodyAngles;

/** View and hand of a video, each null when uncertain. */
export function useFilmed(video: SwingVideo | null): Filmed {
  const { facts, said } = useStore(useClipBody(video?.file ?? null) ?? NOTHING);
  const track = facts?.track ?? null;
  const measure = useMeasure(track !== null);
  const annotations = video?.annotations;
  const factor = video ? factorInUse(video) : 1;
  return useMemo(() => {
    const { view = null, hand = null } =
      track && annotations && measure ? measure(track, annotations, factor, said) : said;
    return { view, hand };
  }, [track, annotations, measure, factor, said]);
}

/** The store of a file's body; null until its code is loaded. */
function useClipBody(file: File | null): ClipBody | null {
  const [body, setBody] = useState<ClipBody | null>(null);
  useEffect(() => {
    if (!file) return;
    let isGone = false;
    void import('./clip-body.ts').then(
      ({ clipBodyOf }) => !isGone && setBody(clipBodyOf(file)),
      () => undefined,
    );
    return () => {
      isGone = true;
      setBody(null);
    };
  }, [file]);
  return body;
}

/** The function that measures a body, loaded once a body is tracked. */
function useMeasure(isWanted: boolean): Measure | null {
  const [measure, setMeasure] = useState<Measure | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    // If the load fails, the golfers keep their order.
    void import('#domain/body/body-angles.ts').then(
      ({ bodyAngles }) => !isGone && setMeasure(() => bodyAngles),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [isWanted]);
  return measure;
}
