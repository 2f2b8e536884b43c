// The drop zone with its file button and camera button.
import { Film, Upload, Video } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useId, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { inlineText } from '#web/ui/toast/messages.ts';
import { formatDecimals } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';
import { VIDEO_ACCEPT } from './check-video-file.ts';

interface VideoDropZoneProps {
  inputLabel: string;
  /** The input's id, for buttons elsewhere. */
  inputId?: string;
  /** Names the file to drop, such as "your swing video". */
  invitation: string;
  buttonLabel: string;
  loadedFile: File | null;
  /** Why the last file was refused. Shown beside the control until the next file. */
  problem: Parameters<typeof inlineText>[0] | null;
  isChecking?: boolean;
  /** Whether a file is dragged over the page and would be dropped here. */
  inviting?: boolean;
  /** The files that the input offers; videos unless given. */
  accept?: string;
  /** Takes all files that are dropped or chosen at once; otherwise only the first is. */
  isForMany?: boolean;
  /** The file picker or the camera opens. */
  onOpen?: () => void;
  onFiles: (files: readonly [File, ...File[]]) => void;
}

/** The id of the input for the visitor's own swing: the hero's button opens it. */
export const OWN_VIDEO_INPUT_ID = 'own-swing-video';

export function VideoDropZone(props: VideoDropZoneProps) {
  const { inputLabel, inputId, invitation, buttonLabel, loadedFile, problem, isForMany = false, onFiles } = props;
  const { onOpen, isChecking = false, inviting = false, accept = VIDEO_ACCEPT } = props;
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const [hovering, setHovering] = useState(false);

  function drop(event: DragEvent) {
    setHovering(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    take(event.dataTransfer.files);
  }

  function take(files: FileList) {
    const [first, ...others] = files;
    if (first) onFiles(isForMany ? [first, ...others] : [first]);
  }

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    if (target.files) take(target.files);
    // Reset, so that the same file can be chosen again after it was refused or removed.
    target.value = '';
  }

  return (
    // The zone is a convenience for dragging with a pointer. The button below does the same without dragging.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setHovering(true);
      }}
      onDragLeave={() => setHovering(false)}
      onDrop={drop}
      className={classNames(
        'rounded-lg px-4',
        loadedFile ? 'stage' : 'border-2 border-dashed border-edge',
        loadedFile
          ? 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3'
          : 'grid justify-items-center gap-1.5 py-2.5 text-center sm:gap-3 sm:py-10',
        (hovering || inviting) && 'outline-3 outline-offset-4 outline-flag outline-dashed',
      )}
    >
      {loadedFile ? <LoadedFile file={loadedFile} /> : <Invitation invitation={invitation} />}
      <Button variant="secondary" onClick={() => input.current?.click()}>
        {!loadedFile && <Upload className="size-5" />}
        {loadedFile ? words.upload.chooseAnother : buttonLabel}
      </Button>
      <input
        ref={input}
        type="file"
        id={inputId}
        aria-label={inputLabel}
        aria-describedby={noteId}
        accept={accept}
        multiple={isForMany}
        tabIndex={-1}
        className="sr-only"
        onClick={onOpen}
        onChange={choose}
      />
      {/* Only on touch devices, because they have a camera to film with. */}
      <div className="hidden pointer-coarse:block">
        <Button icon={Video} variant="secondary" onClick={() => camera.current?.click()}>
          {words.upload.filmNow}
        </Button>
        <input
          ref={camera}
          type="file"
          accept="video/*"
          capture="environment"
          hidden
          onClick={onOpen}
          onChange={choose}
        />
      </div>
      <p id={noteId} className={problem ? 'font-semibold text-flag-ink' : 'text-xs text-ink-soft sm:text-sm'}>
        {isChecking ? words.upload.checking : problem ? inlineText(problem) : words.upload.accepted}
      </p>
    </div>
  );
}

function Invitation({ invitation }: { invitation: string }) {
  return (
    <p className="font-semibold sm:text-lg">
      <span className="pointer-coarse:hidden">{say(words.upload.drop, { invitation })}</span>
      <span className="hidden pointer-coarse:block">{say(words.upload.chooseOnPhone, { invitation })}</span>
      <span className="block text-sm font-normal text-ink-soft max-sm:hidden pointer-coarse:hidden">
        {words.upload.otherWays}
      </span>
    </p>
  );
}

function LoadedFile({ file }: { file: File }) {
  return (
    <p className="flex max-w-full items-center gap-2 font-semibold">
      <Film className="size-5 shrink-0 text-fairway" />
      <span className="min-w-0 break-words [overflow-wrap:anywhere]">{file.name}</span>
      <span className="figures shrink-0 font-normal text-ink-soft">{megabytes(file.size)}</span>
    </p>
  );
}

function megabytes(bytes: number): string {
  return say(words.upload.megabytes, { size: formatDecimals(bytes / (1024 * 1024), 1) });
}
