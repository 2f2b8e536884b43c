// Finds the positions of the swings in a video: from the golfer's body, plus motion and sound around its swings; or,
// where the body cannot be tracked, from motion and sound of the whole video, stretch by stretch. Loads the decoder and
// runs in a worker.
import { type AudioSample, AudioSampleSink, type Input } from 'mediabunny';
import type { BodyTrack } from '#domain/body/body-track.ts';
import { type Click, clicksIn, type Sound } from '#domain/moments/clicks.ts';
import type { FoundSwing } from '#domain/moments/found-swing.ts';
import type { FrameMotion } from '#domain/moments/motion/frame-motion.ts';
import { swingsInComingMotion } from '#domain/moments/motion/swings-in-motion.ts';
import { motionStretches, type SeenClip, swingsInBody } from '#domain/moments/swings-in-body.ts';
import { type ClipFacts, factsOf } from '#web/body/clip-pictures.ts';
import { inTime } from '#web/lib/with-resolvers.ts';
import { type DecodableTrack, openDecodable, sinkOf } from '#web/player/engine/decodable-track.ts';
import { clipReader, motionReader, offerPictures } from './clip-reader.ts';

export type MomentsAnswer =
  | { readonly kind: 'found'; readonly swings: readonly FoundSwing[] }
  /** The whole video was searched, and nothing resembles a swing. */
  | { readonly kind: 'no-swing' }
  /** The frames could not be decoded: this browser has no decoder for them, or the file is broken. */
  | { readonly kind: 'cannot-read' }
  /** The frames could be decoded only up to a time, in seconds: the file is damaged there. */
  | { readonly kind: 'damaged'; readonly after: number };

/** A file, or the address of a video on this site. */
export type VideoSource = Blob | string;

/**
 * Opens a video to search it; null when its frames cannot be decoded. It stays open for the life of the worker.
 * `onAlive` is called whenever a decoder produces output.
 */
export async function openForSearch(source: VideoSource, onAlive: () => void) {
  try {
    const clip = await openDecodable(source);
    if (!clip) return null;
    const clicks = readSound(clip.track.input, onAlive).then((sound) => (sound ? clicksIn(sound) : []));
    return searchOf(clip, await factsOf(clip), clicks, onAlive);
  } catch {
    return null;
  }
}

function searchOf(clip: DecodableTrack, facts: ClipFacts, heard: Promise<readonly Click[]>, onAlive: () => void) {
  const { frameTimes } = facts;
  const reader = clipReader(clip, onAlive);
  let readTo: number | null = null;
  const unlessUnreadable = (search: () => Promise<MomentsAnswer>) =>
    search().catch((): MomentsAnswer => {
      const after = readTo ?? reader.motions().at(-1)?.endTime;
      return after === undefined ? { kind: 'cannot-read' } : { kind: 'damaged', after };
    });
  const evidence = async (track: BodyTrack): Promise<SeenClip> => {
    await reader.read({ pictures: [], motionIn: motionStretches(track) });
    return { track, motions: reader.motions(), clicks: await heard, frameTimes };
  };
  return {
    /** Finds swings from motion and sound alone. Calls `onProgress` with the share done, 0 to 1. */
    byMotion: (onProgress: (share: number) => void) =>
      unlessUnreadable(async () => {
        const motions = (async function* () {
          for await (const motion of readMotion(clip)) {
            onAlive();
            readTo = motion.endTime;
            yield motion;
          }
        })();
        const swings = await swingsInComingMotion({ motions, clicks: await heard, frameTimes }, onProgress);
        return swings ? answerOf(swings) : { kind: 'cannot-read' };
      }),
    /**
     * Decodes the pictures that the body worker asks for on a port. Calls `onFirstAnswer` with what the body tracked so far
     * and sound say, without waiting for motion, which is then read along with the pictures.
     */
    offerPictures: (port: MessagePort, onFirstAnswer: (answer: MomentsAnswer) => void) => {
      const answerFirst = async (track: BodyTrack) => {
        const clicks = await heard;
        onFirstAnswer(answerOf(swingsInBody({ track, motions: [], clicks, frameTimes })));
      };
      offerPictures(port, facts, async ({ frames, soFar }, onPicture) => {
        if (soFar) void answerFirst(soFar);
        await reader.read({ pictures: frames, motionIn: soFar ? motionStretches(soFar) : [] }, onPicture);
      });
    },
    /** Finds swings from body, motion and sound; reads the motion around them once. */
    byBody: (body: BodyTrack) => unlessUnreadable(async () => answerOf(swingsInBody(await evidence(body)))),
    /** Everything that `byBody` searches in. Rejects when the frames cannot be read. */
    evidence,
  };
}

