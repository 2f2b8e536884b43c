// The links that visitors sent: counts, never content, and a way to take one down.
import { useState } from 'react';
import { callApi, sentenceOf } from '#web/api/api-client.ts';
import { useQuery } from '#web/api/query.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Status } from '#web/ui/status.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { formatSize } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';

const texts = words.adminPage.links;

type TakingDown = 'idle' | 'busy' | 'done' | { readonly problem: string };

export function LinksOfVisitors() {
  const { data } = useQuery({ queryKey: ['/api', 'admin', 'shares'], queryFn: () => callApi('shareTotals', {}) });
  const [address, setAddress] = useState('');
  const [state, setState] = useState<TakingDown>('idle');
  if (!data) return null;

  async function takeDown() {
    const [id] = /[0-9a-f]{32}/.exec(address) ?? [];
    if (id === undefined) return setState({ problem: texts.notALink });
    setState('busy');
    try {
      await callApi('takeDownShare', { params: { id } });
      setState('done');
      setAddress('');
    } catch (error) {
      setState({ problem: sentenceOf(error, texts.failed) });
    }
  }

  const counts = { count: data.links, size: formatSize(data.bytes), openings: data.openings };
  return (
    <Card heading={texts.heading}>
      <div className="grid gap-4">
        <p>{data.maxBytes === 0 && data.links === 0 ? texts.off : say(texts.counts, counts)}</p>
        <form
          className="flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void takeDown();
          }}
        >
          <TextField
            className="min-w-64 grow"
            label={texts.address}
            value={address}
            problem={typeof state === 'object' ? state.problem : null}
            autoComplete="off"
            onChange={({ target }) => setAddress(target.value)}
          />
          <Button type="submit" variant="secondary" busy={state === 'busy'}>
            {texts.takeDown}
          </Button>
        </form>
        <Status className="font-semibold empty:hidden">{state === 'done' && texts.takenDown}</Status>
      </div>
    </Card>
  );
}
