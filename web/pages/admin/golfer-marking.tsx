// The annotating player of the library's form, as soon as its code is there.
import { lazy, Suspense } from 'react';
import type { MarkingParts } from '#web/features/library/golfer-form.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { words } from '#web/words/words.ts';

const AnnotateVideo = lazy(async () => {
  const { AnnotateVideo: component } = await import('#web/features/annotate/annotate-video.tsx');
  return { default: component };
});

const TrueTimePanel = lazy(async () => {
  const { TrueTimePanel: component } = await import('#web/features/timing/true-time-panel.tsx');
  return { default: component };
});

/** Player and marker panel for one file, and what its time rests on. */
export function GolferMarking(props: MarkingParts) {
  const { file, annotations, getAnnotations, onAnnotationsChange, slowMotionFactor, onSlowMotionAnswer } = props;
  return (
    <Suspense
      fallback={
        <p role="status" className="stage flex min-h-72 items-center justify-center gap-3 rounded-md">
          <Spinner /> {words.player.opening}
        </p>
      }
    >
      <AnnotateVideo
        subject="pro"
        file={file}
        annotations={annotations}
        getAnnotations={getAnnotations}
        onAnnotationsChange={onAnnotationsChange}
      />
      <TrueTimePanel
        file={file}
        annotations={annotations}
        slowMotionFactor={slowMotionFactor}
        onAnswer={onSlowMotionAnswer}
      />
    </Suspense>
  );
}
