// The annotations as the visitor has set them, also while the page still draws the ones of before: a page may take its
// time with what follows from a mark (a transition), and the next mark must not build on what that page still shows.
import { useEffect, useRef } from 'react';
import { POSITIONS, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';

/** The newest annotations, from either side. */
export interface LatestAnnotations {
  readonly get: () => SwingAnnotations;
  readonly set: (annotations: SwingAnnotations) => void;
}

/** Passes every change on at once; takes what the page shows as new only where it is not one of these changes. */
export function useLatestAnnotations(
  shown: SwingAnnotations,
  onChange: (annotations: SwingAnnotations) => void,
): LatestAnnotations {
  const latest = useRef(shown);
  const onTheirWay = useRef<readonly SwingAnnotations[]>([]);

  useEffect(() => {
    const arrived = onTheirWay.current.findLastIndex((sent) => isSame(sent, shown));
    onTheirWay.current = onTheirWay.current.slice(arrived + 1);
    if (arrived === -1) {
      latest.current = shown;
      onTheirWay.current = [];
    }
  }, [shown]);

  return {
    get: () => latest.current,
    set(annotations) {
      latest.current = annotations;
      onTheirWay.current = [...onTheirWay.current, annotations];
      onChange(annotations);
    },
  };
}

function isSame(one: SwingAnnotations, other: SwingAnnotations): boolean {
  return POSITIONS.every((position) => timeOf(one, position) === timeOf(other, position));
}
