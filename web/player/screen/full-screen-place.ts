// Where picture and controls stand in full screen: the picture as large as it can be, the controls within reach of the thumb.

/** The class names of a player's layer that covers the page. */
export const FULL_SCREEN =
  'fixed inset-x-0 top-0 z-40 flex h-dvh overflow-hidden pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)]';

/** Up to this width for a height of 1 a picture leaves room beside itself on a phone held across. */
const NARROW = 1.5;

/** Beneath the picture; on a phone held across beside it, where a picture of this width for its height leaves room there. */
export function layerPlace(aspect: number): string {
  return aspect <= NARROW ? 'flex-col short:flex-row' : 'flex-col';
}

/** The controls beside or beneath a picture. Taller than the screen, they scroll. */
export function controlsPlace(aspect: number): string {
  const beneath = 'mx-auto w-full max-w-6xl shrink-0';
  return aspect <= NARROW
    ? `${beneath} max-h-[60dvh] overflow-y-auto short:mx-0 short:max-h-none short:w-92 short:self-stretch short:grid short:[align-content:safe_center]`
    : `${beneath} max-h-[60dvh] overflow-y-auto`;
}
