// The area of both pictures on the stage, with the chip and the hint over them.
import { type ReactNode, type RefObject, useState } from 'react';
import { type ComparisonChoices, type Side, withSideChoices } from '#domain/comparison/comparison-choices.ts';
import type { PictureZoom } from '#web/player/screen/use-zoom.ts';
import { SLOWED_SPEED, type SyncedPair, type SyncedSwings } from '#web/player/synced/synced-pair.ts';
import type { PictureOverlay, SyncedSource } from '#web/player/synced/synced-pane.tsx';
import { SyncedPanes } from '#web/player/synced/synced-panes.tsx';
import { useSyncedState } from '#web/player/synced/synced-state.ts';
import { say, words } from '#web/words/words.ts';
import { useScrub } from './use-scrub.ts';

interface StagePictureProps {
  readonly pair: SyncedPair;
  readonly swings: SyncedSwings;
  readonly sources: Readonly<Record<Side, SyncedSource>>;
  readonly choices: ComparisonChoices;
  readonly onChoicesChange: (choices: ComparisonChoices) => void;
  readonly overlay: PictureOverlay | null;
  readonly pictureRef: RefObject<HTMLDivElement | null>;
  readonly pictureZoom: PictureZoom;
  readonly disabled: boolean;
  readonly isAdjusting: boolean;
  readonly canRename: boolean;
  /** Whether the hint about dragging may be shown. */
  readonly hasHint: boolean;
  /** Shown at the pictures' upper edge. */
  readonly chip: ReactNode;
}

/** Both pictures. A drag scrubs through the swing. */
export function StagePicture(props: StagePictureProps) {
  const { pair, swings, choices, onChoicesChange, overlay, pictureZoom, disabled, isAdjusting, canRename } = props;
  const [isNew, setNew] = useState(needsDragHint);
  const scrub = useScrub(pair, {
    isOff: disabled || isAdjusting || overlay?.isOn === true || pictureZoom.zoom.scale > 1,
    onScrub() {
      setNew(false);
      rememberDrag();
    },
  });
  return (
    <div className="relative min-h-0 min-w-0 overflow-hidden bg-sunken [grid-area:picture]" data-stage-picture="">
      <SyncedPanes
        pair={pair}
        plan={swings.plan}
        sources={props.sources}
        pictureRef={props.pictureRef}
        pictureZoom={pictureZoom}
        scrub={scrub}
        onAdjust={isAdjusting ? (side, change) => onChoicesChange(withSideChoices(choices, side, change)) : null}
        choices={choices}
        onWipe={(wipePercent) => onChoicesChange({ ...choices, wipePercent })}
        onRename={
          canRename && !overlay?.isOn && !isAdjusting
            ? (side, name) => onChoicesChange({ ...choices, names: { ...choices.names, [side]: name } })
            : null
        }
        overlay={overlay}
      />
      {/* On a low screen the chip is beside the name, because the golfers' heads are below it. */}
      <div className="pointer-events-none absolute inset-x-0 top-2 z-3 grid justify-items-center px-2 pt-9 short:-top-0.5 short:justify-items-start short:pt-0 short:pl-18">
        {props.chip}
        <SlowedNotice pair={pair} />
      </div>
      {isNew && props.hasHint && !disabled && (
        <p className="pointer-events-none absolute inset-x-0 bottom-3 z-3 mx-auto w-fit rounded-full bg-black/75 px-3 py-1.5 text-sm font-semibold text-white">
          {words.stage.dragHint}
        </p>
      )}
    </div>
  );
}

/** Says that the pair has slowed down, until the visitor chooses a speed. */
function SlowedNotice({ pair }: { readonly pair: SyncedPair }) {
  const isSlowed = useSyncedState(pair, (state) => state.isSlowed);
  return (
    <p
      role="status"
      className="mt-1 rounded-full bg-black/75 px-3 py-1.5 text-center text-sm font-semibold text-white empty:hidden"
    >
      {isSlowed && say(words.stage.slowed, { speed: SLOWED_SPEED })}
    </p>
  );
}

const KEY = 'swingmark.dragged';

/** Whether the hint is still needed. */
function needsDragHint(): boolean {
  try {
    return localStorage.getItem(KEY) === null;
  } catch {
    return false;
  }
}

function rememberDrag(): void {
  try {
    localStorage.setItem(KEY, 'true');
  } catch {
    // Without storage the hint appears again.
  }
}
