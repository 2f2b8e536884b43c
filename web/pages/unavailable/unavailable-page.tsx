// /account and /login: static pages that say they are unavailable, in SPEC's words.
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { MessagePage } from '#web/ui/message-page.tsx';

/** 'Page Not Found: The … page is currently unavailable', as one headline of two lines. */
export default function UnavailablePage({ page }: { page: 'account' | 'login' }) {
  useDocumentTitle('Page Not Found');
  const title = (
    <>
      Page Not Found:{' '}
      <span className="mt-4 block text-xl tracking-normal text-ink-soft sm:text-2xl">
        The {page} page is currently unavailable
      </span>
    </>
  );
  return <MessagePage title={title} action={{ href: '/', label: 'Return to Home' }} />;
}
