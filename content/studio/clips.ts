// The shipped clips: golfer, club, tempo and camera of each.
import type { View } from '#studio/course/camera.ts';
import type { Looks } from '#studio/figure/figure.ts';
import type { ClubName } from '#studio/motion/club.ts';
import type { SwingTimes } from '#studio/motion/phase-clock.ts';
import type { Physique } from '#studio/motion/physique.ts';
import type { Faults } from '#studio/motion/swing-style.ts';
import { NO_FAULTS } from '#studio/motion/swing-style.ts';

export interface ClipPlan {
  slug: string;
  title: string;
  level: string;
  tag: string;
  height: string;
  club: ClubName;
  view: View;
  hand: 'right' | 'left';
  widthPx: number;
  heightPx: number;
  /** Height of the picture at the golfer, in metres. */
  pictureM: number;
  /** Moves the golfer sideways in the picture, as a fraction of its width. */
  shift?: number;
  body: Physique;
  looks: Looks;
  limber: number;
  faults: Faults;
  times: SwingTimes;
  seed: number;
}

export const FRAME_RATE = 60;
const PORTRAIT = { widthPx: 720, heightPx: 1280 } as const;
const LANDSCAPE = { widthPx: 1280, heightPx: 720 } as const;

/** A tempo as golfers write it, in frames at 30 per second: rest to top / top to strike. */
function tempo(back: number, down: number, restFrame: number): SwingTimes {
  const rest = restFrame / FRAME_RATE;
  const top = rest + back / 30;
  const strike = top + down / 30;
  return { rest, top, strike, end: strike + 2.05 };
}

const man = (heightM: number, build: number): Physique => ({ heightM, build, woman: false });
const woman = (heightM: number, build: number): Physique => ({ heightM, build, woman: true });
const trousers = { shorts: false, skirt: false };
const reference = { level: 'Reference model', tag: 'Professional tempo', faults: NO_FAULTS, limber: 1 };

export const DEMO: ClipPlan = {
  slug: 'demo-amateur',
  title: 'Sample amateur swing',
  level: 'Amateur',
  tag: 'Amateur swing',
  height: `5'11"`,
  club: 'Driver',
  view: 'face-on',
  hand: 'right',
  ...PORTRAIT,
  pictureM: 4.2,
  body: man(1.8, 1.2),
  limber: 0.86,
  faults: { earlyRelease: 1, reversePivot: 0.8, sway: 0.7, chickenWing: 1 },
  looks: {
    ...trousers,
    shirt: '#c8553d',
    trousers: '#4a4f57',
    skin: '#d9a98a',
    hair: '#4a3626',
    cap: '#e9e6de',
    longHair: false,
  },
  times: { rest: 0, top: 1.2, strike: 1.6, end: 3.65 },
  seed: 5,
};

