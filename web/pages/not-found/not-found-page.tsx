// The 404 page.
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { MessagePage } from '#web/ui/message-page.tsx';
import { words } from '#web/words/words.ts';

export function NotFoundPage() {
  useDocumentTitle(words.notFoundPage.title);
  return (
    <MessagePage title={words.notFoundPage.title} action={{ href: '/', label: words.actions.returnHome }}>
      {words.notFoundPage.text}
    </MessagePage>
  );
}
