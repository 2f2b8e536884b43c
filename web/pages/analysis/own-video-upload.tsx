// The drop zone of one of the visitor's own videos, with its state: refused, restoring, lost, not kept.
import type { Side } from '#domain/comparison/comparison-choices.ts';
import { OWN_VIDEO_INPUT_ID, VideoDropZone } from '#web/features/upload/video-drop-zone.tsx';
import { Loading } from '#web/ui/spinner.tsx';
import { words } from '#web/words/words.ts';
import type { Analysis } from './use-analysis.ts';
import type { useVideoIntake } from './use-video-intake.ts';

/** The page's state and file intake, as used by every step with a video. */
export interface IntakeProps {
  analysis: Analysis;
  intake: ReturnType<typeof useVideoIntake>;
}

export function OwnVideoUpload({ which, analysis, intake }: IntakeProps & { which: Side }) {
  const problem = analysis.problems[which];
  if (analysis.restoring.includes(which)) {
    return <Loading className="stage min-h-40 justify-center rounded-md p-6">{words.ownVideo.restoring}</Loading>;
  }
  return (
    <>
      <VideoDropZone
        {...words.ownVideo[which]}
        {...(which === 'user' && { inputId: OWN_VIDEO_INPUT_ID })}
        loadedFile={analysis[which]?.file ?? null}
        problem={intake.refusals[which] ?? null}
        isChecking={intake.checking === which}
        inviting={intake.invitedTo === which}
        onFile={(file) => void intake.take(which, file)}
      />
      {intake.refusals[which] && analysis[which] && <p className="font-semibold">{words.ownVideo.unchanged}</p>}
      {problem && (
        <p role="status" className="font-semibold text-flag-ink">
          {words.ownVideo[problem]}
        </p>
      )}
    </>
  );
}
