// What browsers get wrong of decoders, video elements, canvases and the page itself that the player makes good: whatever happens,
// the picture, the frame that the page names and the stored mark are the same frame.
import type { NumberedClipOptions } from '#tests/fixtures/numbered-clip.ts';
import type { FalseAnswer } from '#web/lib/false-answers.ts';
import type { DeviceFault } from './encoder-faults.ts';

export interface PlayerFault extends DeviceFault {
  /** The clip in which it shows; a plain one if not said. */
  readonly clip?: NumberedClipOptions;
  /** How the frames are shown then: by decoded pictures, by seeks of the video element, or as it happens. */
  readonly shownBy?: 'pictures' | 'seeks';
  /** What is remembered of the browser then. */
  readonly remembers?: FalseAnswer;
}

/** A decoder whose frames go through \`take(frame, output, decoder)\`. */
const framesThrough = (
  take: string,
  members = '',
) => `{ const Real = VideoDecoder; self.VideoDecoder = class extends Real {
  constructor(init) { let self; super({ ...init, output: (frame) => (${take})(frame, init.output, self) }); self = this; this.fail = init.error; this.count = 0; }
  ${members}
}; }`;

/** Without decoded pictures, so that the video element has to show every frame. */
const SEEKS_ONLY = 'delete self.VideoDecoder;';

