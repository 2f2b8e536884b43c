// How well positions were found in the kept swings, and the file with which a host can measure it: the found positions
// beside the marks. It has neither pictures nor sound, names, dates or ids.
import { Download } from 'lucide-react';
import { useState } from 'react';
import { type CheckedSwing, checkedPositions, countChecked } from '#domain/moments/checked-swing.ts';
import { factorInUse } from '#domain/swing/slow-motion.ts';
import { POSITIONS } from '#domain/swing/swing.ts';
import { saveFile, today } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { Problem } from '#web/ui/problem.tsx';
import { clipsOf, type KeptComparison } from '#web/videos/kept/kept-comparison.ts';
import { keptBody } from '#web/videos/kept/kept-database.ts';
import { say, words } from '#web/words/words.ts';

const text = words.mySwings.foundPositions;

/** Nothing where no proposal was taken. */
export function FoundPositions({ kept }: { readonly kept: readonly KeptComparison[] }) {
  const [hasFailed, setFailed] = useState(false);
  const counts = countChecked(checkedSwings(kept).map(({ swing }) => swing));
  if (POSITIONS.every((position) => counts[position].checked === 0)) return null;

  async function save() {
    setFailed(false);
    await checkedSwingsFile(kept).then(
      (file) => saveFile(file, `swingmark_positions_${today()}.json`),
      () => setFailed(true),
    );
  }

  return (
    <details>
      <summary className="min-h-11 content-center font-semibold">{text.title}</summary>
      <div className="grid justify-items-start gap-2 pt-1">
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets the role of a list without bullets */}
        <ul role="list" className="figures flex flex-wrap gap-x-6 gap-y-1">
          {POSITIONS.map((position) => (
            <li key={position}>
              {say(text.count, { position: words.swing.positions[position], ...counts[position] })}
            </li>
          ))}
        </ul>
        <p className="max-w-prose text-sm text-ink-soft">{text.means}</p>
        <Button variant="secondary" size="small" onClick={() => void save()}>
          <Download className="size-5" />
          {text.save}
        </Button>
        {hasFailed && <Problem>{words.mySwings.exportFailed}</Problem>}
      </div>
    </details>
  );
}

/** A swing without its joints, and the key of its clip. */
interface KeptChecked {
  readonly contentKey: string;
  readonly swing: CheckedSwing;
}

/** The swings in which a proposal was taken, each once. */
function checkedSwings(kept: readonly KeptComparison[]): readonly KeptChecked[] {
  const swings = kept.flatMap(clipsOf).flatMap((clip): KeptChecked[] => {
    const positions = checkedPositions(clip.annotations, clip.taken ?? {});
    if (Object.keys(positions).length === 0) return [];
    const { contentKey, pictureInterval } = clip;
    return [{ contentKey, swing: { positions, pictureInterval, slowMotionFactor: factorInUse(clip), body: null } }];
  });
  const each = new Map(swings.map((one) => [`${one.contentKey} ${JSON.stringify(one.swing.positions)}`, one]));
  return [...each.values()];
}

/** The file, with the joints that are stored. Rejects when the browser cannot read them. */
async function checkedSwingsFile(kept: readonly KeptComparison[]): Promise<Blob> {
  const swings: CheckedSwing[] = [];
  for (const { contentKey, swing } of checkedSwings(kept)) {
    swings.push({ ...swing, body: await keptBody(contentKey) });
  }
  return new Blob([JSON.stringify({ format: 'swingmark-positions', version: 1, swings })], {
    type: 'application/json',
  });
}
