// Measures the live search of a range session on labeled clips, filmed three times each (filmed-sessions.ts): with a click at
// its strike, with its own sound among recorded noise, without a click, and as practice among a neighbor's clicks, alone and
// after three shots.
// `node tools/evaluate/range/evaluate-range.ts ../shared/footage`: one line per clip, then the sums. `--half=tuned` or `--half=judged`
// takes half of the sources: the thresholds were chosen on the first.
import { parseArgs } from 'node:util';
import { createClickDetector, type RangeClick } from '#domain/range/clicks.ts';
import { cutBounds, type Shot } from '#domain/range/shots.ts';
import { createLiveSwings } from '#web/range/capture/live-swings.ts';
import {
  type FilmedSession,
  type FootageClip,
  filmSession,
  footageClips,
  random,
  SAMPLES_PER_SECOND,
  slowness,
  soundOf,
} from './filmed-sessions.ts';

/** The neighbor hits this often, in seconds. */
const NEIGHBOR_EVERY = 4;
/** Sessions follow one another after this pause, in seconds: longer than the motion that the search keeps. */
const PAUSE = 7;
/** How often footage without a swing follows three shots, each time with other clicks. */
const IDLE_ROUNDS = 4;
/** Recorded noise under a clip's own sound: strikes and talk at a range, at a quarter of their loudness. */
const NOISE = ['hsway-cm-range.mp4', 'hsway-mjr-range.mp4', 'tus-test.mp4', 'wcl-swing.mp4'];
const NOISE_LEVEL = 0.25;
/** What is detected in a piece of this length is heard when the piece has ended. */
const PIECE = SAMPLES_PER_SECOND / 10;

const { values, positionals } = parseArgs({ options: { half: { type: 'string' } }, allowPositionals: true });
const clips = footageClips(positionals).filter((clip) => !values.half || halfOf(clip) === values.half);

/** By the source, so that a golfer is in one half only. */
function halfOf({ slug }: FootageClip): 'tuned' | 'judged' {
  const [first = '', second = ''] = slug.split('-');
  const source = first === 'n' ? `${first}-${second}` : first;
  const hash = [...source].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
  return hash % 2 === 0 ? 'tuned' : 'judged';
}

type Motions = Pick<FilmedSession, 'motions'>;

function watch({ motions }: Motions, clicks: readonly RangeClick[], canHear = true): readonly Shot[] {
  const live = createLiveSwings();
  const waiting = clicks.toSorted((a, b) => a.time - b.time);
  return motions.flatMap((motion) => {
    live.move(motion);
    while ((waiting[0]?.time ?? Number.POSITIVE_INFINITY) <= motion.endTime) {
      const click = waiting.shift();
      if (click) live.hear(click);
    }
    return live.judge({ canHear, heardUntil: motion.endTime });
  });
}

/** A session whose shots were all recognized, so that the delay of its sound is known. */
interface LearnedSession {
  readonly session: FilmedSession;
  readonly clicks: readonly RangeClick[];
}

/** How many shots are seen in what follows three shots while a neighbor hits. */
function shotsAfter({ session, clicks }: LearnedSession, next: FilmedSession): number {
  const from = session.length + PAUSE;
  const later = next.motions.map((motion) => ({ ...motion, time: motion.time + from, endTime: motion.endTime + from }));
  const others = neighbors(next.length).map((click) => ({ ...click, time: click.time + from }));
  const all = watch({ motions: [...session.motions, ...later] }, [...clicks, ...others]);
  return shotsIn(all).filter(({ strikeTime }) => strikeTime > from).length;
}

const shotsIn = (all: readonly Shot[]) => all.filter(({ kind }) => kind === 'shot');
const clickAt = (time: number): RangeClick => ({ time, rise: 30, energy: 1 });
const neighbors = (length: number) =>
  Array.from({ length: Math.floor(length / NEIGHBOR_EVERY) }, () => clickAt(random() * length));

/** The clicks in a session's own sound among recorded noise. */
function recordedClicks(sound: Float32Array): readonly RangeClick[] {
  const [noise = new Float32Array(1)] = [noises[Math.floor(random() * noises.length)]];
  const from = Math.floor(random() * noise.length);
  const mixed = sound.map((sample, at) => sample + NOISE_LEVEL * (noise[(from + at) % noise.length] ?? 0));
  const detector = createClickDetector(SAMPLES_PER_SECOND);
  const clicks: RangeClick[] = [];
  for (let at = 0; at < mixed.length; at += PIECE) clicks.push(...detector.listen(mixed.subarray(at, at + PIECE)));
  return clicks;
}

