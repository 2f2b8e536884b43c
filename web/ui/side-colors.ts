// The class names of each side's color.
import type { Side } from '#domain/side.ts';

export const SIDE_TEXT_COLORS = { user: 'text-you', pro: 'text-pro' } as const satisfies Readonly<Record<Side, string>>;
