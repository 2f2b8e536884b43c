// The clips of the check, whose frames carry their numbers (made by scripts/make-check-clips.ts), and where their swings are.
import { bySide, type Side } from '#domain/side.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';

interface CodedClip {
  readonly frames: number;
  readonly framesPerSecond: number;
  readonly annotations: SwingAnnotations;
}

/** Both sides of the check's comparison. */
export const CODED_CLIPS = {
  user: { frames: 60, framesPerSecond: 30, annotations: { restTime: 10 / 30, topTime: 28 / 30, strikeTime: 36 / 30 } },
  pro: { frames: 120, framesPerSecond: 60, annotations: { restTime: 24 / 60, topTime: 60 / 60, strikeTime: 78 / 60 } },
} as const satisfies Record<Side, CodedClip>;

/** The one sound is a click at the strike of the visitor's clip. In seconds. */
export const CLICK_AT = CODED_CLIPS.user.annotations.strikeTime;

/** The frame times that the clips have. */
export const CODED_TIMES = bySide((side) => {
  const { frames, framesPerSecond } = CODED_CLIPS[side];
  return Array.from({ length: frames }, (_, frame) => frame / framesPerSecond);
});