export const GOLFERS: ClipPlan[] = [
  {
    ...reference,
    slug: 'driver-face-on-24-8',
    title: 'Model swing: Driver, face-on, 24/8',
    height: `6'1"`,
    club: 'Driver',
    view: 'face-on',
    hand: 'right',
    ...PORTRAIT,
    pictureM: 4.2,
    body: man(1.85, 1),
    looks: {
      ...trousers,
      shirt: '#f1eee6',
      trousers: '#26362e',
      skin: '#c98f6b',
      hair: '#2b2018',
      cap: '#1f4a35',
      longHair: false,
    },
    times: tempo(24, 8, 48),
    seed: 11,
  },
  {
    ...reference,
    slug: 'driver-down-the-line-21-7',
    title: 'Model swing: Driver, down the line, 21/7',
    height: `6'0"`,
    club: 'Driver',
    view: 'down-the-line',
    hand: 'right',
    ...PORTRAIT,
    pictureM: 3.75,
    body: man(1.83, 0.94),
    looks: {
      ...trousers,
      shirt: '#2f5d8a',
      trousers: '#d8d2c4',
      skin: '#8d5a3c',
      hair: '#17110d',
      cap: '#f1eee6',
      longHair: false,
    },
    times: tempo(21, 7, 48),
    seed: 23,
  },
  {
    ...reference,
    slug: 'iron-face-on-24-8',
    title: 'Model swing: 7 iron, face-on, 24/8',
    height: `5'6"`,
    club: '7 iron',
    view: 'face-on',
    hand: 'right',
    ...PORTRAIT,
    pictureM: 3.7,
    body: woman(1.68, 0.95),
    looks: {
      shorts: false,
      skirt: true,
      shirt: '#f1eee6',
      trousers: '#1f4a35',
      skin: '#d8a888',
      hair: '#6b4426',
      cap: '#f1eee6',
      longHair: true,
    },
    times: tempo(24, 8, 54),
    seed: 37,
  },
  {
    ...reference,
    slug: 'iron-down-the-line-27-9',
    title: 'Model swing: 7 iron, down the line, 27/9',
    height: `5'9"`,
    club: '7 iron',
    view: 'down-the-line',
    hand: 'right',
    ...PORTRAIT,
    pictureM: 3.6,
    body: man(1.75, 1.15),
    looks: {
      ...trousers,
      shirt: '#7d8f7a',
      trousers: '#2b2f36',
      skin: '#e0b596',
      hair: '#8a7a66',
      cap: '#2b2f36',
      longHair: false,
    },
    times: tempo(27, 9, 54),
    seed: 41,
  },
  {
    ...reference,
    slug: 'iron-face-on-left-21-7',
    title: 'Model swing: 7 iron, face-on, left-handed, 21/7',
    height: `5'10"`,
    club: '7 iron',
    view: 'face-on',
    hand: 'left',
    ...LANDSCAPE,
    pictureM: 2.75,
    body: man(1.78, 0.92),
    looks: {
      ...trousers,
      shirt: '#3d6b57',
      trousers: '#cfc7b6',
      skin: '#b87f5a',
      hair: '#221a15',
      cap: '#f1eee6',
      longHair: false,
    },
    times: tempo(21, 7, 42),
    seed: 53,
  },
  {
    ...reference,
    slug: 'wedge-down-the-line-24-8',
    title: 'Model swing: Pitching wedge, down the line, 24/8',
    height: `5'5"`,
    club: 'Pitching wedge',
    view: 'down-the-line',
    hand: 'right',
    ...PORTRAIT,
    pictureM: 3.4,
    body: woman(1.65, 1.0),
    looks: {
      ...trousers,
      shirt: '#b9c7d6',
      trousers: '#f1eee6',
      skin: '#7a4d34',
      hair: '#15100d',
      cap: '#2f5d8a',
      longHair: true,
    },
    times: tempo(24, 8, 48),
    seed: 67,
  },
  {
    ...reference,
    slug: 'wedge-face-on-27-9',
    title: 'Model swing: Pitching wedge, face-on, 27/9',
    height: `6'2"`,
    club: 'Pitching wedge',
    view: 'face-on',
    hand: 'right',
    ...PORTRAIT,
    pictureM: 3.7,
    body: man(1.88, 1.05),
    looks: {
      shorts: true,
      skirt: false,
      shirt: '#26362e',
      trousers: '#d3ccbd',
      skin: '#d9a98a',
      hair: '#a08055',
      cap: '#d3ccbd',
      longHair: false,
    },
    times: tempo(27, 9, 48),
    seed: 71,
  },
  {
    ...reference,
    slug: 'driver-face-on-woman-27-9',
    title: 'Model swing: Driver, face-on, woman, 27/9',
    height: `5'8"`,
    club: 'Driver',
    view: 'face-on',
    hand: 'right',
    ...LANDSCAPE,
    pictureM: 2.75,
    body: woman(1.73, 0.94),
    looks: {
      ...trousers,
      shirt: '#d9734e',
      trousers: '#f1eee6',
      skin: '#e3b899',
      hair: '#3a2a1e',
      cap: '#f1eee6',
      longHair: true,
    },
    times: tempo(27, 9, 48),
    seed: 83,
  },
];

export function golferClip(slug: string): ClipPlan {
  const found = GOLFERS.find((plan) => plan.slug === slug);
  if (!found) throw new Error(`no golfer ${slug}`);
  return found;
}
