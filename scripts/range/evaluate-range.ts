// Measures the live search of a range session on labelled clips: each clip is filmed three times by one camera (30 frames a
// second, 256 pixels), with a click at its strike, without one, and among a neighbour's clicks.
// `node scripts/range/evaluate-range.ts ../shared/footage`: one line per clip, then the sums.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execaSync } from 'execa';
import type { GreyFrame } from '#domain/moments/motion/frame-motion.ts';
import { cutBounds, type Shot } from '#domain/range/shots.ts';
import { createLiveSwings } from '#web/range/live-swings.ts';

interface Labelled {
  readonly slug: string;
  readonly kind: string;
  readonly speed?: string;
  readonly ground_truth?: { readonly swings: readonly Readonly<Record<'rest' | 'top' | 'strike', { t: number }>>[] };
}

const RATE = 30;
const LONG_SIDE_PX = 256;
/** How often each clip is filmed in one session. */
const ROUNDS = 3;
/** The golfer stands still before the swing and afterwards, in seconds, where the clip is too short for it. */
const STILL = { before: 3, after: 4 };
/** The neighbour hits this often, in seconds. */
const NEIGHBOUR_EVERY = 4;
const CLICK = { rise: 30, energy: 1 };

let seed = 1;
function random(): number {
  seed = (seed * 1103515245 + 12345) % 2 ** 31;
  return seed / 2 ** 31;
}

/** How many times slower than life a clip plays; null where the label does not say. */
function slowness({ speed = '' }: Labelled): number | null {
  if (/^(about )?real time/.test(speed)) return 1;
  const [, times] = /about ([\d.]+)(?:-\d+)?x/.exec(speed) ?? [];
  return times ? Number(times) : null;
}

