// The drawing controls of the merged video: the mode switch, and while it is on the tools and their keys; the list of
// drawings; rendering.
import { useMemo } from 'react';
import type { Template } from '#domain/drawing/templates.ts';
import type { Side } from '#domain/side.ts';
import { comparisonFileName } from '#domain/video/file-name.ts';
import { today } from '#web/lib/save-file.tsx';
import { KeyList } from '#web/player/controls/key-list-dialog.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TooltipProvider } from '#web/ui/tooltip.tsx';
import { words } from '#web/words/words.ts';
import { DrawingBar } from './drawing-bar.tsx';
import { DrawingList } from './drawing-list.tsx';
import { allPlaced, type DrawingPlace, templatePoints } from './placed-stroke.ts';
import { RenderDrawings, type RenderDrawingsProps } from './render-drawings.tsx';
import type { Drawings } from './use-drawing.ts';

interface DrawingPanelProps extends Omit<RenderDrawingsProps, 'strokes' | 'isOn' | 'fileName'> {
  readonly drawings: Drawings;
  /** Must keep its identity while its contents are unchanged. */
  readonly place: DrawingPlace;
  readonly names: Readonly<Record<Side, string>>;
  /** Whether the drawings are listed. */
  readonly hasList: boolean;
  /** Whether the panel is beside the picture, on screens with room for it. */
  readonly isNarrow: boolean;
  /** Used only in the file name. */
  readonly golferName: string | null;
}

export function DrawingPanel(props: DrawingPanelProps) {
  const { player, drawings, place, isNarrow } = props;
  const isOn = drawings.view === 'merged';
  const plainName = comparisonFileName({ golferName: props.golferName, speed: 1, day: today() });
  const strokes = useMemo(() => allPlaced(drawings.strokes, place), [drawings.strokes, place]);

  function putTemplates(template: Template, sides: readonly Side[]) {
    const { widthPx, heightPx, shownTime, paused } = player.getState();
    if (!paused) player.togglePlay();
    for (const side of sides) {
      const points = templatePoints(template, { side, at: shownTime, place, canvas: { widthPx, heightPx } });
      drawings.putTemplate(template, side, points, shownTime, place);
    }
  }

  return (
    <section
      aria-label={words.drawing.panel}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-md border border-line px-3 py-1 has-[>:nth-child(2)]:pb-3 sm:px-4"
    >
      <div className="flex flex-wrap items-center gap-x-4">
        <Switch
          label={words.drawing.mode}
          checked={isOn}
          onCheckedChange={(checked) => drawings.setView(checked ? 'merged' : null)}
        />
        {!isOn && <p className="text-sm text-ink-soft max-sm:hidden">{words.drawing.modeHint}</p>}
      </div>
      {isOn && (
        <TooltipProvider>
          <DrawingBar
            {...{ drawings, isOn, names: props.names }}
            hasSides={place.plan !== null}
            onTemplate={putTemplates}
          />
          <DrawingKeyList />
        </TooltipProvider>
      )}
      {props.hasList && <DrawingList drawings={drawings} strokes={strokes} onGo={player.goTo} isNarrow={isNarrow} />}
      <RenderDrawings {...props} strokes={strokes} isOn={isOn} fileName={plainName.replace('.mp4', '_drawings.mp4')} />
    </section>
  );
}

const keyNames = words.drawing.keyNames;
const keyMeanings = words.drawing.keyMeanings;

const KEYS: readonly { readonly keys: readonly string[]; readonly meaning: string }[] = [
  { keys: ['← ↑ → ↓'], meaning: keyMeanings.move },
  { keys: [keyNames.enter], meaning: keyMeanings.setEnd },
  { keys: [keyNames.escape], meaning: keyMeanings.giveUp },
  { keys: [keyNames.shiftDrag], meaning: keyMeanings.turn },
  { keys: [keyNames.undo, '⌘ + Z'], meaning: words.actions.undo },
  { keys: [keyNames.redo, '⌘ + Shift + Z'], meaning: words.actions.redo },
];

/** The list, collapsed by default. Hidden on phones, but not on desktop touch screens, which have a keyboard. */
function DrawingKeyList() {
  return (
    <details className="max-sm:pointer-coarse:hidden">
      <summary className="label py-3 text-ink-soft hover:text-ink">{words.drawing.keysHeading}</summary>
      <KeyList keys={KEYS} className="text-sm sm:grid-cols-[auto_1fr] max-sm:[&_dd]:mb-2" />
    </details>
  );
}
