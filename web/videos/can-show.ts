// Whether the browser can show a video, tested by decoding its first frame. Types and codec strings are no answer:
// Chromium opens an iPhone's HEVC, plays its sound and shows no picture.
import { unloadMedia } from '#web/lib/unload-media.ts';
import { openVideo } from '#web/player/engine/frame-table.ts';

/** `unknown`: no picture within the time limit, which a busy phone may exceed. */
type ShowsPicture = 'yes' | 'no' | 'unknown';

/** The time limit for the first picture of a large file on a slow phone, in milliseconds. */
const ANSWER_TIMEOUT_MS = 10_000;
/** iPhones decode nothing before playback or a seek. */
const WAKE_AFTER_MS = 1_000;
const A_LITTLE_IN = 0.001;

/** Without a picture after this time, the decoder is queried: WebKitGTK without one reports nothing at all. */
const ASK_AFTER_MS = 3_000;

/**
 * Whether the browser shows the video at an address. Without a picture, `hasDecoder` tells whether the browser claims
 * to decode it. Never throws.
 */
export function showsPicture(src: string, hasDecoder: () => Promise<boolean>): Promise<ShowsPicture> {
  const video = document.createElement('video');
  return new Promise<ShowsPicture>((resolve) => {
    const timeout = setTimeout(() => resolve(widthOf(video) === 'none' ? 'no' : 'unknown'), ANSWER_TIMEOUT_MS);
    const wake = setTimeout(() => {
      if (video.readyState === video.HAVE_METADATA) video.currentTime = A_LITTLE_IN;
    }, WAKE_AFTER_MS);
    const ask = setTimeout(() => {
      hasDecoder().then(
        (isPossible) => !isPossible && video.readyState < video.HAVE_CURRENT_DATA && answer('no'),
        () => undefined,
      );
    }, ASK_AFTER_MS);
    const answer = (shows: ShowsPicture) => {
      for (const timer of [timeout, wake, ask]) clearTimeout(timer);
      resolve(shows);
    };
    video.addEventListener('loadeddata', () => answer(widthOf(video) === 'none' ? 'no' : 'yes'));
    video.addEventListener('error', () => answer('no'));
    Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src });
  }).finally(() => {
    unloadMedia(video);
  });
}

/** Whether this browser claims to decode a file's picture, in a `<video>` or through WebCodecs. */
export async function hasDecoderFor(file: Blob): Promise<boolean> {
  const input = openVideo(file);
  try {
    const track = await input.getPrimaryVideoTrack();
    const codec = await track?.getCodecParameterString();
    if (!track || !codec) return true;
    const container = codec.startsWith('vp') ? 'webm' : 'mp4';
    const claim = document.createElement('video').canPlayType(`video/${container}; codecs="${codec}"`);
    return claim !== '' || (await track.canDecode());
  } finally {
    input.dispose();
  }
}

/** A video of width 0 opened with its sound only. */
function widthOf(video: HTMLVideoElement): 'unknown' | 'none' | 'some' {
  if (video.readyState < video.HAVE_METADATA) return 'unknown';
  return video.videoWidth === 0 ? 'none' : 'some';
}
