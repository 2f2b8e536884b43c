// The shipped clips: golfer, club, tempo and camera of each. Every golfer is filmed face-on and down the line.
import type { Tripod, View } from '#studio/course/camera.ts';
import type { Looks } from '#studio/figure/figure.ts';
import type { ClubName } from '#studio/motion/club.ts';
import type { SwingTimes } from '#studio/motion/phase-clock.ts';
import type { Physique } from '#studio/motion/physique.ts';
import {
  CHIP,
  COMPACT,
  LONG_AND_SLOW,
  ONE_PLANE,
  type PlayerStyle,
  STOCKY,
  THREE_QUARTERS,
  TOUR,
} from '#studio/motion/player-style.ts';
import { type Faults, NO_FAULTS } from '#studio/motion/swing-style.ts';

/** One golfer's swing, independent of the camera. */
interface GolferPlan {
  /** A first name only: no real person is shown. */
  name: string;
  level: string;
  tag: string;
  height: string;
  club: ClubName;
  hand: 'right' | 'left';
  body: Physique;
  looks: Looks;
  style: PlayerStyle;
  faults: Faults;
  times: SwingTimes;
  seed: number;
}

export interface ClipPlan extends GolferPlan {
  slug: string;
  title: string;
  view: View;
  widthPx: number;
  heightPx: number;
  /** Height of the picture at the golfer, in meters. */
  pictureM: number;
  /** Moves the golfer sideways in the picture, as a fraction of its width. */
  shift?: number;
  /** Where the ground is, as a fraction of the picture's height from its top. */
  ground?: number;
  /** From the camera to the golfer, in meters; the usual distance when not given. */
  distanceM?: number;
  /** The tripod's offset from the usual place; none if omitted. */
  tripod?: Tripod;
  /** How many times slower than real time the clip plays; 1 for real time. */
  slowMotionFactor: number;
}

/** The frame rate of every clip. */
export const FRAME_RATE = 60;
const PICTURE = { widthPx: 1440, heightPx: 1080 } as const;
/**
 * Height of the picture per meter of the golfer's height: the golfer fills about 62 % of it at address and 68 % at the
 * finish.
 */
const ROOM = 1.6;

/** When a clip's swing begins, in seconds: a comparison shows this much before it. */
const REST = 0.5;

/** A tempo as golfers write it, in frames at 30 per second: rest to top / top to strike. */
function tempo(back: number, down: number): SwingTimes {
  const top = REST + back / 30;
  const strike = top + down / 30;
  return { rest: REST, top, strike, end: strike + 2.05 };
}

const man = (heightM: number, build: number): Physique => ({ heightM, build, woman: false });
const woman = (heightM: number, build: number): Physique => ({ heightM, build, woman: true });
const trousers = { shorts: false, skirt: false, longHair: false };
const reference = { level: 'Model', tag: 'Professional tempo', faults: NO_FAULTS };

interface Filming {
  slug: string;
  title: string;
  view: View;
  slowMotionFactor?: number;
}

function filmed(golfer: GolferPlan, { slug, title, view, slowMotionFactor = 1 }: Filming): ClipPlan {
  return { ...golfer, slug, title, view, slowMotionFactor, ...PICTURE, pictureM: golfer.body.heightM * ROOM };
}

/** Both views; in the file's name the club precedes the view, and `who` and the tempo follow it. */
function bothViews(golfer: GolferPlan, names: { club: string; slug: string; who?: string; tempo: string }): ClipPlan[] {
  const { club, slug, who, tempo: beats } = names;
  const views = [
    ['face-on', 'face-on'],
    ['down-the-line', 'down the line'],
  ] as const;
  return views.map(([view, said]) =>
    filmed(golfer, {
      slug: [slug, view, ...(who ? [who] : []), beats].join('-').replace('/', '-'),
      title: `${golfer.name}, ${club}, ${said}`,
      view,
    }),
  );
}

export const DEMO: ClipPlan = filmed(
  {
    name: 'Sample amateur',
    level: 'Amateur',
    tag: 'Amateur swing',
    height: `5'11"`,
    club: 'Driver',
    hand: 'right',
    body: man(1.8, 1.2),
    style: { ...TOUR, chestTurn: -12, hipTurn: -4, pastParallel: 14 },
    faults: { cast: 1, earlyExtension: 1, hangingBack: 1 },
    looks: { ...trousers, shirt: '#c8553d', trousers: '#4a4f57', skin: '#d9a98a', hair: '#4a3626', cap: '#e9e6de' },
    times: { rest: 0, top: 1.2, strike: 1.6, end: 3.65 },
    seed: 5,
  },
  { slug: 'demo-amateur', title: 'Sample amateur swing', view: 'face-on' },
);

const TALL_MAN: GolferPlan = {
  ...reference,
  name: 'Sam',
  height: `6'1"`,
  club: 'Driver',
  hand: 'right',
  body: man(1.85, 1),
  style: TOUR,
  looks: { ...trousers, shirt: '#f1eee6', trousers: '#26362e', skin: '#c98f6b', hair: '#2b2018', cap: '#1f4a35' },
  times: tempo(24, 8),
  seed: 11,
};

