// /check: what Swingmark can do on the device that opens it.
import { Check as CheckIcon, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { DOWNLOAD_BYTES } from '#web/body/model/model-files.ts';
import { falseAnswers } from '#web/lib/false-answers.ts';
import { saveFile } from '#web/lib/save-file.tsx';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { Button, SmallButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { WorkProgress } from '#web/ui/progress.tsx';
import { Status } from '#web/ui/status.tsx';
import { say, words } from '#web/words/words.ts';
import { CameraCheck } from './camera-check.tsx';
import { reportOf } from './check-report.ts';
import { type Check, type Finding, numberOf, STEPS, type Step, type Word } from './check-state.ts';
import { meaningOf, rememberedTexts, verdictOf } from './reason-words.ts';
import { useCheck } from './use-check.ts';

export default function CheckPage() {
  useDocumentTitle(words.check.title);
  const { check, screen, start, cancel } = useCheck();
  const isRunning = check.phase === 'running';
  const hasEnded = !isRunning && check.phase !== 'idle';
  return (
    <div className="page-width grid gap-8 py-12 sm:py-16">
      <div className="grid max-w-prose gap-4">
        <h1 className="display text-4xl sm:text-5xl">{words.check.title}</h1>
        <p className="text-lg">{words.check.means}</p>
        <p className="text-ink-soft">{words.check.private}</p>
        {check.phase === 'idle' && (
          <p className="text-ink-soft">{say(words.check.model, { size: Math.round(DOWNLOAD_BYTES / 1_000_000) })}</p>
        )}
      </div>
      {/* Always there, so that its change is announced. */}
      <div role="status" className="empty:hidden">
        {hasEnded && <Verdict check={check} />}
      </div>
      {isRunning ? (
        <div className="grid gap-3">
          <CheckProgress check={check} onCancel={cancel} />
          <p className="text-ink-soft">{words.check.stays}</p>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Button size="large" onClick={() => void start()}>
            {hasEnded ? words.check.again : words.check.start}
          </Button>
          {hasEnded && <Details check={check} />}
        </div>
      )}
      {!isRunning && <Remembered />}
      {/* Where the videos of the steps are shown: browsers stop what nobody sees. */}
      <div
        ref={screen}
        aria-hidden="true"
        className="flex h-40 gap-3 empty:hidden [&>video]:h-full [&>video]:rounded-md"
      />
      {Object.keys(check.findings).length > 0 && (
        <Card heading={words.check.stepsHeading}>
          <ol className="grid gap-4">
            {STEPS.map((step) => (
              <StepRow key={step} step={step} finding={check.findings[step]} />
            ))}
          </ol>
        </Card>
      )}
      <CameraCheck />
    </div>
  );
}

function Verdict({ check }: { check: Check }) {
  const [first, ...others] = verdictOf(check);
  return (
    <div className="grid max-w-prose gap-3 border-l-4 border-fairway bg-raised px-4 py-4 text-ink">
      <h2 className="sr-only">{words.check.resultHeading}</h2>
      <p className="text-2xl font-bold text-balance">{first}</p>
      {others.map((sentence) => (
        <p key={sentence} className="text-lg font-semibold">
          {sentence}
        </p>
      ))}
    </div>
  );
}

/** What failed on this device before, so that it is avoided. Nothing where nothing did. */
function Remembered() {
  const [sentences, setSentences] = useState<readonly string[]>([]);
  // After the first rendering, which has to equal that of the build.
  useEffect(() => setSentences(rememberedTexts(falseAnswers())), []);
  if (sentences.length === 0) return null;
  return (
    <Card heading={words.check.remembered.heading}>
      <ul className="grid gap-2">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className="mt-3 text-ink-soft">{words.check.remembered.until}</p>
    </Card>
  );
}

function CheckProgress({ check, onCancel }: { check: Check; onCancel: () => void }) {
  const number = numberOf(check);
  const { name } = words.check.steps[check.step];
  const label = say(words.check.progress, { number, count: STEPS.length, name });
  const percent = Math.round((100 * (number - 1)) / STEPS.length);
  return <WorkProgress name={label} label={words.check.title} percent={percent} onCancel={onCancel} />;
}

const ICONS = { works: CheckIcon, limited: TriangleAlert, fails: X } as const satisfies Record<Word, unknown>;
const COLORS: Readonly<Record<Word, string>> = { works: 'text-fairway', limited: 'text-ink', fails: 'text-flag-ink' };

function StepRow({ step, finding }: { step: Step; finding: Finding | undefined }) {
  if (!finding) return null;
  const Icon = ICONS[finding.word];
  return (
    <li className="grid grid-cols-[1.75rem_1fr] gap-x-3">
      <Icon aria-hidden="true" className={`mt-0.5 size-6 ${COLORS[finding.word]}`} />
      <div>
        <p className="flex flex-wrap gap-x-3">
          <strong>
            {say(words.check.stepName, { number: STEPS.indexOf(step) + 1, name: words.check.steps[step].name })}
          </strong>
          <span className={`font-semibold ${COLORS[finding.word]}`}>{words.check.words[finding.word]}</span>
        </p>
        <p className="max-w-prose text-ink-soft">{meaningOf(step, finding)}</p>
      </div>
    </li>
  );
}

/** Copies or saves what was found. */
function Details({ check }: { check: Check }) {
  const [copied, setCopied] = useState<'copied' | 'notCopied' | null>(null);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(reportOf(check));
      setCopied('copied');
    } catch {
      setCopied('notCopied');
    }
  }
  return (
    <>
      <SmallButton onClick={() => void copy()}>{words.check.copy}</SmallButton>
      <SmallButton onClick={() => saveFile(new Blob([reportOf(check)], { type: 'text/plain' }), 'swingmark-check.txt')}>
        {words.check.save}
      </SmallButton>
      <Status className="font-semibold empty:hidden">{copied && words.check[copied]}</Status>
    </>
  );
}
