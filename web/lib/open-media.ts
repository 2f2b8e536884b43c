// Opens the camera or the microphone for as long as it is wanted.

/**
 * The stream that the browser gives. Its tracks stop when `signal` aborts, also when that is while the visitor is still
 * being asked; the call then rejects with the signal's reason.
 */
export async function openMedia(wanted: MediaStreamConstraints, signal: AbortSignal): Promise<MediaStream> {
  signal.throwIfAborted();
  const stream = await navigator.mediaDevices.getUserMedia(wanted);
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted) stop();
  signal.throwIfAborted();
  signal.addEventListener('abort', stop, { once: true });
  return stream;
}

/** An audio context that is closed when `signal` aborts. */
export function openAudio(signal: AbortSignal, options?: AudioContextOptions): AudioContext {
  const context = new AudioContext(options);
  signal.addEventListener('abort', () => void context.close(), { once: true });
  return context;
}
