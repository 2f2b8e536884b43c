// The sample swing beside a professional, live: below the quick comparison, where it responds long before a merged
// video exists, and in place of the hero's picture.
import { X } from 'lucide-react';
import { type ComponentProps, useEffect, useMemo, useRef, useState } from 'react';
import type { DemoVideo } from '#contract/golfers.ts';
import { type Alignment, type ComparisonChoices, FIRST_CHOICES } from '#domain/comparison/comparison-choices.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { DEMO_ANNOTATIONS, demoGolfer, SAMPLE_CLUB } from '#web/analysis/demo/demo-flow.ts';
import type { HeroDemoProps } from '#web/analysis/hero/hero.tsx';
import { callApi } from '#web/api/api-client.ts';
import { useGolfers, useQuery } from '#web/api/query.tsx';
import type { SwingVideo } from '#web/clip/swing-video.ts';
import { Sequence } from '#web/compare/stills/still-strip.tsx';
import { useAnswer } from '#web/lib/use-answer.ts';
import { ChipButton } from '#web/player/view/live-or-video.tsx';
import { LivePreview } from '#web/preview/live-preview.tsx';
import { showHeading } from '#web/ui/show-heading.ts';
import { Loading, Status } from '#web/ui/status.tsx';
import { words } from '#web/words/words.ts';

interface DemoLiveProps extends Omit<SampleStageProps, 'user'> {
  demo: DemoVideo;
  annotations: SwingAnnotations;
}

/** Both swings, and what to look for. Its space is reserved from the start; empty when the sample cannot be loaded. */
export default function DemoLive({ demo, annotations, ...stage }: DemoLiveProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const user = useSampleVideo(demo, annotations);
  // Move the focus: the pressed card has disappeared.
  useEffect(() => {
    if (heading.current) return showHeading(heading.current);
  }, []);
  if (user === 'failed') return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 ref={heading} tabIndex={-1} className="display text-xl outline-none">
        {words.demo.live}
      </h3>
      <SampleStage user={user} {...stage} />
      <p className="max-w-prose text-ink-soft">{words.demo.whatToSee}</p>
    </div>
  );
}

interface SampleStageProps
  extends Pick<
    ComponentProps<typeof LivePreview>,
    'alignment' | 'onAlignmentChange' | 'isBesideVideo' | 'opensAtDifference' | 'place' | 'chip' | 'waiting'
  > {
  readonly user: SwingVideo | null;
  readonly golferId: number | null;
}

function SampleStage({ user, golferId, ...rest }: SampleStageProps) {
  const [choices, setChoices] = useState<ComparisonChoices>(FIRST_CHOICES);
  const pro = useMemo(() => (golferId === null ? null : { golferId }), [golferId]);
  const { data: golfers, isError } = useGolfers();
  if (isError && !golfers) return <NoStage>{words.demo.unreachable}</NoStage>;
  if (golfers?.length === 0) return <NoStage>{words.golfers.none}</NoStage>;
  if (!user || !pro) {
    return rest.waiting ?? <Loading className="stage h-svh justify-center">{words.demo.loading}</Loading>;
  }
  return (
    <LivePreview
      isPlain
      isFull
      canStack
      golfersAt="#try-this"
      {...{ ...rest, user, pro, choices }}
      onChoicesChange={setChoices}
      sequence={(stage) => <Sequence {...{ user, pro, choices, stage }} />}
    />
  );
}

/** Why there is nothing to play, in the stage's colors. */
function NoStage({ children }: { readonly children: string }) {
  return <Status className="stage flex min-h-48 items-center justify-center px-4">{children}</Status>;
}

/** The sample as one of the visitor's own videos: null until it is loaded, `failed` if it cannot be. */
export function useSampleVideo(demo: DemoVideo | null, annotations: SwingAnnotations): SwingVideo | 'failed' | null {
  const file = useAnswer(demo?.videoUrl ?? null, sampleFile);
  const bodyUrl = demo?.bodyUrl ?? null;
  return useMemo(
    () => (file instanceof File ? { ...SAMPLE_SWING, file, annotations, bodyUrl } : file),
    [file, annotations, bodyUrl],
  );
}

const SAMPLE_SWING = { clipId: 'sample', club: SAMPLE_CLUB, slowMotionFactor: 1, proposedFactor: null } as const;

/** The sample as a file, which plays and steps like the visitor's own. The merged video does not need it. */
async function sampleFile(address: string, signal: AbortSignal): Promise<File | 'failed'> {
  const response = await fetch(address, { signal }).catch(() => null);
  const blob = response?.ok ? await response.blob().catch(() => null) : null;
  return blob ? new File([blob], 'sample.mp4', { type: blob.type }) : 'failed';
}

/** The stage with the sample and a golfer filmed like it, paused at what the hero says of them. */
export function HeroDemo({ waiting, onOwnVideo, onClose }: HeroDemoProps) {
  const { data: demos, isError } = useQuery({
    queryKey: ['hero', 'demo'],
    queryFn: (): Promise<readonly DemoVideo[]> => callApi('listDemos', {}),
  });
  const { data: golfers } = useGolfers();
  const [alignment, setAlignment] = useState<Alignment>('all');
  const demo = demos?.[0] ?? null;
  const sample = useSampleVideo(demo, DEMO_ANNOTATIONS);
  const user = sample === 'failed' ? null : sample;
  const golferId = demoGolfer(golfers ?? [])?.id ?? null;
  const isUnreachable = isError || sample === 'failed';
  if (isUnreachable || demos?.length === 0) {
    return <NoStage>{isUnreachable ? words.demo.unreachable : words.demo.none}</NoStage>;
  }
  return (
    <SampleStage
      {...{ user, golferId, alignment, waiting }}
      opensAtDifference
      onAlignmentChange={setAlignment}
      chip={() => (
        <div className="flex gap-1">
          <ChipButton onPress={onOwnVideo}>{words.demo.nowYours}</ChipButton>
          {/* On a low screen the pro's name is beside the first button. */}
          <span className="short:absolute short:right-2">
            <ChipButton label={words.demo.close} onPress={onClose}>
              <X className="size-5" />
            </ChipButton>
          </span>
        </div>
      )}
    />
  );
}
