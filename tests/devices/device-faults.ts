// What browsers on real devices get wrong besides encoding, as code that runs before the product's in the page and in every
// worker; and what the check of the device says of it. A fault without reasons is made good: the check finds nothing.
import type { Reason } from '#web/check/check-state.ts';
import { CHIP_FAULTS, type DeviceFault } from './encoder-faults.ts';

export interface CheckedFault extends DeviceFault {
  /** The family, as docs/browsers.md lists it. */
  readonly family: 'decoder' | 'encoder' | 'video element' | 'canvas' | 'storage' | 'memory' | 'network';
  /** Why the check says that the device is limited; empty where the product makes the fault good. */
  readonly reasons: readonly Reason[];
}

/** A decoder of H.264 that `change`s: an expression of a class that extends `Real`. */
const decoder = (members: string) => `{
  if ('VideoDecoder' in self) { const Real = VideoDecoder; self.VideoDecoder = class extends Real { ${members} }; }
}`;

/** Code that hands each frame of an H.264 decoder to \`take(frame, count, output)\`. */
const framesOf = (take: string) =>
  decoder(`
    constructor(init) {
      let count = 0;
      let isH264 = false;
      super({ ...init, output: (frame) => isH264 ? (${take})(frame, count++, init.output) : init.output(frame) });
      this.setH264 = (is) => { isH264 = is; };
    }
    configure(config) { this.setH264(config.codec.startsWith('avc')); super.configure(config); }`);

