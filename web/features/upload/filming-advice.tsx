// Advice on filming a swing for comparison: where to place the camera, with a drawing.
import { lazy, Suspense, useState } from 'react';
import { words } from '#web/words/words.ts';

// Offline without the shell, the sentences stand alone.
const FilmingDrawing = lazy(() => import('./filming-drawing.tsx').catch(() => ({ default: () => <></> })));

/** The advice, collapsed to one line by default. */
export function FilmingAdvice() {
  const { heading, points } = words.filming;
  const [wasOpened, setOpened] = useState(false);
  return (
    <details className="rounded-md" onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary className="flex min-h-11 items-center font-semibold underline">{heading}</summary>
      <div className="grid items-center gap-4 px-4 pb-4 sm:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]">
        <div className="aspect-2/1 w-full max-w-xs">
          <Suspense>{wasOpened && <FilmingDrawing />}</Suspense>
        </div>
        <ul className="grid list-disc gap-2 pl-5">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </div>
    </details>
  );
}
