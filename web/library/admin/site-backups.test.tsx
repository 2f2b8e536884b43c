// What the administrator's page says of the backups.
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { BackupState } from '#contract/backups.ts';
import { answerCalls } from '#tests/web/answer-calls.ts';
import { createQueryClient, QueryClientProvider } from '#web/api/query.tsx';
import { SiteBackups } from './site-backups.tsx';

afterEach(() => vi.unstubAllGlobals());

const NOTHING: BackupState = {
  ...{ backups: [], work: null, problem: null, restored: null },
  ...{ isNightly: true, isElsewhere: false },
};

async function show(states: readonly Partial<BackupState>[]) {
  let asked = 0;
  const { fetch } = answerCalls({
    listBackups: () => ({ ...NOTHING, ...states[Math.min(asked++, states.length - 1)] }),
    beginBackup: () => ({ success: true as const }),
  });
  vi.stubGlobal('fetch', fetch);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SiteBackups onSessionEnded={() => undefined} />
    </QueryClientProvider>,
  );
  return within(await screen.findByRole('region', { name: 'Backups' }));
}

test('a site on PostgreSQL is backed up by a command, which the page names', async () => {
  const card = await show([{ isElsewhere: true }]);
  card.getByText(/Back it up with “npm run backup”/);
  expect(card.queryByRole('button')).toBeNull();
});

test('a press begins a backup, whose files are counted', async () => {
  const work = { kind: 'backup', done: 3, total: 12 } as const;
  const card = await show([
    {},
    { work },
    { backups: [{ name: '2026-11-29T03-00-00Z', atMs: 0, bytes: 5e6, damaged: 2 }] },
  ]);
  card.getByText('There is no backup yet.');
  await userEvent.click(card.getByRole('button', { name: 'Back up now' }));
  await card.findByText('3 of 12 files');
  await card.findByText('5.0 MB · 2 videos of the site were already damaged', {}, { timeout: 10_000 });
});

test('a restore that did not work is told next to the buttons', async () => {
  const card = await show([{ restored: { atMs: Date.now(), worked: false } }]);
  expect(card.getByRole('alert').textContent).toContain('it is as it was before');
});
