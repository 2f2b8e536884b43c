// Keeps the screen on while a video is made: a phone that sleeps stops the page.

/** Keeps it on as long as the page is seen; the returned function lets it sleep again. Does nothing where that is not possible. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isOver = false;
  const ask = async () => {
    if (isOver || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    const given = await navigator.wakeLock.request('screen').catch(() => null);
    if (isOver) void given?.release();
    else lock = given;
  };
  const onSeen = () => void ask();
  // A page that was hidden has lost it.
  document.addEventListener('visibilitychange', onSeen);
  onSeen();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', onSeen);
    void lock?.release();
  };
}
