// "Propose captions", where the browser recognises speech on the device.
import { useEffect, useRef, useState } from 'react';
import { withHeardCaptions } from '#domain/lesson/heard-words.ts';
import type { Lesson } from '#domain/lesson/lesson.ts';
import { Button } from '#web/ui/button.tsx';
import { WorkProgress } from '#web/ui/work-progress.tsx';
import { words } from '#web/words/words.ts';
import { canRecogniseSpeech, recogniseSpeech } from './speech-recogniser.ts';

interface ProposeCaptionsProps {
  readonly lesson: Lesson;
  readonly voice: Blob;
  readonly onPropose: (captions: Lesson['captions']) => void;
}

type Listening = { readonly percent: number } | 'idle' | 'nothing' | 'failed';

/** The button with its progress. Nothing where the browser cannot do it. */
export function ProposeCaptions({ lesson, voice, onPropose }: ProposeCaptionsProps) {
  const [canPropose, setCanPropose] = useState(false);
  const [listening, setListening] = useState<Listening>('idle');
  const running = useRef<AbortController | null>(null);
  useEffect(() => {
    void canRecogniseSpeech().then(setCanPropose);
    return () => running.current?.abort();
  }, []);
  if (!canPropose) return null;

  async function start() {
    const attempt = new AbortController();
    running.current = attempt;
    const { signal } = attempt;
    setListening({ percent: 0 });
    const onProgress = (share: number) => setListening({ percent: Math.floor(100 * share) });
    const heard = await recogniseSpeech({ voice, voiceDelay: lesson.voiceDelay, signal, onProgress }).catch(() => null);
    if (signal.aborted) return;
    setListening(!heard ? 'failed' : heard.length === 0 ? 'nothing' : 'idle');
    const within = heard?.flatMap((caption) => {
      const to = Math.min(caption.to, lesson.recorded);
      return to > caption.from ? [{ ...caption, to }] : [];
    });
    if (within && within.length > 0) onPropose(withHeardCaptions(lesson.captions, within));
  }

  function cancel() {
    running.current?.abort();
    setListening('idle');
  }

  if (typeof listening === 'object') {
    return (
      <WorkProgress
        name={words.lesson.edit.listening}
        label={words.lesson.edit.proposeCaptions}
        percent={listening.percent}
        onCancel={cancel}
      />
    );
  }
  return (
    <div className="grid justify-items-start gap-1.5">
      <Button variant="secondary" size="small" onClick={() => void start()}>
        {words.lesson.edit.proposeCaptions}
      </Button>
      <p className="text-sm text-ink-soft">{words.lesson.edit.proposeMeans}</p>
      {listening !== 'idle' && (
        <p role="alert" className="text-sm font-semibold text-flag-ink">
          {words.lesson.edit.listeningEnds[listening]}
        </p>
      )}
    </div>
  );
}
