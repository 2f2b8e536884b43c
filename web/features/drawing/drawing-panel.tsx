// The drawing controls under the video: tools, list, rendering.
import { comparisonFileName } from '#domain/video/file-name.ts';
import { today } from '#web/lib/save-file.ts';
import type { FramePlayer } from '#web/player/engine/frame-player.ts';
import { words } from '#web/words/words.ts';
import { DrawingList } from './drawing-list.tsx';
import { DrawingTools } from './drawing-tools.tsx';
import { RenderDrawings } from './render-drawings.tsx';
import type { Drawings } from './use-drawing.ts';
import type { RenderHere } from './use-render-drawings.ts';

interface DrawingPanelProps {
  readonly player: FramePlayer;
  readonly drawings: Drawings;
  readonly mergedVideoUrl: string;
  /** Only names the file. */
  readonly golferName: string | null;
  /** Renders drawings on this device; null or nothing where the server is to. */
  readonly renderHere?: RenderHere | null;
}

/** The drawing tools of the merged video. */
export function DrawingPanel({ player, drawings, mergedVideoUrl, golferName, renderHere = null }: DrawingPanelProps) {
  const plainName = comparisonFileName({ golferName, speed: 1, day: today() });
  return (
    <section
      aria-label={words.drawing.panel}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-md border border-line p-3 sm:p-4"
    >
      <DrawingTools drawings={drawings} />
      <DrawingList player={player} drawings={drawings} />
      <RenderDrawings
        player={player}
        drawings={drawings}
        mergedVideoUrl={mergedVideoUrl}
        renderHere={renderHere}
        fileName={plainName.replace('.mp4', '_drawings.mp4')}
      />
    </section>
  );
}
