// What the administrator reads once after an upgrade, and hosts in CHANGELOG.md.
import { readFile } from 'node:fs/promises';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { SiteSettings } from '#contract/settings.ts';
import { answerCalls } from '#tests/web/answer-calls.ts';
import { createQueryClient, QueryClientProvider } from '#web/api/query.tsx';
import { words } from '#web/words/words.ts';
import { WhatsNew } from './whats-new.tsx';

afterEach(() => vi.unstubAllGlobals());

test('the news are shown until they are read [F61]', async () => {
  let isUpdated = true;
  const settings = (): SiteSettings => ({ isSetUp: true, isUpdated, fixed: [], name: 'A', address: null, mail: null });
  const { fetch } = answerCalls({
    siteSettings: settings,
    markNewsRead: () => {
      isUpdated = false;
      return { success: true as const };
    },
  });
  vi.stubGlobal('fetch', fetch);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WhatsNew />
    </QueryClientProvider>,
  );
  await screen.findByRole('region', { name: 'What’s new' });
  await userEvent.click(screen.getByRole('button', { name: 'Got it' }));
  await vi.waitFor(() => expect(screen.queryByRole('region')).toBeNull());
});

test('CHANGELOG.md begins with the same news, under the version of this release', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  const [, latest = ''] = (await readFile('CHANGELOG.md', 'utf8')).split('\n## ');
  expect(latest.split('\n')[0]).toBe(version);
  const items = [...latest.matchAll(/^- (.*)$/gm)].map(([, item]) => item);
  expect(items).toEqual(Object.values(words.adminPage.news.items));
});
