// Camera and microphone, opened on request for a moment.
import { openMicrophone } from '#web/lessons/microphone.ts';
import { useRun } from '#web/lib/use-run.ts';
import { openCamera } from '#web/range/capture/camera.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Status } from '#web/ui/status.tsx';
import { say, words } from '#web/words/words.ts';

/** The result of both in sentences. Both are off again afterwards. */
async function tryBoth(signal: AbortSignal): Promise<readonly string[]> {
  const use = new AbortController();
  signal.addEventListener('abort', () => use.abort());
  const camera = await openCamera('environment', use.signal);
  const seen = typeof camera === 'string' ? words.range.problems[camera] : opened(camera.track);
  use.abort();
  const microphone = await openMicrophone();
  if (typeof microphone === 'string') return [seen, words.lesson.problems[microphone]];
  microphone.close();
  return [seen, words.check.camera.heard];
}

function opened(track: MediaStreamTrack): string {
  const { width = 0, height = 0, frameRate = 0 } = track.getSettings();
  return say(words.check.camera.opened, { width, height, rate: Math.round(frameRate) });
}

export function CameraCheck() {
  const { state: sentences, start } = useRun<readonly string[] | 'trying' | null>(null);
  return (
    <Card heading={words.check.camera.heading}>
      <p className="max-w-prose text-ink-soft">{words.check.camera.means}</p>
      <Button
        variant="secondary"
        className="mt-4"
        busy={sentences === 'trying'}
        onClick={() =>
          void start(async (signal, report) => {
            report('trying');
            report(await tryBoth(signal));
          })
        }
      >
        {sentences === 'trying' ? words.check.camera.trying : words.check.camera.start}
      </Button>
      <Status className="mt-4 grid gap-2 font-semibold empty:hidden">
        {Array.isArray(sentences) && sentences.map((sentence) => <span key={sentence}>{sentence}</span>)}
      </Status>
    </Card>
  );
}
