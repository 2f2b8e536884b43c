// /account and /login: the specification's static pages.
import { useEffect, useState } from 'react';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { MessagePage } from '#web/ui/message-page.tsx';
import { say, words } from '#web/words/words.ts';

/** 'Page Not Found: The … page is currently unavailable'. */
export default function UnavailablePage({ page }: { page: 'account' | 'login' }) {
  useDocumentTitle(words.unavailablePage.title);
  const title = say(words.unavailablePage.heading, { explanation: words.unavailablePage.explanations[page] });
  const [isSignedUp, setSignedUp] = useState(false);
  // After mounting, because the prerendered page is the same for everyone.
  useEffect(() => setSignedUp(window.history.state?.isSignedUp === true), []);
  return <MessagePage note={isSignedUp && words.unavailablePage.signedUp} title={title} />;
}
