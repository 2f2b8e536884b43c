// The annotating player of the library's form, as soon as its code is there.
import { lazy, Suspense } from 'react';
import type { MarkingParts } from '#web/features/library/golfer-form.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const AnnotateVideo = lazy(async () => {
  const { AnnotateVideo: component } = await import('#web/features/annotate/annotate-video.tsx');
  return { default: component };
});

/** Player and marker panel for one file. */
export function GolferMarking({ file, annotations, onAnnotationsChange }: MarkingParts) {
  return (
    <Suspense
      fallback={
        <p role="status" className="stage flex min-h-72 items-center justify-center gap-3 rounded-md">
          <Spinner /> Opening the player…
        </p>
      }
    >
      <AnnotateVideo subject="pro" file={file} annotations={annotations} onAnnotationsChange={onAnnotationsChange} />
    </Suspense>
  );
}
