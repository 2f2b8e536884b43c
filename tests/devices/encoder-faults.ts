// What encoders of real devices get wrong, as code that runs in every worker before the product's. `asked` is what the product
// asks for first: hardware or software as the browser likes.

/** A fault of a device's encoder. */
export interface DeviceFault {
  readonly title: string;
  /** Where it was reported, and the versions concerned. */
  readonly source: string;
  /** JavaScript that injects it. */
  readonly injection: string;
}

const isFirstWay = `(config) => config.hardwareAcceleration === 'no-preference' && config.codec === 'avc1.42002a'`;

/** The constructor with which a way fails: `fail(config, init)` replaces the encoder's first `configure`. */
const whereFirst = (fail: string) => `
  const isFirst = ${isFirstWay};
  const inits = new WeakMap();
  const Real = VideoEncoder;
  self.VideoEncoder = class extends Real {
    constructor(init) {
      const own = { ...init };
      super({ output: (...args) => own.output(...args), error: (error) => own.error(error) });
      inits.set(this, own);
    }
    configure(config) {
      const init = inits.get(this);
      if (isFirst(config)) (${fail})(this, init);
      super.configure(config);
    }
  };`;

/** Faults that leave another way to encode. */
export const ENCODER_FAULTS: readonly DeviceFault[] = [
  {
    title: 'throws when asked whether it supports a configuration',
    source: 'Safari on iOS 26.1: mediabunny issue 456',
    injection: `VideoEncoder.isConfigSupported = async () => { throw new TypeError('Type error'); };`,
  },
  {
    title: 'says that it supports a configuration and fails when it is configured',
    source: 'Hardware encoders of Chromium on Android and Windows: the error comes after `configure` has returned',
    injection: whereFirst(`(_encoder, init) => {
      init.output = () => undefined;
      setTimeout(() => init.error(new DOMException('Encoder initialization error', 'OperationError')));
    }`),
  },
  {
    title: 'takes frames and never answers',
    source: 'Encoders of a browser whose graphics process has ended: no event follows',
    injection: whereFirst(`(encoder, init) => {
      init.output = () => undefined;
      encoder.flush = () => new Promise(() => undefined);
    }`),
  },
  {
    title: 'does not tell how its frames are decoded',
    source: 'Encoders that give no `decoderConfig.description` with the first frame: Remotion’s list of WebCodecs bugs',
    injection: whereFirst(`(_encoder, init) => {
      const { output } = init;
      init.output = (chunk, meta) => output(chunk, meta?.decoderConfig ? { decoderConfig: { ...meta.decoderConfig, description: undefined } } : meta);
    }`),
  },
  {
    title: 'encodes at a constant bit rate only',
    source:
      'Android lets encoders leave out the variable mode: MediaCodecInfo.EncoderCapabilities; w3c/webcodecs issue 56',
    injection: `const { isConfigSupported } = VideoEncoder;
      VideoEncoder.isConfigSupported = (config) =>
        config.bitrateMode === 'constant' ? isConfigSupported.call(VideoEncoder, config) : Promise.resolve({ supported: false, config });`,
  },
  {
    title: 'knows no profile but Constrained Baseline',
    source: 'Encoders of phones that list AVCProfileConstrainedBaseline only',
    injection: `const { isConfigSupported } = VideoEncoder;
      VideoEncoder.isConfigSupported = (config) =>
        config.codec.startsWith('avc1.42e0') ? isConfigSupported.call(VideoEncoder, config) : Promise.resolve({ supported: false, config });`,
  },
];

/** Code that hands what an encoder of the first way gives to `take(chunk, meta, output, init)`. */
const givenThrough = (take: string) =>
  whereFirst(`(_encoder, init) => {
  const { output } = init;
  init.output = (chunk, meta) => (${take})(chunk, meta, output, init);
}`);

/** Faults that show only in the middle of the work: the video is made again in another way, which is remembered. */
export const LATE_ENCODER_FAULTS: readonly DeviceFault[] = [
  {
    title: 'gives its frames out of order',
    source: 'Assumed of encoders that reorder in the profile without it',
    injection: `let held = null; let count = 0; ${givenThrough(`(chunk, meta, output) => {
      if (++count === 12) { held = [chunk, meta]; return; }
      output(chunk, meta);
      if (held) { output(...held); held = null; }
    }`)}`,
  },
  {
    title: 'loses a frame after it is configured',
    source: 'Safari’s hardware encoders before 17.1: webkit bug 261385 (WebKit PR 17635)',
    injection: `let count = 0; ${givenThrough('(chunk, meta, output) => { if (++count !== 2) output(chunk, meta); }')}`,
  },
  {
    title: 'fails after thirty frames',
    source: 'Android’s MediaCodec under memory pressure: EncodingError in the middle (w3c/webcodecs issue 121)',
    injection: `let count = 0; ${givenThrough(`(chunk, meta, output, init) => {
      if (++count === 30) init.error(new DOMException('Encoding failed', 'EncodingError'));
      else if (count < 30) output(chunk, meta);
    }`)}`,
  },
];

/** Decoders on a chip that fail where those in software do not: the video is made again with these, which is remembered. */
export const CHIP_FAULTS: readonly DeviceFault[] = [
  {
    title: 'breaks off on the chip',
    source: 'Hardware decoders on streams that software decodes: Chromium issue 456919096; w3c/webcodecs issue 614',
    injection: onChip(
      `if (++this.count === 20) { frame.close(); this.close(); this.fail(new DOMException('Decoding error', 'EncodingError')); return; }`,
    ),
  },
  {
    title: 'loses a frame on the chip',
    source: 'Chromium’s hardware decoders without a bitstream restriction, which mediabunny mends (media-sink.ts)',
    injection: onChip('if (++this.count === 20) { frame.close(); return; }'),
  },
];

/** A decoder that, unless it is to work in software, runs code with each \`frame\` before it is given. */
function onChip(code: string): string {
  return `const Real = VideoDecoder; self.VideoDecoder = class extends Real {
    constructor(init) {
      let self;
      super({ ...init, output: (frame) => self.take(frame, init.output) });
      self = this;
      this.fail = init.error;
      this.count = 0;
    }
    configure(config) { this.isSoftware = config.hardwareAcceleration === 'prefer-software'; super.configure(config); }
    take(frame, output) { if (!this.isSoftware) { ${code} } output(frame); }
  };`;
}

/** The fault that leaves no way. */
export const NO_ENCODER: DeviceFault = {
  title: 'supports no configuration',
  source: 'Chromium built without proprietary codecs',
  injection: 'VideoEncoder.isConfigSupported = async (config) => ({ supported: false, config });',
};
