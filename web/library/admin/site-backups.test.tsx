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
  ...{ isNightly: true, isElsewhere: false, store: 'none' },
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
    { backups: [{ name: '2026-11-29T03-00-00Z', atMs: 0, bytes: 5e6, damaged: 2, place: 'here' }] },
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

test('a row says where the backup is, once the S3 store has answered', async () => {
  const backups = (['here', 'both', 'store', 'other-site'] as const).map((place, index) => ({
    ...{ name: `2026-11-2${9 - index}T03-00-00Z`, atMs: Date.UTC(2026, 10, 29 - index, 3), bytes: 5e6, place },
    damaged: index < 2 ? 0 : null,
  }));
  const card = await show([
    { backups: backups.slice(0, 1), store: 'looking' },
    { backups, store: 'ready' },
  ]);
  card.getByText('Looking into the S3 store');
  card.getByText('5.0 MB · every file checked');
  await card.findByText('5.0 MB · every file checked · not in the S3 store', {}, { timeout: 10_000 });
  card.getByText('5.0 MB · every file checked · also in the S3 store');
  card.getByText('5.0 MB · in the S3 store');
  card.getByText('5.0 MB · in the S3 store, from another machine');
  expect(card.queryByText('Looking into the S3 store')).toBeNull();
});

test('a store that cannot be used is named with the remedy, and what is sent has a percentage', async () => {
  const card = await show([{ store: 'away', work: { kind: 'send', done: 1e6, total: 4e6 } }]);
  expect(card.getByRole('alert').textContent).toContain('Please check BACKUP_S3_URL and the store');
  card.getByText('Sending the backup to the S3 store');
  card.getByText('25%');
});
