// Reads a file of checked positions, which is untrusted.
import { isRecord } from '#domain/body/read-track.ts';
import { readStoredBodyTrack, storedBodyTrack } from '#domain/body/stored-body-track.ts';
import { isSlowMotionFactor } from '#domain/swing/slow-motion.ts';
import { POSITIONS } from '#domain/swing/swing.ts';
import { MAX_TIME } from '#domain/time.ts';
import type { CheckedPosition, CheckedSwing } from './checked-swing.ts';

/** Maximum swings in a file. */
const MAX_SWINGS = 10_000;

/** The swings of a file of the form `{ format: 'swingmark-positions', version: 1, swings }`; null for any other value. */
export function readCheckedSwings(value: unknown): readonly CheckedSwing[] | null {
  if (!isRecord(value) || value.format !== 'swingmark-positions' || value.version !== 1) return null;
  const { swings } = value;
  if (!Array.isArray(swings) || swings.length > MAX_SWINGS) return null;
  const read = swings.map(readSwing);
  return read.every((swing) => swing !== null) ? read : null;
}

function readSwing(value: unknown): CheckedSwing | null {
  if (!isRecord(value) || !isRecord(value.positions)) return null;
  const { positions, pictureInterval, slowMotionFactor, body } = value;
  const track = body === null ? null : readStoredBodyTrack(body);
  const isInterval = pictureInterval === null || (isTime(pictureInterval) && pictureInterval > 0);
  if (!isInterval || !isSlowMotionFactor(slowMotionFactor) || (body !== null && !track)) return null;
  const read = POSITIONS.flatMap((position) => {
    const stored = positions[position];
    return stored === undefined ? [] : [[position, readPosition(stored)] as const];
  });
  if (read.some(([, position]) => position === null)) return null;
  return {
    positions: Object.fromEntries(read),
    pictureInterval,
    slowMotionFactor,
    body: track && storedBodyTrack(track),
  };
}

function readPosition(value: unknown): CheckedPosition | null {
  if (!isRecord(value)) return null;
  const { proposed, confidence, certainty, marked } = value;
  const known = (['heard', 'sure', 'check'] as const).find((one) => one === certainty);
  if (!known || !isTime(proposed) || !isTime(marked) || !isTime(confidence) || confidence > 1) return null;
  return { proposed, confidence, certainty: known, marked };
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MAX_TIME;
}
