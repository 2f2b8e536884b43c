// Saving the demo's merged video: at normal speed it opens in a new tab, at any other the server makes it first.
import { demoFileName } from '#domain/video/file-name.ts';
import { DEMO_TOASTS, demoDownloaded } from '#web/lib/demo-messages.ts';
import { today } from '#web/lib/save-file.ts';
import { useSpeedDownload } from '#web/lib/use-speed-download.ts';

/** The download of one merged video. `golferName` only names the file. */
export function useDemoDownload(mergedVideoUrl: string, golferName: string | null) {
  const { downloadAt, ...progress } = useSpeedDownload(mergedVideoUrl, {
    fileName: (speed) => demoFileName({ golferName, speed, day: today() }),
    done: demoDownloaded,
    failed: DEMO_TOASTS.downloadFailed,
  });

  function download(speed: number) {
    if (speed === 1) window.open(mergedVideoUrl, '_blank', 'noopener');
    else void downloadAt(speed);
  }

  return { ...progress, download };
}
