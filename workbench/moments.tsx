// A minimal page that searches a file for its key positions and shows the result as JSON:
// the evaluation and the browser test use it, built (tests/browser/workbench.ts): the body worker is a classic one.
// `?motion-only` leaves the golfer's body out.
import '#web/app/theme.css';
import '#web/app/typeface.css';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { searchMoments } from '#web/moments/search-moments.ts';

function Workbench() {
  const [output, setOutput] = useState('');
  const [isDone, setIsDone] = useState(false);
  async function search(file: File | undefined) {
    if (!file) return;
    setIsDone(false);
    const startedAt = performance.now();
    let firstProposalMs: number | null = null;
    const { signal } = new AbortController();
    const answer = await searchMoments(file, {
      signal,
      body: new URL(location.href).searchParams.has('motion-only') ? 'refused' : 'agreed',
      onProgress: ({ share, firstAnswer }) => {
        if (firstAnswer?.kind === 'found') firstProposalMs ??= Math.round(performance.now() - startedAt);
        setOutput(`${Math.round(share * 100)} %`);
      },
    });
    const tookMs = Math.round(performance.now() - startedAt);
    setOutput(JSON.stringify({ ...answer, track: undefined, tookMs, firstProposalMs }, null, 1));
    setIsDone(true);
  }
  return (
    <main className="page-width">
      <label className="my-3 block">
        video file <input type="file" onChange={(event) => void search(event.target.files?.[0])} />
      </label>
      <output aria-label="answer" data-done={isDone} className="whitespace-pre">
        {output}
      </output>
    </main>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(<Workbench />);
