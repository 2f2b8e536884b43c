// Renders a swing's ten positions into one PNG, each with its measured figures:
// node content/studio/contact-sheet.ts <slug,...|all> <folder> [<height>]
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { poseFigures, shaftWay } from '#studio/motion/swing-figures.ts';
import type { Pose, Swing } from '#studio/motion/swing-motion.ts';
import { openStudio } from './browser.ts';
import { clipSwing } from './clip-swing.ts';
import { DEMO, GOLFERS } from './clips.ts';

interface NamedPosition {
  name: string;
  /** In seconds. */
  time: number;
}

const STEP = 1 / 480;
/** When the finish is reached, in seconds after the strike. */
const FINISH_AFTER = 1.2;

const armHeight = ({ arms, trunk }: Pose) => arms.leadWrist.y - trunk.leadShoulder.y;
const trailArmHeight = ({ arms, trunk }: Pose) => arms.trailWrist.y - trunk.trailShoulder.y;
const shaftHeight = (pose: Pose) => shaftWay(pose).y;

/** A swing too short to have a position shows the middle of its stretch instead. */
function tenPositions(swing: Swing): NamedPosition[] {
  const { rest, top, strike, end } = swing.parameters.times;
  const crossing = (from: number, to: number, height: (pose: Pose) => number): number => {
    for (let time = from; time < to; time += STEP) {
      if (height(swing.poseAt(time)) < 0 !== height(swing.poseAt(time + STEP)) < 0) return time + STEP;
    }
    return (from + to) / 2;
  };
  const finish = Math.min(end, strike + FINISH_AFTER);
  const armDown = crossing(top, strike, armHeight);
  const shaftThrough = crossing(strike + STEP, finish, shaftHeight);
  return [
    { name: 'address', time: rest },
    { name: 'shaft level', time: crossing(rest, top, shaftHeight) },
    { name: 'lead arm level', time: crossing(rest, top, armHeight) },
    { name: 'top', time: top },
    { name: 'lead arm level', time: armDown },
    { name: 'shaft level', time: crossing(armDown, strike - STEP, shaftHeight) },
    { name: 'strike', time: strike },
    { name: 'shaft level', time: shaftThrough },
    { name: 'trail arm level', time: crossing(shaftThrough, finish, trailArmHeight) },
    { name: 'finish', time: finish },
  ];
}

const COLUMNS = 5;

const [wanted = 'all', folder = '/tmp/swing-sheets', height = '640'] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const heightPx = Number(height);
const studio = await openStudio();
for (const plan of [DEMO, ...GOLFERS].filter(({ slug }) => wanted === 'all' || wanted.split(',').includes(slug))) {
  const widthPx = Math.round(((plan.widthPx / plan.heightPx) * heightPx) / 2) * 2;
  const swing = clipSwing(plan);
  await studio.open(plan, { widthPx, heightPx, step: 0.014 });
  const inputs: string[] = [];
  const captions: string[] = [];
  const positions = tenPositions(swing);
  for (const [i, { name, time }] of positions.entries()) {
    const file = path.join(folder, `${plan.slug}-${i}.jpg`);
    writeFileSync(file, await studio.frame(time));
    inputs.push('-i', file);
    const { pelvisTurn, chestTurn, shoulderTilt, shaftLean, wristAngle } = poseFigures(swing, time);
    const [hips, chest, tilt, lean, wrist] = [pelvisTurn, chestTurn, shoulderTilt, shaftLean, wristAngle].map(
      Math.round,
    );
    const text = [
      `P${i + 1} ${name}`,
      `hips ${hips}  chest ${chest}`,
      `tilt ${tilt}  wrist ${wrist}${name === 'strike' ? `  lean ${lean}` : ''}`,
    ].join('\n');
    const textFile = path.join(folder, `${plan.slug}-${i}.txt`);
    writeFileSync(textFile, text);
    const style = `fontcolor=white:fontsize=${Math.round(heightPx / 36)}:box=1:boxcolor=black@0.5:boxborderw=6`;
    captions.push(`[${i}]drawtext=textfile=${textFile}:x=8:y=8:${style}[c${i}]`);
  }
  const cells = positions.map((_, i) => `${(i % COLUMNS) * widthPx}_${Math.floor(i / COLUMNS) * heightPx}`);
  const graph = `${captions.join(';')};${positions.map((_, i) => `[c${i}]`).join('')}xstack=inputs=${positions.length}:layout=${cells.join('|')}`;
  const sheet = path.join(folder, `${plan.slug}.png`);
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...inputs, '-filter_complex', graph, '-frames:v', '1', sheet]);
  process.stdout.write(`${sheet}\n`);
}
await studio.close();
