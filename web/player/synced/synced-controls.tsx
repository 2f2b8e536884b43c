// The row of controls under the synced preview: those of every player, and its layout.
import { LAYOUTS, type Layout } from '#domain/comparison/comparison-choices.ts';
import { mergedFrameAt, toPlanTime } from '#domain/comparison/timeline.ts';
import { timeOf } from '#domain/swing/swing.ts';
import type { SourceTime } from '#domain/time.ts';
import { PLAYBACK_SPEEDS } from '#domain/video/playback-speed.ts';
import { loopsOf } from '#web/player/controlled/loops.ts';
import { ControlBar } from '#web/player/controls/control-bar.tsx';
import { PositionJumps } from '#web/player/controls/position-jumps.tsx';
import type { FullScreen } from '#web/player/screen/use-full-screen.ts';
import type { PictureZoom } from '#web/player/screen/use-zoom.ts';
import { Select } from '#web/ui/select.tsx';
import { say, words } from '#web/words/words.ts';
import { inRange, positionTimesIn, wholeRange } from './synced-loops.ts';
import type { SyncedPair, SyncedSwings } from './synced-pair.ts';
import { useSyncedState } from './synced-state.ts';
import { type Moment, momentsOf } from './synced-timeline.tsx';

interface SyncedControlsProps {
  readonly pair: SyncedPair;
  readonly swings: SyncedSwings;
  readonly disabled: boolean;
  readonly layout: Layout;
  readonly onLayoutChange: (layout: Layout) => void;
  readonly pictureZoom: PictureZoom;
  readonly fullScreen: FullScreen;
  readonly onListKeys: () => void;
}

/** The row of controls of one pair. */
export function SyncedControls(props: SyncedControlsProps) {
  const { pair, swings, disabled, layout, onLayoutChange, pictureZoom, fullScreen, onListKeys } = props;
  const { plan, marks } = swings;
  const frame = useSyncedState(pair, (state) => mergedFrameAt(plan, state.at));
  return (
    <ControlBar
      player={pair}
      speeds={PLAYBACK_SPEEDS}
      loops={loopsOf(positionTimesIn(plan, marks.user))}
      pictureZoom={pictureZoom}
      fullScreen={fullScreen}
      disabled={disabled}
      onListKeys={onListKeys}
      frame={{ number: frame + 1, count: plan.frameCount }}
      jumps={<Jumps pair={pair} swings={swings} disabled={disabled} />}
      lists={
        <Select
          label={words.player.layout}
          value={layout}
          onValueChange={(value) => onLayoutChange(value as Layout)}
          options={LAYOUTS.map((choice) => ({ value: choice, label: words.player.layouts[choice] }))}
          className="max-sm:px-2"
        />
      }
    />
  );
}

/** To the visitor's own positions; pressed again or long where the sides do not meet, each side goes to its own. */
function Jumps({ pair, swings, disabled }: Pick<SyncedControlsProps, 'pair' | 'swings' | 'disabled'>) {
  const isApart = useSyncedState(pair, (state) => state.isApart);
  return (
    <PositionJumps
      colorClass="text-you"
      disabled={disabled}
      jumps={momentsOf(swings, 'user').map((moment) => {
        const inText = { position: words.swing.positionsInText[moment.position] };
        return {
          position: moment.position,
          label: say(words.player.goToYours, inText),
          tip: say(isTogether(swings, moment) ? words.player.both : words.player.yours, inText),
          onPress: () => jump(pair, swings, moment),
          onHold: () => goToOwn(pair, swings, moment),
        };
      })}
    >
      <span role="status" className="text-sm">
        {isApart && words.player.apart}
      </span>
    </PositionJumps>
  );
}

/** Whether both sides are at a position in the same merged frame, or only the visitor has it. */
function isTogether({ plan, marks }: SyncedSwings, { position, at }: Moment): boolean {
  const theirs = timeOf(marks.pro, position);
  return (
    theirs === null || mergedFrameAt(plan, at) === mergedFrameAt(plan, toPlanTime(plan, 'pro', theirs as SourceTime))
  );
}

function jump(pair: SyncedPair, swings: SyncedSwings, moment: Moment): void {
  const { playing, isApart, at } = pair.getState();
  const isThere = !playing && !isApart && at === inRange(moment.at, wholeRange(swings.plan));
  if (isThere) goToOwn(pair, swings, moment);
  else pair.goTo(moment.at);
}

/** Each side to its own moment; both together where that is the same, or the pro's is not marked. */
function goToOwn(pair: SyncedPair, swings: SyncedSwings, moment: Moment): void {
  const user = timeOf(swings.marks.user, moment.position);
  const pro = timeOf(swings.marks.pro, moment.position);
  if (user !== null && pro !== null && !isTogether(swings, moment)) {
    pair.goApart({ user: user as SourceTime, pro: pro as SourceTime });
  } else {
    pair.goTo(moment.at);
  }
}
