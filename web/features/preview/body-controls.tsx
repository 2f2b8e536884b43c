// The switch for body lines under the live preview: how far the search is, what it needs, and what was seen.
import { SIDES, type Side } from '#domain/comparison/comparison-plan.ts';
import { type BodyLook, isUnderWay } from '#web/body/clip-body.ts';
import { unseenSentence } from '#web/body/unseen-sentence.ts';
import { lookAfterAll, type SideBody } from '#web/body/use-bodies.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { formatDecimals } from '#web/words/numbers.ts';
import { say, words } from '#web/words/words.ts';

interface BodyControlsProps {
  readonly bodies: Readonly<Record<Side, SideBody>>;
  readonly names: Readonly<Record<Side, string>>;
  readonly isWanted: boolean;
  readonly onWantedChange: (isWanted: boolean) => void;
}

/** The switch and what came of it. */
export function BodyControls({ bodies, names, isWanted, onWantedChange }: BodyControlsProps) {
  const running = SIDES.find((side) => isUnderWay(bodies[side].look));
  const asking = SIDES.map((side) => bodies[side].look).find((look) => look.stage === 'ask-first');
  const problems = SIDES.flatMap((side) => {
    const sentence = problemOf(bodies[side].look);
    return sentence === null ? [] : [say(words.body.ofSide, { side: nameOf(side, names), sentence })];
  });
  return (
    <section aria-label={words.body.lines} className="mt-3 border-t border-line pt-3">
      <div className="flex flex-wrap items-center gap-x-4">
        <Switch label={words.body.lines} checked={isWanted} onCheckedChange={onWantedChange} />
        <p className="text-sm text-ink-soft">{words.body.linesMean}</p>
      </div>
      {isWanted && asking ? (
        <Question downloadBytes={asking.downloadBytes} bodies={bodies} onRefuse={() => onWantedChange(false)} />
      ) : (
        isWanted &&
        running && (
          <Search
            look={bodies[running].look}
            name={nameOf(running, names)}
            before={running === 'pro' ? 1 : 0}
            onCancel={() => onWantedChange(false)}
          />
        )
      )}
      <div role="status">
        {isWanted && running && !asking && <p className="sr-only">{words.body.began}</p>}
        {isWanted && !running && SIDES.some((side) => bodies[side].look.stage === 'seen') && (
          <p className="sr-only">{words.body.done}</p>
        )}
        {isWanted &&
          problems.map((problem) => (
            <p key={problem} className="py-1">
              {problem}
            </p>
          ))}
      </div>
    </section>
  );
}

function nameOf(side: Side, names: Readonly<Record<Side, string>>): string {
  return say(words.body.sides[side], { name: names[side] });
}

function problemOf(look: BodyLook): string | null {
  if (look.stage === 'nobody') return unseenSentence({ kind: 'nobody' });
  return look.stage === 'cannot-see' ? unseenSentence({ kind: 'cannot-see', reason: look.reason }) : null;
}

interface QuestionProps {
  readonly downloadBytes: number;
  readonly bodies: Readonly<Record<Side, SideBody>>;
  readonly onRefuse: () => void;
}

/** Asks before a large download on a metered connection. */
function Question({ downloadBytes, bodies, onRefuse }: QuestionProps) {
  return (
    <div role="alert" className="grid gap-2 py-1">
      <p>{unseenSentence({ kind: 'ask-first', downloadBytes })}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={() => lookAfterAll(bodies)}>
          {words.body.download}
        </Button>
        <Button variant="ghost" size="small" onClick={onRefuse}>
          {words.body.notNow}
        </Button>
      </div>
    </div>
  );
}

interface SearchProps {
  readonly look: BodyLook;
  readonly name: string;
  /** How many clips are done. */
  readonly before: number;
  readonly onCancel: () => void;
}

/** How far the search of a clip is, in numbers. */
function Search({ look, name, before, onCancel }: SearchProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1">
      <p className="figures min-w-64">{say(words.body.ofSide, { side: name, sentence: stepOf(look) })}</p>
      <Progress
        label={words.body.search}
        percent={Math.round(50 * (before + shareOf(look)))}
        className="min-w-24 grow basis-32"
      />
      <Button variant="ghost" size="small" onClick={onCancel}>
        {words.body.cancel}
      </Button>
    </div>
  );
}

function stepOf(look: BodyLook): string {
  if (look.stage === 'loading') {
    const [loaded, total] = [look.loadedBytes, look.totalBytes].map(megabytes);
    return say(words.body.loading, { loaded: loaded ?? '', total: total ?? '' });
  }
  if (look.stage !== 'looking') return words.body.waiting;
  return say(words.body.looking, { frame: Math.min(look.frames + 1, look.ofFrames), count: look.ofFrames });
}

function shareOf(look: BodyLook): number {
  return look.stage === 'looking' && look.ofFrames > 0 ? look.frames / look.ofFrames : 0;
}

function megabytes(bytes: number): string {
  return formatDecimals(bytes / 1e6, 1);
}
