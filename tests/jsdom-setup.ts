// What jsdom lacks and Radix needs, and how long a component test waits for what comes by itself.
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

class NoResizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}

globalThis.ResizeObserver ??= NoResizes;
// One second, the library's own limit, is too short on a busy machine.
configure({ asyncUtilTimeout: 20_000 });
afterEach(cleanup);