export const PLAYER_FAULTS: readonly PlayerFault[] = [
  {
    title: 'decodes in hardware only',
    source:
      'Chromium decodes HEVC, and 10 bits on most phones, by the platform alone: StaZhu/enable-chromium-hevc-hardware-decoding; w3c/webcodecs issue 615 for the opposite',
    injection: `{ const Real = VideoDecoder; self.VideoDecoder = class extends Real {
      static async isConfigSupported(config) {
        return config.hardwareAcceleration === 'prefer-software' ? { supported: false, config } : Real.isConfigSupported(config);
      }
      configure(config) {
        if (config.hardwareAcceleration === 'prefer-software') throw new DOMException('Unsupported configuration', 'NotSupportedError');
        super.configure(config);
      }
    }; }`,
    shownBy: 'pictures',
  },
  {
    title: 'gives no frame while ten are open',
    source:
      'Chromium’s hardware decoders: rerun-io/rerun issue 7327, WebCodecs “failing to release them can cause decoding to stall”',
    injection: `{ const open = new Set(); const waiting = [];
      const { close } = VideoFrame.prototype;
      VideoFrame.prototype.close = function () { close.call(this); if (open.delete(this)) waiting.shift()?.(); };
      ${framesThrough(`(frame, output) => {
        const give = () => { open.add(frame); output(frame); };
        if (open.size < 10) give(); else waiting.push(give);
      }`)} }`,
    shownBy: 'seeks',
  },
  {
    title: 'stops giving frames without an error',
    source: 'Hardware decoders whose GPU process has ended; rerun-io/rerun issue 7582',
    injection: framesThrough(
      '(frame, output, decoder) => { if (++decoder.count <= 8) output(frame); else frame.close(); }',
      'flush() { return new Promise(() => undefined); }',
    ),
    shownBy: 'seeks',
    remembers: 'pictures avc1',
  },
  {
    title: 'throws when asked whether it decodes a configuration',
    source: 'Safari on iOS 26.1 throws in place of an answer: mediabunny issue 456 (of encoders)',
    injection: `VideoDecoder.isConfigSupported = async () => { throw new TypeError('Type error'); };`,
    shownBy: 'seeks',
  },
  {
    title: 'says that it decodes a configuration and refuses it',
    source: 'Chromium with older graphics drivers: w3c/webcodecs issue 614',
    injection: `{ const Real = VideoDecoder; self.VideoDecoder = class extends Real {
      configure() { setTimeout(() => { if (this.state !== 'closed') this.close(); this.fail(new DOMException('Unsupported configuration. Check isConfigSupported() prior to calling configure().', 'NotSupportedError')); }); }
      constructor(init) { super(init); this.fail = init.error; }
      decode() {}
      flush() { return new Promise(() => undefined); }
    }; }`,
    shownBy: 'seeks',
  },
  {
    title: 'loses the decoder after twelve frames',
    source: 'Chromium reclaims codecs: w3c/webcodecs issues 121, 363, 889',
    injection: framesThrough(
      `(frame, output, decoder) => {
        if (++decoder.count <= 12) return output(frame);
        frame.close();
        if (decoder.state !== 'closed') { decoder.close(); decoder.fail(new DOMException('Codec reclaimed due to inactivity.', 'QuotaExceededError')); }
      }`,
    ),
    shownBy: 'seeks',
  },
  {
    title: 'gives frames the times of whole milliseconds',
    source: 'Assumed of media pipelines that count in milliseconds, as Matroska does',
    clip: { fps: [60, 1], frames: 60 },
    injection: framesThrough(`(frame, output) => {
      const timed = new VideoFrame(frame, { timestamp: Math.floor(frame.timestamp / 1000) * 1000 });
      frame.close();
      output(timed);
    }`),
    shownBy: 'pictures',
  },
  {
    title: 'gives frames in the order in which they are coded',
    source: 'Safari before 18: mediabunny sorts the frames of WebKit (media-sink.ts)',
    clip: { fps: [30, 1], frames: 60, bFrames: 2 },
    injection: framesThrough(
      '(frame, output, decoder) => { decoder.come(frame, output); }',
      `come(frame, output) {
        this.sent ??= [];
        this.held ??= new Map();
        this.held.set(frame.timestamp, frame);
        while (this.held.has(this.sent[0])) { const time = this.sent.shift(); output(this.held.get(time)); this.held.delete(time); }
      }
      decode(chunk) { (this.sent ??= []).push(chunk.timestamp); super.decode(chunk); }
      reset() { this.sent = []; super.reset(); }`,
    ),
  },
  {
    title: 'gives every fifth frame twice',
    source: 'Android 10 on Amlogic: google/ExoPlayer issue 10445; Apple’s decoder: NewChromantics/PopH264 issue 47',
    injection: framesThrough(`(frame, output, decoder) => {
      if (++decoder.count % 5 === 0) output(frame.clone());
      output(frame);
    }`),
  },
  {
    title: 'shows no frame of a paused video until it is played',
    source:
      'Safari on iOS without a gesture, and in Low Data Mode: readyState stays HAVE_METADATA (canalplus/rx-player issue 649, cookpete/react-player PR 1805)',
    injection: `{ const had = new WeakSet();
      const real = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'readyState').get;
      Object.defineProperty(HTMLMediaElement.prototype, 'readyState', { get() { return had.has(this) ? real.call(this) : Math.min(1, real.call(this)); } });
      for (const event of ['loadeddata', 'canplay', 'canplaythrough'])
        addEventListener(event, (heard) => { if (!had.has(heard.target)) heard.stopImmediatePropagation(); }, true);
      for (const event of ['play', 'seeking']) addEventListener(event, ({ target }) => had.add(target), true);
    }`,
  },
  {
    title: 'reports no frame of a paused video',
    source: 'Safari: requestVideoFrameCallback after a seek comes late or not at all (docs/browsers.md, “The iPhone”)',
    injection: `${SEEKS_ONLY} {
      const { requestVideoFrameCallback } = HTMLVideoElement.prototype;
      HTMLVideoElement.prototype.requestVideoFrameCallback = function (callback) {
        return requestVideoFrameCallback.call(this, (...facts) => this.paused ? this.requestVideoFrameCallback(callback) : callback(...facts));
      };
    }`,
    shownBy: 'seeks',
  },
  {
    title: 'reports after a seek the frame from before it',
    source: 'WebKit: after a seek it may report the frame of before (docs/browsers.md, “How it stays exact”)',
    injection: `{
      const { requestVideoFrameCallback } = HTMLVideoElement.prototype;
      const last = new WeakMap();
      HTMLVideoElement.prototype.requestVideoFrameCallback = function (callback) {
        return requestVideoFrameCallback.call(this, (now, facts) => {
          const mediaTime = this.paused ? (last.get(this) ?? facts.mediaTime) : facts.mediaTime;
          last.set(this, facts.mediaTime);
          callback(now, { mediaTime, presentedFrames: facts.presentedFrames, expectedDisplayTime: facts.expectedDisplayTime });
        });
      };
    }`,
    shownBy: 'pictures',
  },
  {
    title: 'does not know how long the video is',
    source: 'Files of MediaRecorder and streams: duration is Infinity (Chromium issue 642012, MDN)',
    injection: `Object.defineProperty(HTMLMediaElement.prototype, 'duration', { get: () => Infinity });`,
  },
  {
    title: 'never says that playing has begun',
    source: 'Assumed of Safari while another element takes over',
    injection: `{ const { play } = HTMLMediaElement.prototype; HTMLMediaElement.prototype.play = function () { void play.call(this).catch(() => undefined); return new Promise(() => undefined); }; }`,
  },
  {
    title: 'refuses to read the file of a video again',
    source: 'Content policies without connect-src blob: (MDN); assumed of Safari short of memory',
    injection: `{ const { fetch } = self; self.fetch = (address, init) => String(address).startsWith('blob:') ? Promise.reject(new TypeError('Load failed')) : fetch(address, init); }`,
    shownBy: 'seeks',
  },
  {
    title: 'adds noise to what is read of a canvas',
    source:
      'Safari’s private windows since 17, Brave, Firefox: brave-browser issues 9591 and 10000, mdn/content issue 39084',
    injection: `for (const Context of [self.CanvasRenderingContext2D, self.OffscreenCanvasRenderingContext2D]) {
      const { getImageData } = Context.prototype;
      Context.prototype.getImageData = function (...args) {
        const image = getImageData.apply(this, args);
        for (let at = 0; at < image.data.length; at += 7) image.data[at] ^= 1;
        return image;
      };
    }`,
    shownBy: 'pictures',
  },
  {
    title: 'refuses every storage of the page',
    source:
      'Chromium with all site data blocked: reading localStorage throws a SecurityError (MDN, Window.localStorage)',
    injection: `for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(self, name, { get() { throw new DOMException('Access is denied for this document.', 'SecurityError'); } });`,
    shownBy: 'pictures',
  },
  {
    title: 'starts no worker',
    source: 'Firefox with workers off, Safari short of memory: the worker ends with an error event (HTML standard)',
    clip: { fps: [30, 1], frames: 60, gop: 60 },
    injection: `{ const Real = Worker; self.Worker = class extends EventTarget {
      constructor() { super(); setTimeout(() => this.dispatchEvent(new ErrorEvent('error', { message: 'Out of memory' }))); }
      postMessage() {}
      terminate() {}
    }; }`,
    shownBy: 'pictures',
  },
  {
    title: 'hides the page and shows it again before each step',
    source: 'Phones between two apps: hidden pages lose decoders and timers (w3c/webcodecs issue 363, Page Visibility)',
    injection: `addEventListener('keydown', () => {
      for (const isHidden of [true, false]) {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
        document.dispatchEvent(new Event('visibilitychange'));
      }
    }, true);`,
    shownBy: 'pictures',
  },
];
