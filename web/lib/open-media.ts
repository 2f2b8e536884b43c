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

/** Why the browser gave no stream. `missing`: there is none that would do. */
export function mediaProblem(error: unknown): 'denied' | 'missing' | 'in-use' | 'failed' {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  return name === 'NotReadableError' || name === 'AbortError' ? 'in-use' : 'failed';
}

/** An audio context that is closed when `signal` aborts. A call may suspend it: it goes on with the page, or with a press. */
export function openAudio(signal: AbortSignal, options?: AudioContextOptions): AudioContext {
  const context = new AudioContext(options);
  signal.addEventListener('abort', () => void context.close(), { once: true });
  // Not while a call goes on ("interrupted"): resuming then breaks Safari's context (GetStream/stream-video-js PR 2249).
  const goOn = () => context.state === 'suspended' && void context.resume().catch(() => undefined);
  context.addEventListener('statechange', goOn, { signal });
  document.addEventListener('visibilitychange', goOn, { signal });
  // A page that was opened by a reload may start its sound only after a press.
  document.addEventListener('pointerdown', goOn, { signal });
  goOn();
  return context;
}

/** The sound of a stream in an audio context: in this one, or in another of its rate. */
export function openSound(
  stream: MediaStream,
  signal: AbortSignal,
  context = openAudio(signal),
): MediaStreamAudioSourceNode {
  try {
    return context.createMediaStreamSource(stream);
  } catch (error) {
    // Firefox connects only sound of the context's own rate (bug 1674892).
    const { sampleRate } = stream.getAudioTracks()[0]?.getSettings() ?? {};
    if (!sampleRate || sampleRate === context.sampleRate) throw error;
    return openAudio(signal, { sampleRate }).createMediaStreamSource(stream);
  }
}
