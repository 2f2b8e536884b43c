// The merged video of a comparison, and what can be done with it.
import { Check, Mic } from 'lucide-react';
import { useMemo, useState } from 'react';
import { StillStrip } from '#web/compare/stills/still-strip.tsx';
import { DrawingPanel } from '#web/drawing/drawing-panel.tsx';
import type { DrawingPlace } from '#web/drawing/placed-stroke.ts';
import type { RenderHere } from '#web/drawing/render-drawings.tsx';
import { MergedDrawing } from '#web/drawing/surface/drawing-canvas.tsx';
import type { Drawings } from '#web/drawing/use-drawing.ts';
import type { KeptPlace } from '#web/player/controlled/play-place.ts';
import { usePlayer } from '#web/player/engine/use-player.ts';
import type { VideoShape } from '#web/player/engine/video-shape.ts';
import { MergedPlayer } from '#web/player/view/merged-player.tsx';
import { VideoPreview } from '#web/player/view/video-preview.tsx';
import { useComparedPlan } from '#web/preview/preview-plan.ts';
import { SmallButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CheckLink } from '#web/ui/check-link.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Status } from '#web/ui/status.tsx';
import { say, words } from '#web/words/words.ts';
import { DownloadAtSpeed } from './download-at-speed.tsx';
import type { MadeHere } from './merge-stage.ts';
import { namesIn, type ReadyComparison } from './use-comparison.ts';

export interface PlayerProps {
  drawings: Drawings;
  /** The place in the comparison, shared with the live pair. */
  place: KeptPlace;
  /** Whether the card is on the page, with the video in its player; otherwise it is in the Save tab, with a picture of the video. */
  isOnPage: boolean;
  onPlay: () => void;
  /** Records a lesson over the same comparison; null where the live pair cannot be shown. */
  onRecord: (() => void) | null;
}

/** In the Save tab a frame within the frame would only take room. */
export const IN_TAB = 'border-0! bg-transparent! p-0! [&>h2]:mb-2 max-lg:[&>h2]:sr-only';

interface MergedVideoProps extends PlayerProps {
  mergedVideoUrl: string;
  shape: VideoShape | null;
  comparison: ReadyComparison;
  isWithoutBodies: boolean;
  /** Null for a video made by the server. */
  device: MadeHere | null;
}

export function MergedVideo(props: MergedVideoProps) {
  const { mergedVideoUrl, shape, comparison, isWithoutBodies, device, drawings, place, isOnPage, onPlay, onRecord } =
    props;
  const player = usePlayer();
  const { user, pro, alignment, choices, golferName } = comparison;
  const plan = useComparedPlan({ user, pro }, alignment, choices);
  const names = { user: words.swing.you, pro: golferName ?? words.swing.yourPro };
  // The address of a video made here changes with a reload.
  const renderHere: RenderHere | null = device && ((...asked) => renderDrawn(comparison, device.result, ...asked));
  const video = device?.result.key ?? mergedVideoUrl;
  const devicePlan = device?.result.plan ?? null;
  const drawingPlace = useMemo((): DrawingPlace => ({ plan: devicePlan, video }), [devicePlan, video]);
  const [watched, watch] = useState<string | null>(null);
  const isDrawing = drawings.view === 'merged' && watched === null;
  return (
    // While drawing, the tools are beside the picture if the screen is wide enough.
    <div
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)] gap-3 sm:gap-5',
        isDrawing && 'lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start',
      )}
    >
      {isOnPage && (
        <MergedPlayer
          key={watched ?? mergedVideoUrl}
          src={watched ?? mergedVideoUrl}
          label={watched === null ? words.comparePage.mergedComparison : words.drawing.renderedVideo}
          shape={shape}
          comparison={plan && { plan, names }}
          place={place}
          {...(watched === null && {
            player,
            overlay: <MergedDrawing player={player} drawings={drawings} place={drawingPlace} />,
          })}
        />
      )}
      <Card
        heading={words.comparePage.mergedVideo}
        className={classNames('stage max-sm:[&>h2]:mb-2', isDrawing && 'order-3 lg:col-span-2', !isOnPage && IN_TAB)}
      >
        <div
          className={classNames(
            'grid gap-x-4 gap-y-2',
            isOnPage ? 'grid-cols-[minmax(0,1fr)]' : 'grid-cols-[7rem_minmax(0,1fr)]',
          )}
        >
          {!isOnPage && (
            <VideoPreview
              src={mergedVideoUrl}
              label={words.comparePage.mergedComparison}
              shape={shape}
              place={place}
              meetAt={plan?.meetAt ?? null}
              mostHeight="9rem"
              onPlay={onPlay}
            />
          )}
          {/* In the tab beside the picture, so that the download is in view without a scroll. */}
          <div className="grid content-start gap-1">
            <p className="flex items-start gap-2 leading-snug font-semibold text-faster">
              <Check className="size-5 shrink-0" />
              {comparison.alignment === 'all'
                ? words.comparePage.mergedMatched
                : say(words.comparePage.merged, { alignment: words.comparePage.alignments[comparison.alignment] })}
            </p>
            <WhereMade device={device} />
            {isWithoutBodies && <Status>{words.body.leftOut}</Status>}
            <DownloadAtSpeed {...{ mergedVideoUrl }} golferName={comparison.golferName} isNarrow={!isOnPage} />
          </div>
          <div className={classNames('grid grid-cols-[minmax(0,1fr)] content-start gap-3', !isOnPage && 'col-span-2')}>
            <p className="text-sm text-ink-soft">
              <span className="hidden pointer-coarse:inline">{words.comparePage.loopTouchTip} </span>
              {words.comparePage.loopTip}{' '}
              <span className="pointer-coarse:hidden">{words.comparePage.loopButtonTip}</span>
            </p>
            {isOnPage && (
              <div className="flex flex-wrap gap-2">
                {onRecord && (
                  <SmallButton icon={Mic} onClick={onRecord}>
                    {words.lesson.record}
                  </SmallButton>
                )}
                <StillStrip user={comparison.user} pro={comparison.pro} choices={comparison.choices} />
              </div>
            )}
          </div>
        </div>
      </Card>
      <DrawingPanel
        player={player}
        drawings={drawings}
        place={drawingPlace}
        names={namesIn(comparison)}
        mergedVideoUrl={mergedVideoUrl}
        shape={shape}
        golferName={comparison.golferName}
        hasList={isOnPage}
        isNarrow={isDrawing}
        renderHere={renderHere}
        watched={watched}
        onWatch={(videoUrl) => {
          watch(videoUrl);
          if (videoUrl === null) return;
          drawings.setView(null);
          onPlay();
        }}
      />
    </div>
  );
}

/** Renders drawings into a video made on this device. The renderer is loaded on demand. */
async function renderDrawn(
  comparison: ReadyComparison,
  result: MadeHere['result'],
  ...asked: Parameters<RenderHere>
): Promise<string> {
  const { drawOnDevice } = await import('./make-on-device.ts');
  return URL.createObjectURL(await drawOnDevice(comparison, result, ...asked));
}

/** Where the video was made, and whether any part of the clips was uploaded for it. */
function WhereMade({ device }: { device: MadeHere | null }) {
  if (!device) return <p className="text-sm text-ink-soft">{words.render.madeOnServer}</p>;
  return (
    <>
      <p className="text-sm text-ink-soft">{device.isUnsent ? words.render.madeHereUnsent : words.render.madeHere}</p>
      {!device.isKept && (
        <Status className="font-semibold text-flag-ink">
          {words.render.notKept} <CheckLink />
        </Status>
      )}
    </>
  );
}
