// A minimal page that searches a file for its key positions and shows the result as JSON:
// the evaluation and the browser test use it, built (tests/browser/workbench.ts): the body worker is a classic one.
// `?motion-only` leaves the golfer's body out; `?evidence` keeps everything seen and heard in the global `seenClip`.
import '#web/app/theme.css';
import '#web/app/typeface.css';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type SeenClip, swingsInBody } from '#domain/moments/swings-in-body.ts';
import { seeBody } from '#web/body/see-body.ts';
import { openForSearch } from '#web/find/find-moments.ts';
import { searchMoments } from '#web/find/search-moments.ts';

function Workbench() {
  const [output, setOutput] = useState('');
  const [isDone, setIsDone] = useState(false);
  async function search(file: File | undefined) {
    if (!file) return;
    setIsDone(false);
    const startedAt = performance.now();
    let firstProposalMs: number | null = null;
    const { signal } = new AbortController();
    const { searchParams } = new URL(location.href);
    const evidence = searchParams.has('evidence') ? await evidenceOf(file, signal) : null;
    const answer = evidence
      ? answerFrom(evidence)
      : await searchMoments(file, {
          signal,
          body: searchParams.has('motion-only') ? 'refused' : 'agreed',
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

/** Everything seen and heard in a file, kept for the evaluation; null where the body cannot be tracked. */
async function evidenceOf(file: File, signal: AbortSignal): Promise<SeenClip | null> {
  Object.assign(globalThis, { seenClip: null });
  const body = await seeBody(file, { wanted: { forSwings: true } }, { signal, mayDownload: true });
  const clip = body.kind === 'seen' ? await openForSearch(file, () => undefined) : null;
  if (body.kind !== 'seen' || !clip) return null;
  const evidence = await clip.evidence(body.track);
  const motions = evidence.motions.map((motion) => ({ ...motion, cells: base64Of(motion.cells) }));
  Object.assign(globalThis, { seenClip: JSON.stringify({ ...evidence, motions }) });
  return evidence;
}

function answerFrom(evidence: SeenClip) {
  const swings = swingsInBody(evidence);
  return swings.length > 0 ? { kind: 'found', swings } : { kind: 'no-swing' };
}

function base64Of({ buffer, byteOffset, byteLength }: Float32Array): string {
  let text = '';
  for (const byte of new Uint8Array(buffer, byteOffset, byteLength)) text += String.fromCharCode(byte);
  return btoa(text);
}

createRoot(document.getElementById('root') as HTMLElement).render(<Workbench />);
