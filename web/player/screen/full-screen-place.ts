// The layout in full screen: the picture as large as possible, the controls within reach of the thumb.

/** The class names of a player's layer that covers the page. */
export const FULL_SCREEN =
  'fixed inset-x-0 top-0 z-40 flex h-dvh overflow-hidden pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)]';

/** The maximum aspect ratio (width / height) that leaves room beside the picture on a phone in landscape. */
const NARROW = 1.5;

/** Places the controls below the picture, or beside a narrow picture on a phone in landscape. */
export function layerPlace(aspect: number): string {
  return aspect <= NARROW ? 'flex-col short:flex-row' : 'flex-col';
}

/** The class names of the controls beside or below a picture. Controls that do not fit scroll. */
export function controlsPlace(aspect: number): string {
  const beneath = 'mx-auto w-full max-w-6xl shrink-0';
  return aspect <= NARROW
    ? `${beneath} max-h-[60dvh] overflow-y-auto short:mx-0 short:max-h-none short:w-92 short:self-stretch short:grid short:[align-content:safe_center]`
    : `${beneath} max-h-[60dvh] overflow-y-auto`;
}
