// A minimal page for manual trials of the synced preview with two local files and marks from the address:
// `node tools/workbench/serve.ts` serves it as tools/workbench/synced.html; the browser test of the synced pair uses it too.
import '#web/app/theme.css';
import '#web/app/typeface.css';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type Alignment, AS_FILMED, type ComparisonChoices } from '#domain/comparison/comparison-choices.ts';
import type { Side } from '#domain/side.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { createQueryClient, QueryClientProvider } from '#web/api/query.tsx';
import SyncedPreview from '#web/preview/synced-preview.tsx';

/** Marks of each side as `rest,top,strike` in seconds, from the address: `?user=0.5,1.2,1.6&pro=…`. */
function marksFromAddress(side: Side): SwingAnnotations {
  const [restTime = 0.5, topTime = 1.2, strikeTime = 1.6] =
    new URLSearchParams(location.search).get(side)?.split(',').map(Number) ?? [];
  return { restTime, topTime, strikeTime };
}

/** The choices, as JSON in the address: `?choices=…`. */
function choicesFromAddress(): ComparisonChoices {
  const text = new URLSearchParams(location.search).get('choices');
  return text === null ? AS_FILMED : (JSON.parse(text) as ComparisonChoices);
}

function Workbench() {
  const [user, setUser] = useState<File | null>(null);
  const [pro, setPro] = useState<File | null>(null);
  const [alignment, setAlignment] = useState<Alignment>('strike');
  const [choices, setChoices] = useState(choicesFromAddress);
  const [marks] = useState(() => ({ user: marksFromAddress('user'), pro: marksFromAddress('pro') }));
  return (
    <main className="page-width">
      <FileField label="user video file" onChoose={setUser} />
      <FileField label="pro video file" onChoose={setPro} />
      {user && pro && (
        <SyncedPreview
          golfersAt="/"
          user={{ clipId: 'user', file: user, annotations: marks.user, slowMotionFactor: null, proposedFactor: null }}
          pro={{
            golferId: null,
            video: { clipId: 'pro', file: pro, annotations: marks.pro, slowMotionFactor: null, proposedFactor: null },
          }}
          alignment={alignment}
          onAlignmentChange={setAlignment}
          choices={choices}
          onChoicesChange={setChoices}
        />
      )}
    </main>
  );
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
    <QueryClientProvider client={createQueryClient()}>
      <Workbench />
    </QueryClientProvider>
  </StrictMode>,
);
