// A bare page that looks for the golfer's body in chosen files. The evaluation, the bench and the browser test talk to it:
// `lookAt(fileIndex, request)` answers with what was seen and how long it took; `stop()` ends it.
// The worker is a classic one, so only the built workbench runs it (tests/browser/workbench.ts).
import type { BodyProgress, BodyRequest } from '#web/body/body-request.ts';
import { modelAccess } from '#web/body/model-access.ts';
import { type SeeBodyAnswer, seeBody } from '#web/body/see-body.ts';

/** What one look came to. */
export interface WorkbenchLook {
  readonly answer: SeeBodyAnswer | 'stopped';
  readonly tookMs: number;
  readonly progress: readonly BodyProgress[];
}

/** What tests and scripts call. */
export interface BodyWorkbench {
  readonly lookAt: (source: number | string, request: BodyRequest, mayDownload?: boolean) => Promise<WorkbenchLook>;
  readonly stop: () => void;
  readonly modelAccess: typeof modelAccess;
}

const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true, id: 'clips' });
const label = Object.assign(document.createElement('label'), { textContent: 'video files ' });
label.append(input);
document.body.append(label);

let running = new AbortController();

const workbench: BodyWorkbench = {
  lookAt: async (source, request, mayDownload = false) => {
    running = new AbortController();
    const progress: BodyProgress[] = [];
    const file = typeof source === 'string' ? source : input.files?.[source];
    if (!file) throw new Error(`No file ${source} is chosen`);
    const startedAtMs = performance.now();
    const answer = await seeBody(file, request, {
      signal: running.signal,
      mayDownload,
      onProgress: (step) => progress.push(step),
    }).catch(() => 'stopped' as const);
    return { answer, tookMs: performance.now() - startedAtMs, progress };
  },
  stop: () => running.abort(),
  modelAccess,
};

Object.assign(globalThis, { bodyWorkbench: workbench });
