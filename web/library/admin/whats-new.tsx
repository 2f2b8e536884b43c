// What is new in this version, once after an upgrade.
import { callApi } from '#web/api/api-client.ts';
import { useQuery } from '#web/api/query.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { words } from '#web/words/words.ts';

const texts = words.adminPage.news;

export function WhatsNew() {
  const { data, refetch } = useQuery({
    queryKey: ['/api', 'admin', 'settings'],
    queryFn: () => callApi('siteSettings', {}),
  });
  if (!data?.isUpdated) return null;
  return (
    <Card heading={texts.heading}>
      <ul className="mb-4 grid max-w-prose list-disc gap-2 pl-5">
        {Object.values(texts.items).map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <Button
        variant="secondary"
        onClick={() => void callApi('markNewsRead', { body: {} }).then(refetch, () => undefined)}
      >
        {texts.read}
      </Button>
    </Card>
  );
}
