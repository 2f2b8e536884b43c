// /account and /login: static pages that say they are unavailable, in SPEC's words.
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { MessagePage } from '#web/ui/message-page.tsx';

/** 'Page Not Found: The … page is currently unavailable'. */
export default function UnavailablePage({ page }: { page: 'account' | 'login' }) {
  useDocumentTitle('Page Not Found');
  return (
    <MessagePage title="Page Not Found" action={{ href: '/', label: 'Return to Home' }}>
      The {page} page is currently unavailable
    </MessagePage>
  );
}
