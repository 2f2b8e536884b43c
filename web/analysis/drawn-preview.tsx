// The stage of the analysis page: the live pair with drawing on it, and a Save tab that leads to the merged video.
import type { ComponentProps } from 'react';
import { comparisonKey } from '#web/clip/use-comparison-sides.ts';
import { Sequence, ShareDifferences, StillStrip } from '#web/compare/stills/still-strip.tsx';
import { forgetIncluded } from '#web/drawing/stored-drawings.ts';
import { liveDrawing, useWithDrawings } from '#web/drawing/surface/live-drawing.tsx';
import { useDrawing } from '#web/drawing/use-drawing.ts';
import { useLessonRecording } from '#web/lessons/use-lesson-recording.tsx';
import { LivePreview } from '#web/preview/live-preview.tsx';
import { LessonLink } from '#web/share/lesson-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { words } from '#web/words/words.ts';

type DrawnPreviewProps = Omit<ComponentProps<typeof LivePreview>, 'overlay' | 'save' | 'shareDifferences'> & {
  readonly onCompare: (() => void) | null;
};

/** The live preview of two swings. Its drawings are included in the merged video. */
export default function DrawnPreview({ onCompare, ...props }: DrawnPreviewProps) {
  const drawings = useDrawing(comparisonKey(props));
  const { choice } = useWithDrawings(drawings);
  const { user, pro, alignment, choices } = props;
  const recording = useLessonRecording({
    alignment,
    choices,
    drawings,
    swings: { user, pro },
    sendButton: (id) => <LessonLink key={id} id={id} />,
  });
  return (
    <LivePreview
      {...props}
      overlay={liveDrawing(drawings)}
      shareDifferences={(differences) => <ShareDifferences {...{ user, pro, choices, differences }} />}
      sequence={(stage) => <Sequence {...{ user, pro, choices, stage }} />}
      lesson={recording.lesson}
      save={(source) => (
        <>
          <Button
            size="large"
            className="flex-col gap-0! leading-tight"
            disabled={!onCompare}
            onClick={() => {
              forgetIncluded();
              onCompare?.();
            }}
          >
            {words.analysisPage.compare}
            <span className="text-sm font-normal">{words.stage.save.compareMeans}</span>
          </Button>
          {choice}
          {recording.entry}
          <StillStrip user={user} pro={pro} choices={choices} />
          <p className="text-sm text-ink-soft">{source}</p>
        </>
      )}
    />
  );
}