export const DEVICE_FAULTS: readonly CheckedFault[] = [
  {
    family: 'decoder',
    title: 'there is no decoder for single frames',
    source: 'Firefox for Android before 148, Safari before 16.4: MDN, WebCodecs',
    injection: `delete self.VideoDecoder;`,
    reasons: ['no-decoder', 'video-cannot-read', 'body-cannot-run', 'no-positions'],
  },
  {
    family: 'decoder',
    title: 'the decoder of single frames knows no H.264',
    source: 'Chromium without proprietary codecs; some Android WebViews',
    injection: `if ('VideoDecoder' in self) VideoDecoder.isConfigSupported = async (config) => ({ supported: false, config });`,
    reasons: ['no-decoder', 'video-cannot-read', 'body-cannot-run', 'no-positions'],
  },
  {
    family: 'decoder',
    title: 'frames are opaque: no format and no planes',
    source:
      'Chromium on Android and Windows with hardware decoding: VideoFrame.format is null (w3c/webcodecs issue 377)',
    injection: `if ('VideoFrame' in self) {
      const { copyTo, allocationSize } = VideoFrame.prototype;
      const isDecoded = new WeakSet();
      Object.defineProperty(VideoFrame.prototype, 'format', { get() { return null; } });
      VideoFrame.prototype.copyTo = async function () { throw new DOMException('No planes', 'NotSupportedError'); };
      VideoFrame.prototype.allocationSize = function () { throw new DOMException('No planes', 'NotSupportedError'); };
    }`,
    reasons: [],
  },
  {
    family: 'decoder',
    title: 'the decoder stalls without an error',
    source: 'Hardware decoders whose GPU process has ended: mediabunny and Remotion issue threads',
    injection: decoder(`
      constructor(init) {
        let count = 0;
        super({ ...init, output: (frame) => { if (count++ < 8) init.output(frame); else frame.close(); } });
      }
      flush() { return new Promise(() => undefined); }`),
    reasons: ['slow-decode', 'slow-video', 'slow-body', 'slow-positions'],
  },
  {
    family: 'decoder',
    title: 'fewer frames come than packets went in',
    source: 'Firefox on H.264 without a bitstream restriction (bug 1969762); Android MediaCodec drops at the end',
    injection: framesOf('(frame, count, output) => count === 5 ? frame.close() : output(frame)'),
    reasons: ['wrong-frames', 'video-wrong', 'body-cannot-run', 'no-positions'],
  },
  {
    family: 'decoder',
    title: 'only one decoder may be open at once',
    source:
      'Low-end Android: MediaCodec has one or two hardware instances; a further configure fails with an error event',
    injection: `{ let open = 0; ${decoder(`
      constructor(init) { super(init); this.fail = init.error; this.isCounted = false; }
      configure(config) {
        if (!this.isCounted) {
          if (open > 0) { setTimeout(() => this.fail(new DOMException('Codec reclaimed due to inactivity.', 'QuotaExceededError'))); return; }
          open += 1;
          this.isCounted = true;
        }
        super.configure(config);
      }
      close() { if (this.isCounted) { open -= 1; this.isCounted = false; } super.close(); }`)} }`,
    reasons: ['video-cannot-read'],
  },
  {
    family: 'decoder',
    title: 'frames come turned upside down',
    source:
      'Turns that are applied twice or not at all: w3c/webcodecs issues 351 and 490, mediabunny issue 329 (1.35.0)',
    injection: framesOf(
      '(frame, _count, output) => { output(new VideoFrame(frame, { rotation: 180 })); frame.close(); }',
    ),
    reasons: ['turned', 'wrong-step', 'video-wrong'],
  },
  {
    family: 'decoder',
    title: 'the chip loses frames, and software does not',
    source: 'Chromium’s hardware decoders: Chromium issue 456919096, w3c/webcodecs issue 614',
    injection: `if ('VideoDecoder' in self) { ${CHIP_FAULTS[1]?.injection} }`,
    reasons: [],
  },
  {
    family: 'encoder',
    title: 'encoded frames have wrong times',
    source: 'Android encoders that count times in milliseconds: Remotion’s list of WebCodecs bugs',
    injection: `if ('VideoEncoder' in self) { const Real = VideoEncoder; self.VideoEncoder = class extends Real {
      constructor(init) {
        super({ ...init, output: (chunk, meta) => {
          const data = new Uint8Array(chunk.byteLength);
          chunk.copyTo(data);
          const timestamp = Math.floor(chunk.timestamp / 100000) * 100000;
          init.output(new EncodedVideoChunk({ type: chunk.type, timestamp, duration: chunk.duration, data }), meta);
        } });
      }
    }; }`,
    reasons: ['video-wrong'],
  },
  {
    family: 'encoder',
    title: 'the encoder is taken away while it works',
    source: 'Chromium reclaims codecs of pages in the background: w3c/webcodecs codec reclamation',
    injection: `if ('VideoEncoder' in self) { const Real = VideoEncoder; self.VideoEncoder = class extends Real {
      constructor(init) { super(init); this.fail = init.error; this.count = 0; }
      encode(frame, options) {
        if (++this.count < 20) return super.encode(frame, options);
        if (this.state === 'closed') throw new DOMException('Closed', 'InvalidStateError');
        this.close();
        this.fail(new DOMException('Codec reclaimed due to inactivity.', 'QuotaExceededError'));
      }
    }; }`,
    reasons: ['video-failed'],
  },
  {
    family: 'encoder',
    title: 'there is no encoder',
    source: 'Firefox for Android, Safari before 16.4: MDN, WebCodecs',
    injection: `delete self.VideoEncoder;`,
    reasons: ['no-encoder'],
  },
  {
    family: 'video element',
    title: 'play() is refused',
    source: 'Safari in Low Power Mode: NotAllowedError without a gesture (webkit.org, autoplay policy)',
    injection: `if (self.HTMLMediaElement) HTMLMediaElement.prototype.play = async function () { throw new DOMException('Not allowed', 'NotAllowedError'); };`,
    reasons: ['will-not-play'],
  },
  {
    family: 'video element',
    title: 'shown frames are not reported',
    source: 'Firefox before 132: no requestVideoFrameCallback (MDN)',
    injection: `if (self.HTMLVideoElement) { delete HTMLVideoElement.prototype.requestVideoFrameCallback; delete HTMLVideoElement.prototype.cancelVideoFrameCallback; }`,
    reasons: [],
  },
  {
    family: 'video element',
    title: 'the end of a seek is not reported',
    source: 'Safari after a seek while another is pending: webkit bugs on missing seeked events',
    injection: `if (self.window) addEventListener('seeked', (event) => event.stopImmediatePropagation(), true);`,
    reasons: [],
  },
  {
    family: 'video element',
    title: 'times of shown frames are coarse',
    source: 'Firefox with privacy.resistFingerprinting: times in steps of 100 ms',
    injection: `if (self.HTMLVideoElement) {
      const { requestVideoFrameCallback } = HTMLVideoElement.prototype;
      HTMLVideoElement.prototype.requestVideoFrameCallback = function (callback) {
        return requestVideoFrameCallback.call(this, (now, facts) =>
          callback(now, { ...facts, presentedFrames: facts.presentedFrames, mediaTime: Math.floor(facts.mediaTime * 10) / 10, expectedDisplayTime: facts.expectedDisplayTime }));
      };
    }`,
    reasons: [],
  },
  {
    family: 'video element',
    title: 'two videos cannot play at once',
    source: 'Android WebViews and old iPads with one video decoder: the second does not start',
    injection: `if (self.HTMLMediaElement) {
      let playing = null;
      const { play } = HTMLMediaElement.prototype;
      HTMLMediaElement.prototype.play = function () {
        if (playing && playing !== this && !playing.paused) return Promise.reject(new DOMException('Busy', 'NotAllowedError'));
        playing = this;
        return play.call(this);
      };
    }`,
    reasons: ['will-not-play'],
  },
  {
    family: 'canvas',
    title: 'workers have no canvas',
    source: 'Safari before 16.4: no OffscreenCanvas (MDN)',
    injection: `delete self.OffscreenCanvas;`,
    reasons: ['no-worker-canvas'],
  },
  {
    family: 'canvas',
    title: 'the canvas of workers cannot be drawn on',
    source: 'Safari 16.2: OffscreenCanvas without a 2D context (MDN)',
    injection: `if ('OffscreenCanvas' in self) OffscreenCanvas.prototype.getContext = () => null;`,
    reasons: [],
  },
  {
    family: 'canvas',
    title: 'pictures cannot be decoded apart from a page',
    source:
      'ImageDecoder is missing in some widely used browsers (MDN); createImageBitmap may reject with InvalidStateError (HTML standard)',
    injection: `delete self.ImageDecoder; self.createImageBitmap = async () => { throw new DOMException('Cannot decode', 'InvalidStateError'); };`,
    reasons: [],
  },
  {
    family: 'canvas',
    title: 'the page’s canvases have no context',
    source:
      'Safari once all canvases exceed their common memory: getContext returns null (webkit bug 195325, openseadragon issue 1902)',
    injection: `if (self.HTMLCanvasElement) HTMLCanvasElement.prototype.getContext = () => null;`,
    reasons: ['no-canvas'],
  },
  {
    family: 'canvas',
    title: 'pixels of canvases are hidden',
    source: 'Firefox with privacy.resistFingerprinting gives white, Brave and Safari noise: mdn/content issue 39084',
    injection: `if (self.CanvasRenderingContext2D) {
      const { getImageData } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.getImageData = function (...args) {
        const image = getImageData.apply(this, args);
        image.data.fill(255);
        return image;
      };
    }`,
    reasons: ['hidden-pixels'],
  },
  {
    family: 'storage',
    title: 'how much room there is cannot be asked',
    source: 'Safari before 17: no navigator.storage.estimate (MDN)',
    injection: `if (self.StorageManager) delete StorageManager.prototype.estimate;`,
    reasons: [],
  },
  {
    family: 'storage',
    title: 'the browser’s storage refuses to open',
    source: 'Firefox’s private windows before 115, Chromium with site data blocked: SecurityError',
    injection: `if (self.IDBFactory) IDBFactory.prototype.open = () => { throw new DOMException('Denied', 'SecurityError'); };`,
    reasons: ['not-kept'],
  },
  {
    family: 'storage',
    title: 'the browser’s storage never answers',
    source: 'Safari 14.1 and 17.4: IndexedDB hangs until the browser restarts (webkit bug 226547)',
    injection: `if (self.IDBFactory) {
      const { open } = IDBFactory.prototype;
      IDBFactory.prototype.open = function (...args) {
        const request = open.apply(this, args);
        for (const event of ['success', 'error', 'upgradeneeded']) request.addEventListener(event, (heard) => heard.stopImmediatePropagation(), true);
        return request;
      };
    }`,
    reasons: ['slow-storage'],
  },
  {
    family: 'storage',
    title: 'the storage’s connection is lost once',
    source: 'Safari: “Connection to Indexed Database server lost” (webkit bug 197050)',
    injection: `if (self.IDBDatabase) {
      const { transaction } = IDBDatabase.prototype;
      let isLost = false;
      IDBDatabase.prototype.transaction = function (...args) {
        if (isLost) return transaction.apply(this, args);
        isLost = true;
        this.close();
        throw new DOMException('Connection to Indexed Database server lost. Refresh the page to try again', 'UnknownError');
      };
    }`,
    reasons: [],
  },
  {
    family: 'storage',
    title: 'there is room for 50 MB',
    source: 'Private windows of Chromium on small phones; Safari’s first quota before 17',
    injection: `if (self.StorageManager) StorageManager.prototype.estimate = async () => ({ quota: 50e6, usage: 1e6 });`,
    reasons: ['little-room'],
  },
  {
    family: 'memory',
    title: 'WebAssembly memory does not grow',
    source: 'iPhones with 2 to 3 GB: RangeError on growth (webkit bug 222097)',
    injection: `WebAssembly.Memory.prototype.grow = () => { throw new RangeError('Out of memory'); };`,
    reasons: ['little-memory', 'body-cannot-run'],
  },
  {
    family: 'memory',
    title: 'there is no WebAssembly',
    source: 'Lockdown Mode of iOS 16 and later',
    injection: `delete self.WebAssembly;`,
    reasons: ['no-wasm', 'body-cannot-run'],
  },
  {
    family: 'memory',
    title: 'the system ends workers while they work',
    source:
      'HTML standard: the page gets no event from a worker that has been ended. Assumed of phones with little memory',
    injection: `if (self.WorkerGlobalScope) {
      const { postMessage } = self;
      let count = 0;
      self.postMessage = (...args) => ++count > 2 ? self.close() : postMessage.apply(self, args);
    }`,
    reasons: ['slow-body', 'slow-positions', 'slow-video'],
  },
  {
    family: 'network',
    title: 'downloads break off midway once',
    source: 'Mobile networks between two cells: fetch rejects with a TypeError while its body is read (fetch standard)',
    injection: `if (self.fetch) {
      const { fetch } = self;
      const broken = new Set();
      self.fetch = async (address, init) => {
        const response = await fetch(address, init);
        const name = String(address);
        if (!/\\.(tflite|wasm)$/.test(name) || broken.has(name)) return response;
        broken.add(name);
        const reader = response.body.getReader();
        let count = 0;
        const breaksOff = new ReadableStream({
          async pull(controller) {
            const { value } = await reader.read();
            if (++count > 2) controller.error(new TypeError('network error'));
            else controller.enqueue(value);
          },
        });
        return new Response(breaksOff, response);
      };
    }`,
    reasons: [],
  },
];
