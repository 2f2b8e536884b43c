// Solves the two positions that must be exact: the club behind the ball at address, the face on the ball at the strike.
// biome-ignore-all lint/style/noNonNullAssertion: indices run inside the arrays' own bounds
import { Vector3 } from 'three';
import { BALL_RADIUS, type ClubFigures, faceMiddle, soleHeight } from './club.ts';
import type { Segments } from './physique.ts';
import type { Trunk } from './skeleton.ts';
import { placeClub } from './swing-plane.ts';
import type { Strike, StyleValues } from './swing-style.ts';

/** The club rests this far behind the ball before the swing. */
const ADDRESS_GAP = 0.012;

/** Newton's method with measured slopes; three unknowns at most, a handful of steps. */
function solve(unknowns: number[], miss: (x: number[]) => number[]): number[] {
  let x = [...unknowns];
  for (let step = 0; step < 40; step++) {
    const f = miss(x);
    if (Math.max(...f.map(Math.abs)) < 1e-7) break;
    const slopes = x.map((_, i) => {
      const nudged = miss(x.map((value, j) => (i === j ? value + 1e-3 : value)));
      return nudged.map((value, row) => (value - f[row]!) / 1e-3);
    });
    const change = eliminate(
      f.map((_, row) => slopes.map((column) => column[row]!)),
      f,
    );
    x = x.map((value, i) => value - Math.max(-12, Math.min(12, change[i]!)));
  }
  return x;
}

function eliminate(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  const count = rows.length;
  for (let i = 0; i < count; i++) {
    let pivot = i;
    for (let r = i + 1; r < count; r++) if (Math.abs(rows[r]![i]!) > Math.abs(rows[pivot]![i]!)) pivot = r;
    [rows[i], rows[pivot]] = [rows[pivot]!, rows[i]!];
    for (let r = 0; r < count; r++) {
      if (r === i) continue;
      const factor = rows[r]![i]! / rows[i]![i]!;
      for (let c = i; c <= count; c++) rows[r]![c]! -= factor * rows[i]![c]!;
    }
  }
  return rows.map((row, i) => row[count]! / row[i]!);
}

export interface Address {
  /** The swing plane's inclination, which is that of the shaft at address. */
  plane: number;
  shaftAngle: number;
  face: Vector3;
}

/**
 * The arms hang; the shaft's inclination and lean follow from the sole on the ground and the ball's place in the
 * stance.
 */
export function solveAddress(
  values: StyleValues,
  trunk: Trunk,
  segments: Segments,
  club: ClubFigures,
  ballX: number,
): Address {
  const wanted = ballX - BALL_RADIUS - ADDRESS_GAP;
  const placed = (x: number[]) => placeClub({ ...values, shaftAngle: x[0]!, shaftOff: 0 }, trunk, segments, x[1]!);
  const [shaftAngle, plane] = solve([-88, 55], (x) => {
    const face = faceMiddle(placed(x), club);
    return [face.x - wanted, face.y - club.faceHeight];
  }) as [number, number];
  return { plane, shaftAngle, face: faceMiddle(placed([shaftAngle, plane]), club) };
}

/** At address the ball lies this much nearer the golfer than the middle of the face: at speed the hands swing higher. */
const NEARER = 0.015;

export function ballPlace(face: Vector3, ballX: number, club: ClubFigures): Vector3 {
  return new Vector3(ballX, BALL_RADIUS + club.teeHeight, face.z - NEARER);
}

/** An arm is neither longer than this part of its length nor visibly bent at the strike, unless its golfer bends it. */
const REACH = { shortest: 0.9, longest: 0.995 };

/**
 * The lean of the shaft is the golfer's; where the hands are follows from the ball. The chest bends only where the arms are too short
 * or too long.
 */
export function solveStrike(
  values: StyleValues,
  trunkAt: (values: StyleValues) => Trunk,
  segments: Segments,
  club: ClubFigures,
  plane: number,
  ball: Vector3,
): Strike {
  const wanted = ball.clone().add(new Vector3(-BALL_RADIUS, 0, 0));
  // The sweet spot of an iron is lower than the ball's middle: it meets the ball's lower half.
  wanted.y = Math.max(club.faceHeight, ball.y - 0.006);
  // The reach is solved in hundredths: for an arm of half a meter, a hundredth moves the hand about as far as a degree
  // does.
  const byReach = ([armAngle = 0, armDepth = 0, reach = 0]: number[]): Strike => ({
    armAngle,
    armDepth,
    armReach: reach / 100,
    chestBend: values.chestBend,
  });
  const byBend =
    (armReach: number) =>
    ([armAngle = 0, armDepth = 0, chestBend = 0]: number[]): Strike => ({
      armAngle,
      armDepth,
      armReach,
      chestBend,
    });
  const placed = (strike: Strike) => {
    const tried = { ...values, ...strike };
    return placeClub(tried, trunkAt(tried), segments, plane);
  };
  const solved = (start: number[], named: (x: number[]) => Strike): Strike => {
    const contact = wanted.clone();
    let x = start;
    for (let round = 0; round < 4; round++) {
      x = solve(x, (tried) =>
        faceMiddle(placed(named(tried)), club)
          .sub(contact)
          .toArray(),
      );
      // A leaning shaft lowers one end of the sole: raise the contact by that much.
      const sole = soleHeight(placed(named(x)), club);
      if (sole >= -1e-5) break;
      contact.y -= sole;
    }
    return named(x);
  };
  const { armAngle, armDepth, armReach, chestBend } = values;
  const arms = solved([armAngle, armDepth, 100 * armReach], byReach);
  const reach = Math.max(REACH.shortest, Math.min(REACH.longest, arms.armReach));
  return reach === arms.armReach ? arms : solved([armAngle, armDepth, chestBend], byBend(reach));
}
