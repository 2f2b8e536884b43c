// What the administrator's page says is wrong with the machine.
import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answerCalls } from '#tests/web/answer-calls.ts';
import { createQueryClient, QueryClientProvider } from '#web/api/query.tsx';
import { MachineProblems } from './machine-problems.tsx';

afterEach(() => vi.unstubAllGlobals());

const NONE = { mail: null, ffmpegReaches: [], freeBytes: null, isBackupOverdue: false, failedVideos: 0 };

function show(
  problems: Partial<Awaited<ReturnType<NonNullable<Parameters<typeof answerCalls>[0]['machineProblems']>>>>,
) {
  const { fetch, asked } = answerCalls({ machineProblems: () => ({ ...NONE, ...problems }) });
  vi.stubGlobal('fetch', fetch);
  const { container } = render(
    <QueryClientProvider client={createQueryClient()}>
      <MachineProblems />
    </QueryClientProvider>,
  );
  return { container, asked };
}

test('names each problem with its remedy [F56 F59]', async () => {
  show({ mail: 'untrusted-certificate', ffmpegReaches: ['network', 'files'] });
  const section = await screen.findByRole('region', { name: 'This server needs attention' });
  expect(section.textContent).toContain('SMTP_CA_FILE');
  expect(section.textContent).toMatch(/could reach the network or other files\. .*AppArmor.*apparmor_restrict/);
});

test('shows nothing while nothing is wrong [F56]', async () => {
  const { container, asked } = show({});
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(container.textContent).toBe('');
});

test('names a disk that is nearly full, backups that fail and videos that could not be made [F61]', async () => {
  show({ freeBytes: 12e6, isBackupOverdue: true, failedVideos: 1 });
  const { textContent } = await screen.findByRole('region', { name: 'This server needs attention' });
  expect(textContent).toContain('Only 12 MB are free');
  expect(textContent).toContain('more than two days old');
  expect(textContent).toContain('1 video could not be made');
});
