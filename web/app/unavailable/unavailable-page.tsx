// /account and /login: the specification's static pages.
import { useEffect, useState } from 'react';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { MessagePage } from '#web/ui/message-page.tsx';
import { sayWith } from '#web/words/say-with.tsx';
import { words } from '#web/words/words.ts';

/** 'Page Not Found: The … page is currently unavailable', as one headline on two lines. */
export default function UnavailablePage({ page }: { page: 'account' | 'login' }) {
  useDocumentTitle(words.unavailablePage.title);
  const title = sayWith(words.unavailablePage.heading, {
    explanation: (
      <span className="mt-4 block text-xl tracking-normal text-ink-soft sm:text-2xl">
        {words.unavailablePage.explanations[page]}
      </span>
    ),
  });
  const [isSignedUp, setSignedUp] = useState(false);
  // After mounting, because the prerendered page is the same for everyone.
  useEffect(() => setSignedUp(window.history.state?.isSignedUp === true), []);
  return <MessagePage note={isSignedUp && words.unavailablePage.signedUp} title={title} />;
}
