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
    title: 'knows no profile but Constrained Baseline',
    source: 'Encoders of phones that list AVCProfileConstrainedBaseline only',
    injection: `const { isConfigSupported } = VideoEncoder;
      VideoEncoder.isConfigSupported = (config) =>
        config.codec.startsWith('avc1.42e0') ? isConfigSupported.call(VideoEncoder, config) : Promise.resolve({ supported: false, config });`,
  },
];

/** The fault that leaves no way. */
export const NO_ENCODER: DeviceFault = {
  title: 'supports no configuration',
  source: 'Chromium built without proprietary codecs',
  injection: 'VideoEncoder.isConfigSupported = async (config) => ({ supported: false, config });',
};
