// Sends a picture with one press: to the device's share sheet, else to the clipboard, else to a file.
import { Copy, Share2 } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '#web/lib/save-file.ts';
import { canShare } from '#web/lib/share-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { words } from '#web/words/words.ts';

type Sent = 'no' | 'copied' | 'saved';

/** The button and the result of the last press. */
export function SendPicture({ picture, name }: { readonly picture: Blob; readonly name: string }) {
  const [sent, setSent] = useState<Sent>('no');
  const file = new File([picture], name, { type: 'image/png' });
  const shares = canShare(file);

  async function send() {
    try {
      if (shares) await navigator.share({ files: [file] });
      else {
        await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
        setSent('copied');
      }
    } catch (error) {
      // Closing the share sheet is not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      saveFile(picture, name);
      setSent('saved');
    }
  }

  const Icon = shares ? Share2 : Copy;
  return (
    <>
      <Button onClick={() => void send()}>
        <Icon className="size-5" />
        {shares ? words.stillStrip.share : words.stillStrip.copy}
      </Button>
      <span role="status" className="font-semibold empty:hidden">
        {sent !== 'no' && words.stillStrip.sent[sent]}
      </span>
    </>
  );
}
