// Releases the memory of videos made on this device when the browser stores nothing (Node has no IndexedDB).
import { expect, onTestFinished, test, vi } from 'vitest';
import { addressOf, clearResults, type DeviceResult, findResult, keepResult } from './device-results.ts';

function resultOf(key: string): DeviceResult {
  const plan = {} as DeviceResult['plan'];
  const frameTimes = { user: [0], pro: [0] };
  return { key, file: new Blob([key]), plan, frameTimes, hasBodies: true, isWithoutBodies: false };
}

/** The blob: addresses that were created and not revoked. */
function liveAddresses(): ReadonlySet<string> {
  const live = new Set<string>();
  const make = vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    const address = `blob:${live.size}-${Math.random()}`;
    live.add(address);
    return address;
  });
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void live.delete(address));
  onTestFinished(() => [make, revoke].forEach((spy) => void spy.mockRestore()));
  return live;
}

test('fifty comparisons on one page take the memory of two', async () => {
  const live = liveAddresses();
  for (let count = 0; count < 50; count++) {
    const result = resultOf(`comparison ${count}`);
    expect(await keepResult(result)).toBe(false);
    expect(live.has(addressOf(result))).toBe(true);
    expect(live.size).toBeLessThanOrEqual(2);
  }
  expect(await findResult('comparison 49')).not.toBeNull();
  expect(await findResult('comparison 48')).not.toBeNull();
  expect(await findResult('comparison 47')).toBeNull();
  await clearResults();
  expect(live.size).toBe(0);
});

test('replaces the video of a repeated comparison, and makes a found one the newest', async () => {
  const live = liveAddresses();
  for (let count = 0; count < 5; count++) {
    const again = resultOf('again');
    await keepResult(again);
    addressOf(again);
  }
  expect(live.size).toBe(1);
  await keepResult(resultOf('second'));
  await findResult('again');
  await keepResult(resultOf('third'));
  expect(await findResult('second')).toBeNull();
  expect(await findResult('again')).not.toBeNull();
  await clearResults();
});
