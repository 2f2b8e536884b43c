// A bare page that tracks the golfer's body in a chosen file. It has no interface: tests, the evaluation and the bench
// call `bodyWorkbench` (tests/browser/body-page.ts). Its worker is a classic one, so only the built workbench runs it
// (tests/browser/workbench.ts), not `node tools/workbench/serve.ts`.
import type { BodyWorkbench, TimedProgress } from '#tests/browser/body-page.ts';
import { modelAccess } from '#web/body/model/model-access.ts';
import { seeBody } from '#web/body/see-body.ts';

const input = Object.assign(document.createElement('input'), { type: 'file' });
const label = Object.assign(document.createElement('label'), { textContent: 'video files ' });
label.append(input);
document.body.append(label);

let running = new AbortController();

const bodyWorkbench: BodyWorkbench = {
  lookAt: async (request, mayDownload) => {
    running = new AbortController();
    const file = input.files?.[0];
    if (!file) throw new Error('No file is chosen');
    const progress: TimedProgress[] = [];
    const startedAtMs = performance.now();
    const answer = await seeBody(file, request, {
      signal: running.signal,
      mayDownload,
      onProgress: (step) => progress.push({ ...step, afterMs: performance.now() - startedAtMs }),
    }).catch((): { kind: 'stopped' } => ({ kind: 'stopped' }));
    return { answer, tookMs: performance.now() - startedAtMs, progress };
  },
  stop: () => running.abort(),
  modelAccess,
};

Object.assign(globalThis, { bodyWorkbench });
