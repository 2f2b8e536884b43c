// Sessions for the measurements of the range: a labeled clip is filmed three times in a row by one camera (30 frames a
// second, 256 pixels), and its sound is recorded.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { type FrameMotion, type GrayFrame, motionBetween } from '#domain/moments/motion/frame-motion.ts';

export interface FootageClip {
  readonly slug: string;
  readonly kind: string;
  readonly speed?: string;
  readonly ground_truth?: { readonly swings: readonly Readonly<Record<'rest' | 'top' | 'strike', { t: number }>>[] };
  /** Where it lies. */
  readonly file: string;
}

/** What the camera and the microphone of a session deliver. */
export interface FilmedSession {
  readonly motions: readonly FrameMotion[];
  /** The swings of the session, in its time. */
  readonly swings: readonly { readonly rest: number; readonly strike: number }[];
  /** In seconds. */
  readonly length: number;
  /** Its own sound; null for a clip in slow motion or without sound. */
  readonly sound: Float32Array | null;
}

const RATE = 30;
const LONG_SIDE_PX = 256;
/** The microphone's samples per second. */
export const SAMPLES_PER_SECOND = 48_000;
/** How often each clip is filmed in one session. */
const ROUNDS = 3;
/** The golfer stands still before the swing and afterwards, in seconds, where the clip is too short for it. */
const STILL = { before: 3, after: 4 };
/** A clip whose loudest sample is below this has no sound. */
const SILENT = 0.01;

let seed = 1;
/** A number from 0 to 1; the same row of numbers in each run. */
export function random(): number {
  seed = (seed * 1103515245 + 12345) % 2 ** 31;
  return seed / 2 ** 31;
}

/** Up to two gray levels; a prime number of pixels, so that no pattern shows. */
const NOISE = Int8Array.from({ length: 99_991 }, () => Math.round(2 * (random() + random() - 1)));

/** The clips of some folders of footage that exist. */
export function footageClips(folders: readonly string[]): readonly FootageClip[] {
  return folders
    .flatMap((folder) => [folder, join(folder, 'more')])
    .filter((folder) => existsSync(join(folder, 'manifest.json')))
    .flatMap((folder) => {
      const clips = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Omit<FootageClip, 'file'>[];
      return clips.map((clip) => ({ ...clip, file: join(folder, clip.slug) }));
    })
    .filter(({ file }) => existsSync(file));
}

/** How many times slower than life a clip plays; null where the label does not say. */
export function slowness({ speed }: FootageClip): number | null {
  if (/^(about )?real time/.test(speed ?? '')) return 1;
  const [, times] = /about ([\d.]+)(?:-\d+)?x/.exec(speed ?? '') ?? [];
  return times ? Number(times) : null;
}

/** The samples of a clip's sound; empty without one. */
export function soundOf(file: string): Float32Array {
  const { stdout } = execaSync(
    'ffmpeg',
    ['-v', 'error', '-i', file, '-map', '0:a:0', '-ac', '1', '-ar', String(SAMPLES_PER_SECOND), '-f', 'f32le', '-'],
    { encoding: 'buffer', maxBuffer: 2 ** 30, reject: false },
  );
  const bytes = new Uint8Array(stdout as Uint8Array);
  return new Float32Array(bytes.buffer, 0, bytes.length >> 2);
}

/** Films a clip three times; without a swing from its beginning to its end. */
export function filmSession(
  { file }: FootageClip,
  slow: number,
  swing: { rest: number; strike: number } | null,
): FilmedSession {
  const { pictures, widthPx, heightPx } = filmed(file, slow);
  const heard = slow === 1 ? soundOf(file) : new Float32Array(0);
  const hasSound = heard.some((sample) => Math.abs(sample) > SILENT);
  const [first, last] = [pictures[0], pictures.at(-1)];
  const motions: FrameMotion[] = [];
  const swings: { rest: number; strike: number }[] = [];
  const pieces: { readonly at: number; readonly samples: Float32Array }[] = [];
  let [before, count] = [null as GrayFrame | null, 0];
  const add = (gray: Uint8Array) => {
    const frame = { time: count++ / RATE, widthPx, heightPx, gray: withNoise(gray) };
    if (before) motions.push(motionBetween(before, frame));
    before = frame;
  };
  for (let round = 0; first && last && round < ROUNDS; round++) {
    const still = swing ? Math.max(0, STILL.before - swing.rest / slow) : 0;
    for (let at = 0; at < still * RATE; at++) add(first);
    const begin = count / RATE;
    pieces.push({ at: begin, samples: heard });
    if (swing) swings.push({ rest: begin + swing.rest / slow, strike: begin + swing.strike / slow });
    for (const picture of pictures) add(picture);
    const after = swing ? Math.max(0, STILL.after - (pictures.length / RATE - swing.strike / slow)) : 0;
    for (let at = 0; at < after * RATE; at++) add(last);
  }
  const length = count / RATE;
  return { motions, swings, length, sound: hasSound ? recording(length, pieces) : null };
}

/** The pieces at their places, and a quiet room between them. */
function recording(length: number, pieces: readonly { readonly at: number; readonly samples: Float32Array }[]) {
  const sound = Float32Array.from({ length: Math.round(length * SAMPLES_PER_SECOND) }, () => 0.001 * (random() - 0.5));
  for (const { at, samples } of pieces) {
    const from = Math.round(at * SAMPLES_PER_SECOND);
    for (const [index, sample] of samples.entries()) {
      if (from + index < sound.length) sound[from + index] = (sound[from + index] ?? 0) + sample;
    }
  }
  return sound;
}

/** The clip in real time, as the camera's small gray pictures. */
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
    { encoding: 'buffer', maxBuffer: 2 ** 30, reject: false },
  );
  const bytes = new Uint8Array(stdout as Uint8Array);
  const size = widthPx * heightPx;
  const pictures = Array.from({ length: Math.floor(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  return { pictures, widthPx, heightPx };
}

/** The same picture with the noise of another exposure. */
function withNoise(gray: Uint8Array): Uint8Array {
  const from = Math.floor(random() * NOISE.length);
  const noisy = new Uint8Array(gray.length);
  for (let at = 0; at < gray.length; at++) {
    noisy[at] = Math.max(0, Math.min(255, (gray[at] ?? 0) + (NOISE[(from + at) % NOISE.length] ?? 0)));
  }
  return noisy;
}
