// What cameras, microphones and their encoders get wrong in the middle of a session, as code that runs before the product's.
import type { DeviceFault } from './encoder-faults.ts';

const inEncoder = (members: string) =>
  `{ const Real = VideoEncoder; self.VideoEncoder = class extends Real { ${members} }; }`;

/** Faults of encoders that a session survives with its newest frames. */
export const SESSION_ENCODER_FAULTS: readonly DeviceFault[] = [
  {
    title: 'stops giving frames without an error',
    source: 'Chromium’s encoders after a background tab returns: Actual-Chat/actual-chat PR 3997',
    injection: `let opened = 0; ${inEncoder(`
      constructor(init) { super(init); this.stalls = ++opened === 2; this.count = 0; this.swallowed = 0; }
      encode(frame, options) { if (this.stalls && ++this.count > 10) this.swallowed += 1; else super.encode(frame, options); }
      get encodeQueueSize() { return super.encodeQueueSize + this.swallowed; }`)}`,
  },
  {
    title: 'ignores requests for key frames',
    source: 'Assumed of encoders without a way to ask for a key frame',
    injection: inEncoder('encode(frame) { super.encode(frame); }'),
  },
  {
    title: 'refuses odd sizes',
    source: 'Chromium: “H264 only supports even sized frames” (media/video, VideoEncoder.configure)',
    injection: inEncoder(`configure(config) {
      if (config.width % 2 || config.height % 2) throw new DOMException('H264 only supports even sized frames', 'NotSupportedError');
      super.configure(config);
    }`),
  },
  {
    title: 'throws when asked, as on iOS 26.1',
    source: 'Safari on iOS 26.1: mediabunny issue 456',
    injection: `VideoEncoder.isConfigSupported = async () => { throw new TypeError('Type error'); };`,
  },
];
