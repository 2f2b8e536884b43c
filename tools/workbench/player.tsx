// A minimal page for manual trials of the players with local files: two to mark, and one as the merged video.
// `node tools/workbench/serve.ts` serves it; the browser tests of web/player use it too.
import '#web/app/theme.css';
import '#web/app/typeface.css';
import { StrictMode, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { NO_ANNOTATIONS } from '#domain/swing/swing.ts';
import { plainFile } from '#web/clip/plain-file.ts';
import { useFileUrl } from '#web/clip/playable-file.ts';
import AnnotateVideo from '#web/find/editor/annotate-video.tsx';
import { MergedPlayer } from '#web/player/view/merged-player.tsx';
import { Toaster } from '#web/ui/toast/toaster.tsx';

function Marking({ subject }: { subject: 'user' | 'pro' }) {
  const [file, setFile] = useState<File | null>(null);
  const [annotations, setAnnotations] = useState(NO_ANNOTATIONS);
  const latest = useRef(annotations);
  const [changes, setChanges] = useState(0);
  const choose = async (chosen: File | null) => {
    setFile(chosen && (await plainFile(chosen)));
    latest.current = NO_ANNOTATIONS;
    setAnnotations(NO_ANNOTATIONS);
  };
  return (
    <section>
      <FileField label={`${subject} video file`} onChoose={(chosen) => void choose(chosen)} />
      {file && (
        <AnnotateVideo
          subject={subject}
          file={file}
          annotations={annotations}
          getAnnotations={() => latest.current}
          onAnnotationsChange={(next) => {
            latest.current = next;
            setAnnotations(next);
            setChanges((count) => count + 1);
          }}
        />
      )}
      <output data-changes={changes} className="break-all" aria-label={`${subject} annotations`}>
        {JSON.stringify(annotations)}
      </output>
    </section>
  );
}

function Merged() {
  const [file, setFile] = useState<File | null>(null);
  return (
    <section>
      <FileField label="merged video file" onChoose={setFile} />
      {file && <MergedFile file={file} />}
    </section>
  );
}

function MergedFile({ file }: { file: File }) {
  const src = useFileUrl(file);
  return src && <MergedPlayer src={src} label="Merged comparison" />;
}

function FileField({ label, onChoose }: { label: string; onChoose: (file: File | null) => void }) {
  return (
    <label className="my-3 block">
      {label} <input type="file" onChange={(event) => onChoose(event.target.files?.[0] ?? null)} />
    </label>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <main className="page-width">
      <Marking subject="user" />
      <Marking subject="pro" />
      <Merged />
    </main>
    <Toaster />
  </StrictMode>,
);
