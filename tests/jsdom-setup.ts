// What jsdom lacks and Radix needs.
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

class NoResizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}

globalThis.ResizeObserver ??= NoResizes;
afterEach(cleanup);
