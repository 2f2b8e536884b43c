// Films a scene: when each picture is taken and shown, how the camera moves, and which sounds it records. Seeded and
// pure.
import type { Click } from '#domain/moments/clicks.ts';
import type { Scene } from './animated-scene.ts';
import type { Chance } from './chance.ts';

interface FilmedFrame {
  /** When it is shown, in seconds of the clip. */
  readonly time: number;
  /** When its picture was taken, in seconds of life; a repeated picture has the time of the one that it repeats. */
  readonly taken: number;
}

/**
 * The transform from a still camera's picture to a moving camera's, in pixels: first scaled around the middle, then
 * moved.
 */
export interface CameraMove {
  readonly scale: number;
  readonly xPx: number;
  readonly yPx: number;
}

/** A clip before body tracking. */
export interface Filming {
  readonly frames: readonly FilmedFrame[];
  /** How long a picture is exposed, in seconds of life. */
  readonly exposure: number;
  readonly cameraAt: (life: number) => CameraMove;
  readonly clicks: readonly Click[];
  /** When a moment of life is shown, in seconds of the clip, between frames. */
  readonly shownAt: (life: number) => number;
}

/** Films a scene from one of its moments to another. */
export function drawnFilming(chance: Chance, scene: Scene): Filming {
  const shownPerSecond = chance.pick([24, 25, 29.97, 30, 30, 30, 50, 59.94, 60]);
  const slowdown = chance.happens(0.6) ? 1 : chance.ratio(1.3, MOST_PER_SECOND / shownPerSecond);
  const perSecond = shownPerSecond * slowdown;
  const wished = chance.happens(0.15) ? chance.between(0, scene.positions?.rest ?? 0) : 0;
  const begins = Math.max(wished, scene.length - MOST_FRAMES / perSecond);
  const repeats = drawnRepeats(chance, slowdown);
  const count = Math.floor((scene.length - begins) * perSecond);
  const jitter = chance.happens(0.1) ? 0.2 / shownPerSecond : 0;
  const frames: FilmedFrame[] = [];
  for (let frame = 0; frame < count; frame++) {
    const isRepeated = frame > 0 && repeats(frame);
    const time = frame / shownPerSecond + (frame > 0 ? chance.between(-jitter, jitter) : 0);
    const taken = isRepeated ? (frames.at(-1)?.taken ?? begins) : begins + frame / perSecond;
    frames.push({ time, taken });
  }
  const shownAt = (life: number) => (life - begins) * slowdown;
  return {
    frames,
    exposure: chance.between(0.05, 0.7) / perSecond,
    cameraAt: withCut(chance, scene, drawnCamera(chance, scene)),
    clicks: drawnClicks(chance, scene, slowdown).map((click) => ({ ...click, time: shownAt(click.time) })),
    shownAt,
  };
}

/** Maximum pictures per second of real time that a camera takes. */
const MOST_PER_SECOND = 240;
/** A longer clip costs more than it teaches, so it begins later. */
const MOST_FRAMES = 1500;

/** Which frames repeat the picture before. */
function drawnRepeats(chance: Chance, slowdown: number): (frame: number) => boolean {
  if (chance.happens(0.72)) return () => false;
  const phase = Math.floor(chance.between(0, 6));
  // A conversion repeats one picture in five or six; slow motion made of too few pictures repeats most.
  if (slowdown < 2 || chance.happens(0.4)) {
    const every = chance.pick([3, 4, 5, 6]);
    return (frame) => (frame + phase) % every === 0;
  }
  const shown = chance.pick([2, 3, 4, 5]);
  return (frame) => (frame + phase) % shown !== 0;
}

/** On a tripod, hand-held, panning or zooming. */
function drawnCamera(chance: Chance, { widthPx, length, positions }: Scene): (life: number) => CameraMove {
  const kind = chance.pick(['still', 'still', 'hand', 'hand', 'pan', 'zoom']);
  if (kind === 'still') return () => ({ scale: 1, xPx: 0, yPx: 0 });
  const shake = chance.ratio(0.0005, 0.006) * widthPx;
  const phases = [0, 1, 2, 3, 4, 5].map(() => chance.between(0, 2 * Math.PI));
  const pan = kind === 'pan' ? (chance.normal(0.06) * widthPx) / Math.max(1, length) : 0;
  const zoom = kind === 'zoom' ? chance.normal(0.25) : 0;
  const middle = positions?.strike ?? length / 2;
  const sway = (life: number, from: number) =>
    [0.7, 1.9, 4.3].reduce((sum, hz, at) => sum + Math.sin(2 * Math.PI * hz * life + (phases[from + at] ?? 0)) / hz, 0);
  return (life) => ({
    scale: Math.exp((zoom * (life - middle)) / Math.max(4, length)),
    xPx: shake * sway(life, 0) + pan * (life - middle),
    yPx: shake * sway(life, 3),
  });
}

/** In some clips another picture of the golfer comes first: nearer or farther, and elsewhere. */
function withCut(
  chance: Chance,
  { widthPx, heightPx, positions }: Scene,
  cameraAt: (life: number) => CameraMove,
): (life: number) => CameraMove {
  if (!positions || positions.rest < 1 || !chance.happens(0.08)) return cameraAt;
  const cutAt = positions.rest - chance.between(0.3, 1);
  const before = {
    scale: chance.ratio(0.6, 1.6),
    xPx: chance.normal(0.1) * widthPx,
    yPx: chance.normal(0.05) * heightPx,
  };
  return (life) => (life < cutAt ? before : cameraAt(life));
}

/** In seconds of real time. Dubbed sound, music or talk has no relation to the strike. */
function drawnClicks(chance: Chance, { strikes, length }: Scene, slowdown: number): readonly Click[] {
  const others = Array.from({ length: Math.floor(chance.ratio(0.5, 4) * length) }, () => ({
    time: chance.between(0, length),
    energy: 1e-3 * chance.ratio(0.05, 3),
  }));
  const kind = chance.pick(['strike', 'strike', 'strike', 'talk', 'music', 'none', 'none']);
  if (kind === 'none') return [];
  if (kind === 'talk') return others;
  const beat = chance.between(0.3, 0.7);
  if (kind === 'music') {
    const phase = chance.between(0, beat);
    const beats = Array.from({ length: Math.floor(length / beat) }, (_, at) => phase + at * beat);
    return beats.map((time) => ({ time, energy: 1e-3 * chance.ratio(0.5, 2) }));
  }
  // Sound of slow motion is dubbed, or slowed down with the picture.
  const isOff = chance.happens(slowdown > 1 ? 0.7 : 0.12);
  const late = isOff ? chance.normal(0.12) : chance.between(0.002, 0.03) + chance.normal(0.006);
  const heard = strikes.map((strike) => ({ time: strike + late, energy: 1e-3 * chance.ratio(0.8, 30) }));
  return [...heard, ...(chance.happens(0.4) ? others : [])].sort((a, b) => a.time - b.time);
}
