// The search of a range session: looks for swings in the camera's small pictures and for clicks in the microphone's sound. It
// has a worker of its own, because a search takes many times as long as a frame and the camera does not wait.
import type { RangeClick } from '#domain/range/clicks.ts';
import { createClockMatch } from '#domain/range/clock-match.ts';
import type { FromSearchWorker, SmallFrame, ToSearchWorker } from './capture-messages.ts';
import { hearClicks } from './hear-clicks.ts';
import { createLiveSwings } from './live-swings.ts';

const cameraClock = createClockMatch(10);
const live = createLiveSwings();
let canHear = false;
/** Up to when the sound has been searched for clicks: a wall time in seconds; null where the page listens. */
let heardUntil: number | null = null;

// The page hears of errors, but not of rejections.
self.addEventListener('unhandledrejection', ({ reason }) => reportError(reason));
self.addEventListener('message', ({ data }: MessageEvent<ToSearchWorker>) => {
  if ('pictures' in data) lookAt(data.pictures);
  if ('sound' in data && data.sound) {
    hearClicks(data.sound, { onClick, onCanHear, onHeardUntil }).catch(goOnWithoutSound);
  }
  if ('click' in data) onClick(data.click);
  if ('canHear' in data) canHear = data.canHear;
});

/** Looks at each picture that the capture worker sends, and tells it so. */
function lookAt(pictures: MessagePort): void {
  pictures.addEventListener('message', ({ data: { arrivedAt, ...picture } }: MessageEvent<SmallFrame>) => {
    cameraClock.note(picture.time, arrivedAt);
    live.see(picture);
    judge();
    pictures.postMessage(picture.time);
  });
  pictures.start();
}

function onClick(click: RangeClick): void {
  const time = cameraClock.toSender(click.time);
  if (time !== null) live.hear({ ...click, time });
}

function onCanHear(can: boolean): void {
  canHear = can;
  post({ canHear });
}

function goOnWithoutSound(): void {
  heardUntil = null;
  onCanHear(false);
}

function onHeardUntil(time: number): void {
  heardUntil = time;
}

function judge(): void {
  for (const shot of live.judge({
    canHear,
    heardUntil: heardUntil === null ? null : cameraClock.toSender(heardUntil),
  })) {
    const struckAt = cameraClock.toReceiver(shot.strikeTime);
    if (struckAt !== null) post({ shot, struckAt });
  }
}

function post(message: FromSearchWorker): void {
  self.postMessage(message);
}