/** The clip in real time, as the camera's small grey pictures. */
function filmed(file: string, slow: number): { pictures: Uint8Array[]; widthPx: number; heightPx: number } {
  const probed = execaSync('ffprobe', [
    ...['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'stream=width,height:stream_side_data=rotation'],
    ...['-of', 'json', file],
  ]);
  const [stream] = JSON.parse(probed.stdout).streams as {
    width: number;
    height: number;
    side_data_list?: { rotation?: number }[];
  }[];
  if (!stream) return { pictures: [], widthPx: 0, heightPx: 0 };
  const isTurned = Math.abs(stream.side_data_list?.find(({ rotation }) => rotation)?.rotation ?? 0) % 180 === 90;
  const [width, height] = isTurned ? [stream.height, stream.width] : [stream.width, stream.height];
  const scale = LONG_SIDE_PX / Math.max(width, height);
  const [widthPx, heightPx] = [Math.round(width * scale), Math.round(height * scale)];
  const filter = `setpts=PTS/${slow},fps=${RATE},scale=${widthPx}:${heightPx}:flags=area,format=gray`;
  const { stdout } = execaSync(
    'ffmpeg',
    ['-v', 'error', '-i', file, '-map', '0:v:0', '-vf', filter, '-f', 'rawvideo', '-'],
    {
      encoding: 'buffer',
      maxBuffer: 2 ** 30,
      reject: false,
    },
  );
  const bytes = new Uint8Array(stdout as Uint8Array);
  const size = widthPx * heightPx;
  const pictures = Array.from({ length: Math.floor(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  return { pictures, widthPx, heightPx };
}

/** The same picture as a sensor delivers it a second time. */
function withNoise(grey: Uint8Array): Uint8Array {
  return grey.map((value) => Math.max(0, Math.min(255, value + Math.round(2 * (random() + random() - 1)))));
}

interface Session {
  readonly frames: readonly GreyFrame[];
  /** The swings of the session, in its time. */
  readonly swings: readonly { readonly rest: number; readonly strike: number }[];
}

function sessionOf(file: string, slow: number, swing: { rest: number; strike: number } | null): Session {
  const { pictures, widthPx, heightPx } = filmed(file, slow);
  const [first, last] = [pictures[0], pictures.at(-1)];
  const frames: GreyFrame[] = [];
  const swings: { rest: number; strike: number }[] = [];
  const add = (grey: Uint8Array) => frames.push({ time: frames.length / RATE, widthPx, heightPx, grey });
  for (let round = 0; first && last && round < ROUNDS; round++) {
    const before = swing ? Math.max(0, STILL.before - swing.rest / slow) : 0;
    for (let at = 0; at < before * RATE; at++) add(withNoise(first));
    const begin = frames.length / RATE;
    if (swing) swings.push({ rest: begin + swing.rest / slow, strike: begin + swing.strike / slow });
    for (const picture of pictures) add(withNoise(picture));
    const after = swing ? Math.max(0, STILL.after - (pictures.length / RATE - swing.strike / slow)) : 0;
    for (let at = 0; at < after * RATE; at++) add(withNoise(last));
  }
  return { frames, swings };
}

function watch({ frames }: Session, clickTimes: readonly number[], canHear: boolean): Shot[] {
  const live = createLiveSwings();
  const waiting = clickTimes.toSorted((a, b) => a - b);
  return frames.flatMap((frame) => {
    live.see(frame);
    while ((waiting[0] ?? Number.POSITIVE_INFINITY) <= frame.time) live.hear({ ...CLICK, time: waiting.shift() ?? 0 });
    return live.judge({ canHear, heardUntil: null });
  });
}

const neighbours = (length: number) =>
  Array.from({ length: Math.floor(length / NEIGHBOUR_EVERY) }, () => random() * length);

const sums = { swings: 0, recognised: 0, whole: 0, twice: 0, seen: 0, minutes: 0, false: 0, practiceAsShot: 0 };
const folders = process.argv.slice(2).flatMap((folder) => [folder, join(folder, 'more')]);
for (const folder of folders) {
  const manifest = join(folder, 'manifest.json');
  if (!existsSync(manifest)) continue;
  for (const clip of JSON.parse(readFileSync(manifest, 'utf8')) as Labelled[]) {
    const file = join(folder, clip.slug);
    const slow = slowness(clip);
    const label = clip.ground_truth?.swings?.[0];
    if (!existsSync(file)) continue;
    if (clip.kind === 'golf' && slow !== null && label && clip.ground_truth?.swings.length === 1) {
      const session = sessionOf(file, slow, { rest: label.rest.t, strike: label.strike.t });
      if (session.frames.length === 0) continue;
      const length = session.frames.length / RATE;
      const delay = -0.02 + 0.2 * random();
      const own = session.swings.map(({ strike }) => strike + delay + 0.02 * (random() - 0.5));
      const heard = watch(session, own, true).filter(({ kind }) => kind === 'shot');
      const silent = watch(session, [], false).filter(({ kind }) => kind === 'shot');
      const practice = watch(session, neighbours(length), true).filter(({ kind }) => kind === 'shot');
      const matches = session.swings.map(({ strike }) =>
        heard.filter((shot) => Math.abs(shot.strikeTime - strike) < 0.5),
      );
      const whole = session.swings.filter(({ rest, strike }, at) =>
        matches[at]?.some((shot) => cutBounds(shot).from <= rest + 0.05 && cutBounds(shot).to >= strike + 1),
      );
      const seen = session.swings.filter(({ strike }) =>
        silent.some((shot) => Math.abs(shot.strikeTime - strike) < 0.5),
      );
      sums.swings += session.swings.length;
      sums.recognised += matches.filter(({ length: count }) => count > 0).length;
      sums.whole += whole.length;
      sums.twice += heard.length - matches.filter(({ length: count }) => count > 0).length;
      sums.seen += seen.length;
      sums.practiceAsShot += practice.length;
      console.log(
        `${clip.slug}: ${matches.filter(({ length: count }) => count > 0).length} of ${session.swings.length} by sound, ` +
          `${whole.length} whole, ${heard.length} in all; ${seen.length} by sight; ${practice.length} shots among a neighbour’s clicks`,
      );
    } else if (clip.kind === 'no-swing') {
      const session = sessionOf(file, 1, null);
      const length = session.frames.length / RATE;
      const shots = watch(session, neighbours(length), true).filter(({ kind }) => kind === 'shot');
      sums.minutes += length / 60;
      sums.false += shots.length;
      console.log(`${clip.slug}: ${shots.length} false shots in ${length.toFixed(0)} s`);
    }
  }
}
console.log(
  `\n${sums.swings} shots: ${sums.recognised} recognised by click and sight, ${sums.whole} of them whole, ${sums.twice} twice or elsewhere; ` +
    `${sums.seen} by sight alone. ${sums.practiceAsShot} of ${sums.swings} practice swings taken for shots while a neighbour hits every ` +
    `${NEIGHBOUR_EVERY} s. ${sums.false} false shots in ${sums.minutes.toFixed(1)} min without a swing.`,
);
