// What the administrator's page says is wrong with the machine.
import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answerCalls } from '#tests/web/answer-calls.ts';
import { createQueryClient, QueryClientProvider } from '#web/api/query.tsx';
import { MachineProblems } from './machine-problems.tsx';

afterEach(() => vi.unstubAllGlobals());

const NONE = {
  mail: null,
  ffmpegReaches: [],
  freeBytes: null,
  isBackupOverdue: false,
  failedVideos: 0,
  slowVideos: 0,
  freeMemoryBytes: null,
  waitMinutes: null,
  clockOffsetSeconds: null,
  certificate: null,
};

function show(
  problems: Partial<Awaited<ReturnType<NonNullable<Parameters<typeof answerCalls>[0]['machineProblems']>>>>,
) {
  const { fetch } = answerCalls({ machineProblems: () => ({ ...NONE, ...problems }) });
  vi.stubGlobal('fetch', fetch);
  const { container } = render(
    <QueryClientProvider client={createQueryClient()}>
      <MachineProblems />
    </QueryClientProvider>,
  );
  return { container };
}

test('names each problem with its remedy [F56 F59]', async () => {
  show({ mail: 'untrusted-certificate', ffmpegReaches: ['network', 'files'] });
  const section = await screen.findByRole('region', { name: 'This server needs attention' });
  expect(section.textContent).toContain('SMTP_CA_FILE');
  expect(section.textContent).toMatch(/could reach the network or other files\. .*AppArmor.*apparmor_restrict/);
});

test('says so while nothing is wrong [F56]', async () => {
  const { container } = show({});
  await screen.findByText('Everything is in order.');
  expect(container.textContent).toBe('Everything is in order.');
});

test('names memory, waiting, clock and certificate [F61]', async () => {
  show({ freeMemoryBytes: 90e6, waitMinutes: 12, clockOffsetSeconds: -3600, certificate: 'ends-soon', slowVideos: 2 });
  const { textContent } = await screen.findByRole('region', { name: 'This server needs attention' });
  for (const part of [
    'Only 90 MB of memory',
    'waiting for 12 minutes',
    'off by 3600 seconds',
    'ends within two weeks',
  ]) {
    expect(textContent).toContain(part);
  }
  expect(textContent).toContain('2 videos took too long within the last week');
});

test('names a disk that is nearly full, backups that fail and videos that could not be made [F61]', async () => {
  show({ freeBytes: 12e6, isBackupOverdue: true, failedVideos: 1 });
  const { textContent } = await screen.findByRole('region', { name: 'This server needs attention' });
  expect(textContent).toContain('Only 12 MB are free');
  expect(textContent).toContain('more than two days old');
  expect(textContent).toContain('1 video could not be made');
});
