// Writes content/library.json: the shipped files, and the exact moments of each clip.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ClipPlan, DEMO, GOLFERS } from './clips.ts';
import { HERO_TIMES } from './hero.ts';
import { HOW_TO } from './how-to.ts';
import { CONTENT } from './still.ts';

function files(plan: ClipPlan) {
  const { rest, top, strike } = plan.times;
  const { slowMotionFactor: slower } = plan;
  return {
    view: plan.view,
    hand: plan.hand,
    file: `swings/${plan.slug}.mp4`,
    thumbnail: `swings/${plan.slug}.jpg`,
    // Written by tools/evaluate/body/studio-bodies.ts.
    body: `swings/${plan.slug}.body.json`,
    restTime: rest * slower,
    topTime: top * slower,
    strikeTime: strike * slower,
    ...(slower === 1 ? {} : { slowMotionFactor: slower }),
  };
}

export function library() {
  return {
    demo: { slug: DEMO.slug, title: DEMO.title, level: DEMO.level, club: DEMO.club, tag: DEMO.tag, ...files(DEMO) },
    golfers: GOLFERS.map((plan) => ({
      slug: plan.slug,
      name: plan.title,
      majorChampionships: 0,
      club: plan.club,
      height: plan.height,
      level: plan.level,
      tag: plan.tag,
      ...files(plan),
    })),
    hero: { file: 'hero/hero.mp4', poster: 'hero/hero.jpg', ...HERO_TIMES },
    howTo: HOW_TO,
  };
}

export function writeLibrary(): void {
  writeFileSync(path.join(CONTENT, 'library.json'), `${JSON.stringify(library(), null, 2)}\n`);
}