/** How many of a session's swings were recognized, and how many of them whole. */
function matched({ swings }: FilmedSession, all: readonly Shot[]) {
  const near = (strike: number) => all.filter((shot) => Math.abs(shot.strikeTime - strike) < 0.5);
  const found = swings.filter(({ strike }) => near(strike).length > 0).length;
  const whole = swings.filter(({ rest, strike }) =>
    near(strike).some((shot) => cutBounds(shot).from <= rest + 0.05 && cutBounds(shot).to >= strike + 1),
  ).length;
  return { found, whole, elsewhere: all.length - found };
}

const noises = footageClips(positionals).flatMap(({ slug, file }) => (NOISE.includes(slug) ? [soundOf(file)] : []));
const sums = { swings: 0, found: 0, whole: 0, elsewhere: 0, seen: 0, taken: 0, wrongPractice: 0 };
const own = { swings: 0, found: 0, elsewhere: 0 };
const idle = { minutes: 0, shots: 0, practice: 0 };
const learned: LearnedSession[] = [];
const withoutSwing: FilmedSession[] = [];

for (const clip of clips) {
  const slow = slowness(clip);
  const [label, ...others] = clip.ground_truth?.swings ?? [];
  if (clip.kind === 'golf' && slow !== null && label && others.length === 0) {
    const session = filmSession(clip, slow, { rest: label.rest.t, strike: label.strike.t });
    if (session.motions.length > 0) measureSwings(clip, session);
  } else if (clip.kind === 'no-swing') {
    const session = filmSession(clip, 1, null);
    withoutSwing.push(session);
    const all = watch(session, neighbors(session.length));
    const shots = shotsIn(all).length;
    idle.minutes += session.length / 60;
    idle.shots += shots;
    idle.practice += all.length - shots;
    console.log(`${clip.slug}: ${shots} false shots in ${session.length.toFixed(0)} s`);
  }
}

function measureSwings({ slug }: FootageClip, session: FilmedSession): void {
  const delay = -0.02 + 0.2 * random();
  const clicks = session.swings.map(({ strike }) => clickAt(strike + delay + 0.02 * (random() - 0.5)));
  const all = watch(session, clicks);
  const heard = matched(session, shotsIn(all));
  const seen = matched(session, watch(session, [], false)).found;
  const taken = shotsIn(watch(session, neighbors(session.length))).length;
  const recorded = session.sound && matched(session, shotsIn(watch(session, recordedClicks(session.sound))));
  const count = session.swings.length;
  if (heard.found === count) learned.push({ session, clicks });
  sums.swings += count;
  sums.found += heard.found;
  sums.whole += heard.whole;
  sums.elsewhere += heard.elsewhere;
  sums.seen += seen;
  sums.taken += taken;
  sums.wrongPractice += all.length - shotsIn(all).length;
  if (recorded) {
    own.swings += count;
    own.found += recorded.found;
    own.elsewhere += recorded.elsewhere;
  }
  console.log(
    `${slug}: ${heard.found} of ${count} by click, ${heard.whole} whole, ${heard.elsewhere} elsewhere; ` +
      `${recorded ? `${recorded.found} with its own sound; ` : ''}${seen} by sight; ${taken} among a neighbor’s clicks`,
  );
}

const later = { practice: 0, taken: 0, shots: 0 };
for (const lead of learned) {
  later.practice += lead.session.swings.length;
  later.taken += shotsAfter(lead, lead.session);
}
for (let round = 0; round < IDLE_ROUNDS; round++) {
  const lead = learned[round % learned.length];
  if (lead) for (const session of withoutSwing) later.shots += shotsAfter(lead, session);
}

console.log(
  `\n${sums.swings} shots: ${sums.found} recognized by click and sight, ${sums.whole} of them whole, ${sums.elsewhere} twice or elsewhere, ` +
    `${sums.wrongPractice} practice swings in error; ${sums.seen} by sight alone. ` +
    `With their own sound among recorded noise: ${own.found} of ${own.swings}, ${own.elsewhere} twice or elsewhere. ` +
    `${sums.taken} of ${sums.swings} practice swings taken for shots while a neighbor hits every ${NEIGHBOR_EVERY} s. ` +
    `${idle.shots} false shots and ${idle.practice} practice swings in ${idle.minutes.toFixed(1)} min without a swing. ` +
    `After three shots: ${later.taken} of ${later.practice} practice swings, ${later.shots} false shots in ${(IDLE_ROUNDS * idle.minutes).toFixed(1)} min.`,
);
