// The drop zone of one of the visitor's own videos, with what the page knows of it: refused, restoring, lost, not kept.
import { VideoDropZone } from '#web/features/upload/video-drop-zone.tsx';
import { SENTENCES } from '#web/lib/messages.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import type { OwnVideo, useAnalysis } from './use-analysis.ts';
import type { useVideoIntake } from './use-video-intake.ts';

/** The page's state and its intake, as every step that takes a video needs them. */
export interface IntakeProps {
  analysis: ReturnType<typeof useAnalysis>;
  intake: ReturnType<typeof useVideoIntake>;
}

const WORDS = {
  user: { inputLabel: 'Your swing video file', invitation: 'your swing video', buttonLabel: 'Choose Video' },
  pro: { inputLabel: 'Pro swing video file', invitation: 'the pro’s swing video', buttonLabel: 'Choose Pro Video' },
} as const;

/** Where one of the visitor's own videos is chosen. */
export function OwnVideoUpload({ which, analysis, intake }: IntakeProps & { which: OwnVideo }) {
  const problem = analysis.problems[which];
  if (analysis.restoring.includes(which)) {
    return (
      <p role="status" className="stage flex min-h-40 items-center justify-center gap-3 rounded-md p-6">
        <Spinner /> Fetching your video from this browser…
      </p>
    );
  }
  return (
    <>
      <VideoDropZone
        {...WORDS[which]}
        loadedFile={analysis[which]?.file ?? null}
        problem={intake.refusals[which] ?? null}
        inviting={intake.invitedTo === which}
        onFile={(file) => intake.take(which, file)}
      />
      {problem && (
        <p role="status" className="font-semibold text-flag-ink">
          {problem === 'lost' ? SENTENCES.clipLost : SENTENCES.cannotKeepClip}
        </p>
      )}
    </>
  );
}