function answerOf(swings: readonly FoundSwing[]): MomentsAnswer {
  return swings.length > 0 ? { kind: 'found', swings } : { kind: 'no-swing' };
}

const MICROSECONDS = 1e6;

/** The motion from each shown frame to the next, of a whole video. */
async function* readMotion(clip: DecodableTrack): AsyncGenerator<FrameMotion> {
  const { shown } = clip;
  const motionAt = motionReader();
  // Frames cut by an edit list are decoded but never shown, so they have no time here.
  const shownTimes = new Map(shown.map(({ packetTime, time }) => [Math.round(packetTime * MICROSECONDS), time]));
  const packetTimes = shown.map(({ packetTime }) => packetTime);
  const lastPacket = packetTimes.reduce((latest, time) => Math.max(latest, time), 0);
  for await (const sample of sinkOf(clip).samples(packetTimes[0])) {
    try {
      if (sample.timestamp > lastPacket + 1 / MICROSECONDS) break;
      const time = shownTimes.get(Math.round(sample.timestamp * MICROSECONDS));
      const motion = time === undefined ? null : await motionAt(sample, time);
      if (motion) yield motion;
    } finally {
      sample.close();
    }
  }
}

/** The maximum length of sound to read, in seconds: more would take more memory than a guess is worth. */
const LONGEST = 300;
/** A decoder without output for this long is considered stalled. */
const PATIENCE_MS = 5000;

/** The sound of a file, or null. Never throws. `onSample` is called while it is read. */
export async function readSound(input: Input, onSample: () => void): Promise<Sound | null> {
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track || typeof AudioDecoder === 'undefined' || !(await track.canDecode())) return null;
    /** Each with the index of its first sample in the whole sound. */
    const parts: { at: number; samples: Float32Array }[] = [];
    let [from, samplesPerSecond] = [0, 0];
    for await (const sample of withoutWaiting(new AudioSampleSink(track).samples())) {
      onSample();
      const { timestamp } = sample;
      if (parts.length === 0) [from, samplesPerSecond] = [timestamp, sample.sampleRate];
      const part = new Float32Array(sample.numberOfFrames);
      sample.copyTo(part, { planeIndex: 0, format: 'f32-planar' });
      sample.close();
      parts.push({ at: Math.max(0, Math.round((timestamp - from) * samplesPerSecond)), samples: part });
      if (timestamp - from > LONGEST) return null;
    }
    return parts.length > 0 ? { from, samplesPerSecond, samples: joined(parts) } : null;
  } catch {
    return null;
  }
}

/** The samples of a decoder; throws when the next sample does not arrive in time. */
async function* withoutWaiting(samples: AsyncGenerator<AudioSample, void, unknown>): AsyncGenerator<AudioSample> {
  for (;;) {
    const { value: sample } = await inTime(samples.next(), PATIENCE_MS);
    if (!sample) return;
    yield sample;
  }
}

/** Joins the parts by their timestamps: browsers differ in how much of a decoder's padding they drop. */
function joined(parts: readonly { readonly at: number; readonly samples: Float32Array }[]): Float32Array {
  const whole = new Float32Array(Math.max(...parts.map(({ at, samples }) => at + samples.length)));
  for (const { at, samples } of parts) whole.set(samples, at);
  return whole;
}
