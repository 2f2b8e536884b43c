// The drawing controls of the merged video: tools, list, rendering.
import { useMemo } from 'react';
import type { Side } from '#domain/comparison/comparison-choices.ts';
import { comparisonFileName } from '#domain/video/file-name.ts';
import { today } from '#web/lib/save-file.ts';
import type { FramePlayer } from '#web/player/engine/frame-player.ts';
import type { VideoShape } from '#web/player/engine/video-shape.ts';
import { words } from '#web/words/words.ts';
import { DrawingList } from './drawing-list.tsx';
import { DrawingTools } from './drawing-tools.tsx';
import { allPlaced, type DrawingPlace, templatePoints } from './placed-stroke.ts';
import { RenderDrawings } from './render-drawings.tsx';
import type { Drawings } from './use-drawing.ts';
import type { RenderHere } from './use-render-drawings.ts';

interface DrawingPanelProps {
  readonly player: FramePlayer;
  readonly drawings: Drawings;
  /** Must keep its identity while its contents are unchanged. */
  readonly place: DrawingPlace;
  readonly names: Readonly<Record<Side, string>>;
  /** Whether the panel is beside the picture, on screens with room for it. */
  readonly isNarrow: boolean;
  readonly mergedVideoUrl: string;
  /** The video's size; null if only the player knows it. */
  readonly shape: VideoShape | null;
  /** Used only in the file name. */
  readonly golferName: string | null;
  /** Renders drawings on this device; null if the server renders them. */
  readonly renderHere: RenderHere | null;
  readonly watched: string | null;
  readonly onWatch: (videoUrl: string | null) => void;
}

export function DrawingPanel(props: DrawingPanelProps) {
  const { player, drawings, place, isNarrow } = props;
  const plainName = comparisonFileName({ golferName: props.golferName, speed: 1, day: today() });
  const strokes = useMemo(() => allPlaced(drawings.strokes, place), [drawings.strokes, place]);
  return (
    <section
      aria-label={words.drawing.panel}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 rounded-md border border-line p-3 sm:p-4"
    >
      <DrawingTools
        drawings={drawings}
        hasSides={place.plan !== null}
        isNarrow={isNarrow}
        names={props.names}
        onTemplate={(template, side) => {
          const { widthPx, heightPx, shownTime, paused } = player.getState();
          if (!paused) player.togglePlay();
          const points = templatePoints(template, { side, at: shownTime, place, canvas: { widthPx, heightPx } });
          drawings.putTemplate(template, side, points, shownTime, place);
        }}
      />
      <DrawingList drawings={drawings} strokes={strokes} onGo={player.goTo} isNarrow={isNarrow} />
      <RenderDrawings
        player={player}
        strokes={strokes}
        isOn={drawings.view === 'merged'}
        mergedVideoUrl={props.mergedVideoUrl}
        shape={props.shape}
        renderHere={props.renderHere}
        watched={props.watched}
        onWatch={props.onWatch}
        fileName={plainName.replace('.mp4', '_drawings.mp4')}
      />
    </section>
  );
}
