// The instructions: four steps with a picture each. A picture that does not load leaves no gap.
import { useState } from 'react';
import { Link } from 'wouter';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { buttonClass } from '#web/ui/button.tsx';

const STEPS = [
  {
    title: 'Upload your footage and annotate it',
    text: 'Choose or record a video of your swing. Step through it and mark three moments: rest, the last still frame; top, the end of the backswing; strike, the frame where club meets ball.',
  },
  {
    title: 'Find a golfer',
    text: 'Pick a professional whose video matches yours: the same camera angle, club type, gender and height or build. The closer the match, the more the comparison tells.',
  },
  {
    title: 'Annotate that golfer’s timestamps',
    text: 'If you bring your own video of a professional, mark the same three moments in it. This step is skipped for database pros: theirs are marked already.',
  },
  {
    title: 'Submit and compare',
    text: 'Choose whether the swings meet at the strike or at the top, press Compare My Swing, and watch both side by side with the timing of each part.',
  },
] as const;

/** /how-to-use. */
export default function HowToUsePage() {
  useDocumentTitle('How to use');
  return (
    <div className="page-width py-12 sm:py-16">
      <h1 className="display text-4xl sm:text-5xl">How to use</h1>
      <ol className="mt-10 grid gap-10">
        {STEPS.map((step, index) => (
          <li key={step.title} className="grid gap-5 border-t-2 border-ink pt-5 md:grid-cols-[5rem_1fr_1fr]">
            <span aria-hidden="true" className="display figures text-5xl text-flag-ink">
              {index + 1}
            </span>
            <div className="max-w-prose">
              <h2 className="text-2xl font-bold">{step.title}</h2>
              <p className="mt-2 text-lg text-ink-soft">{step.text}</p>
            </div>
            <StepPicture number={index + 1} />
          </li>
        ))}
      </ol>
      <Link href="/" className={`${buttonClass('primary', 'large')} mt-12`}>
        Start your analysis
      </Link>
    </div>
  );
}

function StepPicture({ number }: { number: number }) {
  const [broken, setBroken] = useState(false);
  if (broken) return null;
  return (
    <img
      src={`/content/how-to/${number}.jpg`}
      alt=""
      loading="lazy"
      width={640}
      height={400}
      onError={() => setBroken(true)}
      className="aspect-[8/5] w-full rounded-md border border-line object-cover"
    />
  );
}
