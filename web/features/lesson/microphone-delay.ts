// The delay of the microphone that was used last, remembered on this device.
const KEY = 'swingmark:microphone';

interface KnownMicrophone {
  readonly name: string;
  /** Measured, in seconds; null until then. */
  readonly delay: number | null;
}

/** Names of microphones that are usually wireless. */
const WIRELESS = /bluetooth|airpods|buds|hands-?free|wireless|headset \(|galaxy buds|bt\b/i;

/** The microphone that was used last; null where none is known. */
function knownMicrophone(): KnownMicrophone | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (typeof value !== 'object' || value === null || !('name' in value) || !('delay' in value)) return null;
    const { name, delay } = value;
    return typeof name === 'string' && (delay === null || typeof delay === 'number') ? { name, delay } : null;
  } catch {
    // Private windows may refuse the storage.
    return null;
  }
}

/** Remembers a microphone, and returns its delay in seconds: 0 until it is measured. */
export function delayOf(name: string): number {
  const known = knownMicrophone();
  if (known?.name === name) return known.delay ?? 0;
  remember({ name, delay: null });
  return 0;
}

/** Remembers a measured delay, in seconds. */
export function rememberDelay(name: string, delay: number): void {
  remember({ name, delay });
}

/** Whether the microphone that was used last is likely to be late, and was not measured. */
export function isLikelyLate(): boolean {
  const known = knownMicrophone();
  return known !== null && known.delay === null && WIRELESS.test(known.name);
}

function remember(microphone: KnownMicrophone): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(microphone));
  } catch {
    // It is measured again another time.
  }
}
