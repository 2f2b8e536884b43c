// A range session as one store: the capture, the swings and what is shown.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { GolferBox } from '#domain/comparison/comparison-choices.ts';
import type { LaunchedShot } from '#domain/range/launch-table.ts';
import { nextPhase, type RangeEvent, type RangePhase } from '#domain/range/range-session.ts';
import { cutBounds, type Shot } from '#domain/range/shots.ts';
import { NO_ANNOTATIONS, type SwingAnnotations } from '#domain/swing/swing.ts';
import { currentFocus } from '#web/kept/kept-focus.ts';
import { orNull } from '#web/lib/or-null.ts';
import { randomId } from '#web/lib/random-id.ts';
import { type Facing, openCamera, setRate } from '#web/range/capture/camera.ts';
import {
  type Capture,
  type CaptureEvents,
  type RangeProblem,
  startCapture,
  type Tone,
} from '#web/range/capture/capture.ts';
import type { CaptureFacts, RangeCut } from '#web/range/capture/capture-messages.ts';
import { createPositionSearch } from './find-positions.ts';
import { type FocusValues, isMeasuredEarly, measuringForFocus, type RangeSound } from './measure-for-focus.ts';
import type { RangeSwing } from './range-swing.ts';
import { prepareVoice } from './say-aloud.ts';

export interface RangeValues extends FocusValues {
  readonly phase: RangePhase;
  readonly isOpening: boolean;
  readonly problem: RangeProblem | null;
  readonly facing: Facing;
  /** The camera's picture, for the finder; null while the camera is off. */
  readonly stream: MediaStream | null;
  readonly facts: CaptureFacts | null;
  readonly canHear: boolean;
  /** Whether a call or another app has the camera at the moment. */
  readonly isInterrupted: boolean;
  /** The rate that the device was reduced to; null while it keeps up. */
  readonly reducedTo: number | null;
  /** Whether the device drops so many frames that the shown swing has to make room for the next one. */
  readonly isShortOfTime: boolean;
  readonly swings: readonly RangeSwing[];
  /** The swing that is shown; null for the live picture. */
  readonly shownId: string | null;
  /** The swing it is compared with; null for the pro. */
  readonly besideId: string | null;
  /** The delay of the mirror in seconds; null while it is off. */
  readonly mirrorDelay: number | null;
  /** Where the golfer stood in the last swing that was tracked; null before. */
  readonly golferBox: GolferBox | null;
}

/** Older clips than the newest of this number lose their video, unless they are starred, so that an hour's session stays small. */
const MAX_CLIPS = 40;
/** A device that drops more than this share of frames is asked for fewer, one step at a time. */
const TOO_MANY_DROPPED = 0.05;
/** Not below what a tempo needs. */
const LOWER_RATES = [30, 24];
/**
 * A device that drops this share of frames has no time to search a clip for exact positions or to keep a clip playing.
 */
const STARVED = 0.25;
/** Frames are judged only after the start has settled, and reports have agreed. */
const JUDGED_AFTER_FRAMES = 150;
const AGREEING_REPORTS = 3;
/** One press of "Earlier" or "Later" adds this much to a clip, in seconds. */
const EXTENSION = 1;
/** Times closer than this are of one frame, in seconds. */
const SAME_FRAME = 0.01;

const NOTHING: RangeValues = {
  phase: 'off',
  isOpening: false,
  problem: null,
  facing: 'environment',
  stream: null,
  facts: null,
  canHear: false,
  isInterrupted: false,
  reducedTo: null,
  isShortOfTime: false,
  swings: [],
  shownId: null,
  besideId: null,
  sound: 'voice',
  begunSet: [],
  retest: null,
  testedIds: [],
  mirrorDelay: null,
  golferBox: null,
};

const FRESH = { canHear: false, isInterrupted: false, reducedTo: null, isShortOfTime: false, facts: null } as const;

