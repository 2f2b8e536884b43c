// /how-to-use: four steps with a picture each. A broken picture is hidden.
import { useState } from 'react';
import { Link } from 'wouter';
import avif1 from '#web/app/how-to-use/pictures/step-1.avif';
import webp1 from '#web/app/how-to-use/pictures/step-1.webp';
import avif2 from '#web/app/how-to-use/pictures/step-2.avif';
import webp2 from '#web/app/how-to-use/pictures/step-2.webp';
import avif3 from '#web/app/how-to-use/pictures/step-3.avif';
import webp3 from '#web/app/how-to-use/pictures/step-3.webp';
import avif4 from '#web/app/how-to-use/pictures/step-4.avif';
import webp4 from '#web/app/how-to-use/pictures/step-4.webp';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { CheckLink } from '#web/ui/check-link.tsx';
import { words } from '#web/words/words.ts';

const { upload, golfer, annotate, compare } = words.howToUsePage.steps;
const STEPS = [
  { ...upload, avif: avif1, webp: webp1 },
  { ...golfer, avif: avif2, webp: webp2 },
  { ...annotate, avif: avif3, webp: webp3 },
  { ...compare, avif: avif4, webp: webp4 },
] as const;

export default function HowToUsePage() {
  useDocumentTitle(words.howToUsePage.title);
  return (
    <div className="page-width py-12 sm:py-16">
      <h1 className="display text-4xl sm:text-5xl">{words.howToUsePage.title}</h1>
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
            <StepPicture {...step} isFirst={index === 0} />
          </li>
        ))}
      </ol>
      <p className="mt-10 max-w-prose text-ink-soft">{words.howToUsePage.keeping}</p>
      <p className="mt-4 max-w-prose text-ink-soft">
        {words.howToUsePage.range}{' '}
        <Link href="/range" className="font-semibold underline underline-offset-4">
          {words.howToUsePage.openRange}
        </Link>
      </p>
      <p className="mt-4 max-w-prose text-ink-soft">{words.howToUsePage.lessons}</p>
      <p className="mt-4 max-w-prose text-ink-soft">
        {words.howToUsePage.check} <CheckLink />
      </p>
      <Link href="/" className={`${buttonClass('primary', 'large')} mt-8`}>
        {words.howToUsePage.start}
      </Link>
    </div>
  );
}

function StepPicture({ avif, webp, isFirst }: { avif: string; webp: string; isFirst: boolean }) {
  const [broken, setBroken] = useState(false);
  if (broken) return null;
  return (
    <picture>
      <source srcSet={avif} type="image/avif" />
      <img
        src={webp}
        alt=""
        // The first picture is visible when the page opens.
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        width={640}
        height={400}
        // The prerendered picture may have failed before the page could listen.
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0) setBroken(true);
        }}
        onError={() => setBroken(true)}
        className="aspect-[8/5] w-full rounded-md border border-line object-cover"
      />
    </picture>
  );
}
