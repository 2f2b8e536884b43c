// What the pages and Radix need and jsdom lacks, and the timeout of asynchronous queries in component tests.
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

class ResizeObserverStub {
  observe() {}
  unobserve() {}
  disconnect() {}
}

globalThis.ResizeObserver ??= ResizeObserverStub;
Element.prototype.scrollIntoView ??= () => undefined;
// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 20_000 });
afterEach(cleanup);