export type RangeStore = ReturnType<typeof createRangeStore>;

export function createRangeStore() {
  const { setState: change, ...store } = createStore<RangeValues>(() => NOTHING);
  const { getState } = store;
  let capture: Capture | null = null;
  let session = new AbortController();
  let isSlow = slowReports();
  const happen = (event: RangeEvent) => change(({ phase }) => ({ phase: nextPhase(phase, event) }));
  const changeSwing = (id: string, to: (swing: RangeSwing) => RangeSwing) =>
    change(({ swings }) => ({ swings: swings.map((swing) => (swing.id === id ? to(swing) : swing)) }));
  const addSwing = (swing: RangeSwing) => change(({ swings }) => ({ swings: withinRoom([...swings, swing]) }));
  const sound = (tone: Tone) => getState().sound !== 'off' && capture?.play(tone);
  const measure = measuringForFocus({ getState, change, changeSwing, play: sound, isRunning: () => capture !== null });
  const search = createPositionSearch({
    onMeasured: (id, seen) => measure(id, seen, { isEarly: true }),
    onEnd(id, found) {
      if (found) changeSwing(id, (swing) => ({ ...swing, annotations: found.annotations, positionsFrom: 'tracked' }));
      measure(id, found);
    },
  });

  async function start(facing: Facing = getState().facing): Promise<void> {
    stop();
    prepareVoice();
    session = new AbortController();
    const { signal } = session;
    change({ isOpening: true, problem: null, facing });
    const opened = await openCamera(facing, signal);
    if (signal.aborted) return;
    if (typeof opened === 'string') return fail(opened);
    const onFacts = (facts: CaptureFacts) => takeFacts(facts, opened.track);
    const onCanHear = (canHear: boolean) => change({ canHear });
    const onShot: CaptureEvents['onShot'] = (...shot) => void takeShot(...shot);
    const events = { onFacts, onCanHear, onShot, onProblem: fail };
    capture = orNull(() => startCapture(opened, events, signal));
    if (!capture) return fail('failed');
    opened.track.addEventListener('ended', () => fail('camera-ended'), { signal });
    noteInterruptions(opened.track, change, signal);
    change({ ...FRESH, isOpening: false, stream: opened.stream });
    happen('started');
  }

  function stop(): void {
    session.abort();
    capture = null;
    isSlow = slowReports();
    change({ isOpening: false, stream: null, mirrorDelay: null });
    happen('stopped');
  }

  function fail(problem: RangeProblem): void {
    stop();
    change({ problem });
  }

  function takeFacts(facts: CaptureFacts, track: MediaStreamTrack): void {
    change({ facts });
    judgeTime(getState().isShortOfTime);
    const lower = isSlow(facts) ? lowerRate(facts, getState().reducedTo) : null;
    if (lower !== null) void setRate(track, lower).then((isSet) => isSet && change({ reducedTo: lower }));
  }

  /**
   * An overloaded device tries again after the next shot. Capturing comes first, and positions from motion alone are
   * enough.
   */
  function judgeTime(wasShort: boolean): void {
    if (isStarved(getState())) search.stop();
    change((values) => ({ isShortOfTime: wasShort || isStarved(values) }));
  }

  async function takeShot(shot: Shot, struckAtMs: number): Promise<void> {
    const at = capture;
    if (!at) return;
    const swing = newSwing(shot, struckAtMs, (getState().swings.at(-1)?.number ?? 0) + 1);
    if (shot.kind === 'practice') return addSwing(swing);
    happen('shot');
    sound('heard');
    const made = await at.cut(swing.clip.from, swing.clip.to);
    if (at !== capture) return;
    if (!made) return happen('not-cut');
    const withClip = { ...swing, ...clipFacts(made, swing.number), annotations: marksIn(made, shot) };
    addSwing(withClip);
    judgeTime(false);
    change({ shownId: swing.id, besideId: null });
    happen('shown');
    // The result is awaited with the club in the hands, the positions beside the pro are not.
    if (currentFocus()) searchPositions(withClip);
  }

  /** A device that is short of time measures nothing. */
  function searchPositions({ id, file, annotations }: RangeSwing): void {
    if (getState().isShortOfTime || !file) measure(id, null);
    else search.add({ id, file, live: annotations, isMeasuredFirst: isMeasuredEarly(currentFocus()) });
  }

  return {
    ...store,
    start,
    /** Clips that wait are still searched. */
    stop,
    stopSearching: search.stop,
    /** Both videos of the shown swing play: its positions can be searched now. */
    hasBegunToPlay(id: string): void {
      const swing = getState().swings.find((one) => one.id === id);
      if (!swing?.file || swing.shownAfter !== null) return;
      changeSwing(id, (one) => ({ ...one, shownAfter: (Date.now() - one.struckAtMs) / 1000 }));
      if (currentFocus()) return;
      sound('ready');
      searchPositions(swing);
    },
    ...listActions(change, changeSwing),
    /** Cuts a swing again, a second earlier or later. False when the buffer no longer has its frames. */
    async extend(id: string, where: 'earlier' | 'later'): Promise<boolean> {
      const swing = getState().swings.find((one) => one.id === id);
      const longer = capture && swing?.file ? await cutLonger(capture, swing, where) : null;
      if (longer) changeSwing(id, (one) => ({ ...one, ...longer }));
      return longer !== null;
    },
    ...mirrorActions(change, () => capture),
  };
}