const QUICK_MAN: GolferPlan = {
  ...reference,
  name: 'Leo',
  height: `6'0"`,
  club: 'Driver',
  hand: 'right',
  body: man(1.83, 0.94),
  style: ONE_PLANE,
  looks: { ...trousers, shirt: '#2f5d8a', trousers: '#d8d2c4', skin: '#8d5a3c', hair: '#17110d', cap: '#f1eee6' },
  times: tempo(21, 7),
  seed: 23,
};

const SLOW_WOMAN: GolferPlan = {
  ...reference,
  name: 'Maya',
  height: `5'8"`,
  club: 'Driver',
  hand: 'right',
  body: woman(1.73, 0.94),
  style: LONG_AND_SLOW,
  looks: {
    ...trousers,
    longHair: true,
    shirt: '#d9734e',
    trousers: '#f1eee6',
    skin: '#e3b899',
    hair: '#3a2a1e',
    cap: '#f1eee6',
  },
  times: tempo(27, 9),
  seed: 83,
};

const STOCKY_MAN: GolferPlan = {
  ...reference,
  name: 'Ben',
  height: `5'9"`,
  club: '7 iron',
  hand: 'right',
  body: man(1.75, 1.26),
  style: STOCKY,
  looks: { ...trousers, shirt: '#7d8f7a', trousers: '#2b2f36', skin: '#e0b596', hair: '#8a7a66', cap: '#2b2f36' },
  times: tempo(27, 9),
  seed: 41,
};

const LEFT_HANDED_MAN: GolferPlan = {
  ...reference,
  name: 'Noah',
  height: `5'10"`,
  club: '7 iron',
  hand: 'left',
  body: man(1.78, 0.92),
  style: COMPACT,
  looks: { ...trousers, shirt: '#3d6b57', trousers: '#cfc7b6', skin: '#b87f5a', hair: '#221a15', cap: '#f1eee6' },
  times: tempo(21, 7),
  seed: 53,
};

const WEDGE_WOMAN: GolferPlan = {
  ...reference,
  name: 'Ada',
  height: `5'5"`,
  club: 'Pitching wedge',
  hand: 'right',
  body: woman(1.65, 1),
  style: THREE_QUARTERS,
  looks: {
    shorts: false,
    skirt: true,
    longHair: true,
    shirt: '#b9c7d6',
    trousers: '#1f4a35',
    skin: '#7a4d34',
    hair: '#15100d',
    cap: '#2f5d8a',
  },
  times: tempo(24, 8),
  seed: 67,
};

const CHIPPING_MAN: GolferPlan = {
  ...reference,
  name: 'Tom',
  height: `6'2"`,
  club: 'Pitching wedge',
  hand: 'right',
  body: man(1.88, 1.05),
  style: CHIP,
  looks: {
    shorts: true,
    skirt: false,
    longHair: false,
    shirt: '#26362e',
    trousers: '#d3ccbd',
    skin: '#d9a98a',
    hair: '#a08055',
    cap: '#d3ccbd',
  },
  times: tempo(18, 9),
  seed: 71,
};

/** A swing filmed at 240 frames per second, with less time before and after it than in real time. */
const FILMED_SLOW: GolferPlan = { ...TALL_MAN, times: { rest: 0.25, top: 1.05, strike: 1.05 + 8 / 30, end: 1.95 } };

export const GOLFERS: ClipPlan[] = [
  ...bothViews(TALL_MAN, { club: 'driver', slug: 'driver', tempo: '24/8' }),
  ...bothViews(SLOW_WOMAN, { club: 'driver', slug: 'driver', who: 'woman', tempo: '27/9' }),
  ...bothViews(QUICK_MAN, { club: 'driver', slug: 'driver', who: 'one-plane', tempo: '21/7' }),
  ...bothViews(STOCKY_MAN, { club: '7 iron', slug: 'iron', tempo: '27/9' }),
  ...bothViews(LEFT_HANDED_MAN, { club: '7 iron', slug: 'iron', who: 'left', tempo: '21/7' }),
  ...bothViews(WEDGE_WOMAN, { club: 'wedge', slug: 'wedge', tempo: '24/8' }),
  ...bothViews(CHIPPING_MAN, { club: 'chip', slug: 'chip', tempo: '18/9' }),
  filmed(FILMED_SLOW, {
    slug: 'driver-face-on-24-8-slow-motion',
    title: 'Sam, driver, face-on, slow motion',
    view: 'face-on',
    slowMotionFactor: 4,
  }),
];

/** How many frames a clip has. */
export function frameCount({ times, slowMotionFactor }: ClipPlan): number {
  return Math.round(times.end * slowMotionFactor * FRAME_RATE);
}

/** The moment of the swing that a clip's frame shows, in seconds. */
export function momentOf({ slowMotionFactor }: ClipPlan, frame: number): number {
  return frame / (FRAME_RATE * slowMotionFactor);
}

export function golferClip(slug: string): ClipPlan {
  const found = GOLFERS.find((plan) => plan.slug === slug);
  if (!found) throw new Error(`no golfer ${slug}`);
  return found;
}
