// The page of every address that does not exist.
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { MessagePage } from '#web/ui/message-page.tsx';

/** 404. */
export function NotFoundPage() {
  useDocumentTitle('404 Page Not Found');
  return (
    <MessagePage title="404 Page Not Found" action={{ href: '/', label: 'Return to Home' }}>
      Out of bounds: there is no page at this address.
    </MessagePage>
  );
}
