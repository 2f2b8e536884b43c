// Keeps the screen on while a video is made or the camera runs: a sleeping phone suspends the page.

/** Keeps the screen on while the page is visible, where supported. Returns the function that releases it. */
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
  // A hidden page loses its lock.
  document.addEventListener('visibilitychange', onSeen);
  onSeen();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', onSeen);
    void lock?.release();
  };
}
