// A minimal page that searches a file for its key positions and shows the result as JSON:
// `node workbench/serve.ts` serves it as workbench/moments.html; the evaluation and the browser test use it too.
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
    const { signal } = new AbortController();
    const answer = await searchMoments(file, {
      signal,
      onProgress: (share) => setOutput(`${Math.round(share * 100)} %`),
    });
    setOutput(JSON.stringify({ ...answer, tookMs: Math.round(performance.now() - startedAt) }, null, 1));
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
