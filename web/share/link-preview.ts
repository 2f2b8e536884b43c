// A small video of both swings, which the receiver's page plays while the sharp clips arrive: made on the sender's device, with the
// frames that the stage shows at the same times (docs/decisions/102).
import { readStoredBodyTrack } from '#domain/body/stored-body-track.ts';
import { withSlowMotion } from '#domain/comparison/comparison-choices.ts';
import { planComparison } from '#domain/comparison/comparison-plan.ts';
import { evenSize } from '#domain/geometry.ts';
import { bySide } from '#domain/side.ts';
import { factorInUse } from '#domain/swing/slow-motion.ts';
import { readClip } from '#web/player/engine/frame-table.ts';
import { hasCodecs } from '#web/render/has-codecs.ts';
import { renderOnDevice } from '#web/render/render-on-device.ts';
import { type FileForLink, linkFile, type ReadLink, readLinkFile } from './link-file.ts';

/** About 400 kB for a swing of five seconds: a third of a second at 10 Mbit/s. */
const MOST = evenSize({ widthPx: 640, heightPx: 480 });
const BITS_PER_PIXEL = 0.06;

/** The preview; null where this device cannot make it. Rejects with the signal's reason only. */
export async function linkPreview(file: FileForLink, signal: AbortSignal): Promise<Blob | null> {
  if (!hasCodecs()) return null;
  try {
    // What the receiver will read.
    const whole = linkFile(file, { allowsSaving: true, preview: null });
    return await previewOf(await readLinkFile(whole, { signal, onPercent: () => undefined }), signal);
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

async function previewOf({ content }: ReadLink, signal: AbortSignal): Promise<Blob | null> {
  const { comparison, clips, bodies } =
    content.kind === 'comparison' ? content.comparison : { ...content.lesson, ...content.lesson.kept };
  if (!('clip' in comparison.pro)) return null;
  const { alignment, choices } = viewOf(content) ?? comparison;
  const kept = { user: comparison.user, pro: comparison.pro.clip };
  const files = bySide((side) => clips.get(kept[side].contentKey) ?? new Blob());
  const read = { user: (await readClip(files.user)).clip, pro: (await readClip(files.pro)).clip };
  if (!read.user || !read.pro) return null;
  const sides = { user: read.user, pro: read.pro };
  const annotated = bySide((side) => {
    const track = readStoredBodyTrack(bodies?.get(kept[side].contentKey) ?? null);
    return { clip: sides[side], annotations: kept[side].annotations, body: track && { track, outlines: null } };
  });
  const factors = bySide((side) => factorInUse(kept[side]));
  const pictures = { ...withSlowMotion(choices, factors), hasStrip: false, hasBodyLines: false };
  const planned = planComparison(annotated.user, annotated.pro, alignment, pictures, null, MOST);
  if (!planned.ok) return null;
  const sources = bySide((side) => ({ file: files[side], frameTimes: sides[side].frameTimes }));
  const request = { plan: planned.plan, sources, drawn: [], base: null, bitsPerPixel: BITS_PER_PIXEL };
  return renderOnDevice(request, { signal });
}

/** How a lesson begins. */
function viewOf(content: ReadLink['content']) {
  return content.kind === 'lesson' ? content.lesson.kept.lesson?.events.find((event) => event.does === 'view') : null;
}