/** A call mutes the camera's track and gives it back afterwards. */
function noteInterruptions(track: MediaStreamTrack, change: Change, signal: AbortSignal): void {
  for (const event of ['mute', 'unmute']) {
    track.addEventListener(event, () => change({ isInterrupted: event === 'mute' }), { signal });
  }
}

/** Whether the frames that a device dropped ask for a lower rate. Counts reports that agree. */
function slowReports() {
  let count = 0;
  return ({ frames, recentlyDropped }: CaptureFacts): boolean => {
    if (frames < JUDGED_AFTER_FRAMES) return false;
    count = recentlyDropped > TOO_MANY_DROPPED ? (count + 1) % AGREEING_REPORTS : 0;
    return count === 0 && recentlyDropped > TOO_MANY_DROPPED;
  };
}

function isStarved({ facts }: RangeValues): boolean {
  return facts !== null && facts.recentlyDropped > STARVED;
}

/** The next lower rate to ask the camera for; null at the lowest. */
function lowerRate(facts: CaptureFacts, reducedTo: number | null): number | null {
  return LOWER_RATES.find((rate) => rate < (reducedTo ?? facts.rate - 3)) ?? null;
}

type Change = StoreApi<RangeValues>['setState'];
type ChangeSwing = (id: string, to: (swing: RangeSwing) => RangeSwing) => void;

function listActions(change: Change, changeSwing: ChangeSwing) {
  /** Without a shown swing there is the live picture, or the mirror. */
  function changeShown(to: (values: RangeValues) => Partial<RangeValues>): void {
    change(to);
    change(({ shownId, phase }) => ({ phase: nextPhase(phase, shownId === null ? 'cleared' : 'shown') }));
  }
  return {
    show: (shownId: string | null) => changeShown(() => ({ shownId, besideId: null })),
    showBeside: (besideId: string | null) => change({ besideId }),
    star: (id: string, isStarred: boolean) => changeSwing(id, (swing) => ({ ...swing, isStarred })),
    remove: (id: string) =>
      changeShown(({ swings, shownId, besideId, begunSet }) => ({
        swings: swings.filter((swing) => swing.id !== id),
        shownId: shownId === id ? null : shownId,
        besideId: besideId === id || shownId === id ? null : besideId,
        begunSet: begunSet.filter((one) => one.id !== id),
      })),
    discardRest: () =>
      changeShown(({ swings }) => ({
        swings: swings.filter(({ isStarred }) => isStarred),
        shownId: null,
        besideId: null,
      })),
    clear: () => changeShown(() => ({ swings: [], shownId: null, besideId: null })),
    /** Replaces what a launch monitor measured of all swings. */
    setLaunches: (launched: readonly LaunchedShot[]) =>
      change(({ swings }) => ({
        swings: swings.map((swing) => ({
          ...swing,
          launch: launched.find(({ id }) => id === swing.id)?.launch ?? null,
        })),
      })),
    setSound: (sound: RangeSound) => change({ sound }),
    setGolferBox: (golferBox: GolferBox) => change({ golferBox }),
  };
}

