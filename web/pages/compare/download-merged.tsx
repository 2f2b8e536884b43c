// Saves the merged video as it is, under SPEC §7's name.
import { Download } from 'lucide-react';
import { comparisonFileName } from '#domain/file-name.ts';
import { Button } from '#web/ui/button.tsx';

/** The download button. */
export function DownloadMerged({ mergedVideoUrl, golferName }: { mergedVideoUrl: string; golferName: string | null }) {
  function save() {
    const link = document.createElement('a');
    link.href = mergedVideoUrl;
    link.download = comparisonFileName({ golferName, speed: 1, day: today() });
    link.click();
  }
  return (
    <Button variant="secondary" onClick={save}>
      <Download aria-hidden="true" className="size-5" />
      Download
    </Button>
  );
}

/** The visitor's own day as YYYY-MM-DD. */
function today(): string {
  const now = new Date();
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}
