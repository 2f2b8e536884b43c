// Whether this browser has what making a video needs. The answer is only a promise: the work itself finds out.
import { isWebKitGtk } from '#web/lib/is-webkit-gtk.ts';

export function hasCodecs(): boolean {
  return (
    !isWebKitGtk() &&
    ['VideoEncoder', 'VideoDecoder', 'OffscreenCanvas', 'Worker', 'WebAssembly'].every((name) => name in globalThis)
  );
}