function mirrorActions(change: Change, capture: () => Capture | null) {
  return {
    /** Shows the live picture late on a new canvas, or ends that with null. */
    setMirror(canvas: OffscreenCanvas | null, delay: number): void {
      capture()?.setMirror(canvas, delay);
    },
    setMirrorDelay(mirrorDelay: number | null): void {
      change({ mirrorDelay });
      if (mirrorDelay !== null) capture()?.setMirrorDelay(mirrorDelay);
    },
  };
}

/** A swing whose clip has not been cut. */
function newSwing(shot: Shot, struckAtMs: number, number: number): RangeSwing {
  const { kind, strikeTime, isHeard } = shot;
  return {
    id: randomId(),
    number,
    kind,
    struckAtMs,
    strikeTime,
    isHeard,
    isStarred: false,
    focusShot: null,
    pose: null,
    launch: null,
    shownAfter: null,
    annotations: NO_ANNOTATIONS,
    pictureTimes: [],
    file: null,
    clip: cutBounds(shot),
    positionsFrom: 'live',
  };
}

/** The clip of a swing, a second longer at one end; null when the buffer no longer has its frames. */
async function cutLonger(
  capture: Capture,
  { clip: { from, to }, number, annotations }: RangeSwing,
  where: 'earlier' | 'later',
): Promise<Pick<RangeSwing, 'file' | 'clip' | 'pictureTimes' | 'annotations'> | null> {
  const isEarlier = where === 'earlier';
  const made = await capture.cut(isEarlier ? from - EXTENSION : from, isEarlier ? to : to + EXTENSION);
  if (!made || made.from > from + SAME_FRAME) return null;
  const isLonger = isEarlier ? made.from < from - SAME_FRAME : made.to > to + SAME_FRAME;
  return isLonger ? { ...clipFacts(made, number), annotations: movedBy(annotations, from - made.from) } : null;
}

function clipFacts(made: RangeCut, number: number): Pick<RangeSwing, 'file' | 'clip' | 'pictureTimes'> {
  const file = new File([made.file], `range-swing-${number}.mp4`, { type: made.type });
  return { file, clip: { from: made.from, to: made.to }, pictureTimes: made.times };
}

function marksIn(made: RangeCut, { restTime, topTime, strikeTime }: Shot): SwingAnnotations {
  const camera = { restTime: Math.max(restTime, made.from), topTime, strikeTime };
  return movedBy(camera, -made.from);
}

function movedBy({ restTime, topTime, strikeTime }: SwingAnnotations, by: number): SwingAnnotations {
  const moved = (time: number | null) => (time === null ? null : Math.max(0, time + by));
  return { restTime: moved(restTime), topTime: moved(topTime), strikeTime: moved(strikeTime) };
}

function withinRoom(swings: readonly RangeSwing[]): readonly RangeSwing[] {
  let clips = 0;
  const kept: RangeSwing[] = [];
  for (const swing of swings.toReversed()) {
    if (swing.file && !swing.isStarred) clips++;
    kept.unshift(swing.file && !swing.isStarred && clips > MAX_CLIPS ? { ...swing, file: null } : swing);
  }
  return kept;
}
