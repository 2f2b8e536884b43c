// The live preview with drawing on it.
import type { ComponentProps } from 'react';
import { liveDrawing } from '#web/features/drawing/surface/live-drawing.tsx';
import { useDrawing } from '#web/features/drawing/use-drawing.ts';
import { LivePreview } from '#web/features/preview/live-preview.tsx';
import { comparisonKey } from '#web/videos/use-comparison-sides.ts';

/** The live preview of two swings; what is drawn on it is on the compare page too. */
export default function DrawnPreview(props: ComponentProps<typeof LivePreview>) {
  const drawings = useDrawing(comparisonKey(props));
  return <LivePreview {...props} overlay={liveDrawing(drawings)} />;
}
