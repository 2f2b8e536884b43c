// A clip that was shared with the app from a phone's gallery: the service worker kept it and opened this page with its
// id. Here it goes the way of every chosen file. Knows nothing of the share sheet.
import { useEffect } from 'react';
import { TOASTS } from '#web/lib/messages.ts';
import { useToast } from '#web/ui/toast/toast.tsx';
import { getClip, removeClip } from '#web/videos/clip-storage.ts';

/** Passes on the clip that this page was opened with, once. */
export function useSharedClip(onFile: (file: File) => void): void {
  const toast = useToast();
  useEffect(() => {
    const clipId = new URLSearchParams(location.search).get('shared');
    if (clipId === null) return;
    // A reload must not take it a second time.
    history.replaceState(history.state, '', location.pathname);
    void getClip(clipId).then((file) => {
      if (file) onFile(file);
      else toast(TOASTS.sharedClipLost);
      return removeClip(clipId);
    });
  }, [onFile, toast]);
}
