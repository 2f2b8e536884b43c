// Fails tests that call console.error or console.warn: console messages are faults too.
import { afterEach, vi } from 'vitest';

const error = vi.spyOn(console, 'error');
const warn = vi.spyOn(console, 'warn');

afterEach(() => {
  const printed = [...error.mock.calls, ...warn.mock.calls].map((call) => call.map(String).join(' '));
  error.mockClear();
  warn.mockClear();
  if (printed.length > 0) throw new Error(`The test printed to the console:\n${printed.join('\n')}`);
});
