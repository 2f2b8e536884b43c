// Offers decoded pictures to the body worker on a port, a few ahead of what it has taken.
import type { ClipFacts, FromDecodingWorker, ToDecodingWorker } from '#web/body/clip-pictures.ts';
import type { UprightFrame } from '#web/body/picture.ts';
import { type Resolvers, withResolvers } from '#web/lib/with-resolvers.ts';

/** Pictures that wait to be taken: each takes 2 MB. */
const MAX_WAITING = 4;

/** The frames of one pass, as the body worker asks for them. */
type Pass = Exclude<ToDecodingWorker, string>;
type Read = (pass: Pass, onPicture: (upright: UprightFrame | null) => Promise<void>) => Promise<void>;

/** Offers a clip. `read` decodes a pass; it waits with each picture until there is room, and ends when the promise rejects. */
export function offerPictures(port: MessagePort, facts: ClipFacts, read: Read): void {
  const say = (message: FromDecodingWorker, transfer: readonly Transferable[] = []) =>
    port.postMessage(message, [...transfer]);
  let waiting = 0;
  let room: Resolvers<void> | null = null;
  let isStopped = false;

  async function offer(upright: UprightFrame | null): Promise<void> {
    if (waiting >= MAX_WAITING) {
      room = withResolvers();
      await room.promise;
    }
    if (isStopped) throw new Error('The body worker was stopped');
    waiting += 1;
    say({ upright }, upright ? [upright.pixels.bytes.buffer] : []);
  }

  port.onmessage = ({ data }: MessageEvent<ToDecodingWorker>) => {
    if (data === 'taken') waiting -= 1;
    else if (data === 'stop') isStopped = true;
    else read(data, offer).catch(() => isStopped || say('failed'));
    room?.resolve();
  };
  say({ facts });
}
