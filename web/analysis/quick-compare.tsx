// The form of the sample comparison: the sample ('Select Demo Video', then 'Selected Demo Video'), the professional
// beside it, the alignment and the button.
import { MousePointerClick } from 'lucide-react';
import { useId } from 'react';
import type { DemoVideo, GolferCard } from '#contract/golfers.ts';
import { ALIGNMENTS, eventOf } from '#domain/comparison/comparison-choices.ts';
import type { SwingTraits } from '#domain/library/suggest-golfers.ts';
import { NO_ANNOTATIONS } from '#domain/swing/swing.ts';
import { SAMPLE_TRAITS, type useDemoComparison } from '#web/analysis/demo/demo-flow.ts';
import { useGolfer, useQuery } from '#web/api/query.tsx';
import { jobWords } from '#web/api/use-running-job.ts';
import { ProLine } from '#web/library/pro-line.tsx';
import { Button, SmallButton } from '#web/ui/button.tsx';
import { PositionShape } from '#web/ui/position-shape.tsx';
import { StillPicture } from '#web/ui/preview-clip.tsx';
import { WorkProgress } from '#web/ui/progress.tsx';
import { RadioTile } from '#web/ui/radio.tsx';
import { SampleSwing, SwingFacts, type SwingFactsProps } from '#web/ui/sample-swing.tsx';
import { Loading, LoadProblem, Problem } from '#web/ui/status.tsx';
import { say, words } from '#web/words/words.ts';

type DemoComparison = ReturnType<typeof useDemoComparison>;

export function QuickCompare({ flow, dispatch, job, compare, cancel }: DemoComparison) {
  const { golfer, problem } = flow;
  const isComparing = flow.isComparing || flow.mergedVideoUrl !== null;
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:grid-rows-[auto_auto_1fr]">
      <SampleCard flow={flow} dispatch={dispatch} disabled={isComparing} />
      <div className="min-w-0 lg:col-start-2 lg:row-span-3 lg:row-start-1">
        <SampleProCard
          like={SAMPLE_TRAITS}
          golfer={golfer}
          disabled={isComparing}
          onGolferChange={(chosen) => dispatch({ type: 'golfer-chosen', golfer: chosen })}
        />
      </div>
      <MeetingChoice flow={flow} dispatch={dispatch} disabled={isComparing} />
      <div className="grid content-start gap-4 lg:content-end">
        <Button size="large" busy={isComparing} onClick={compare} className="w-full">
          {isComparing ? words.quickCompare.comparing : words.quickCompare.compare}
        </Button>
        <div className="sm:min-h-11">
          {isComparing && (
            <WorkProgress
              name={words.demo.merging}
              percent={job?.percent ?? null}
              standing={job ? jobWords(job) : words.queue.starting}
              onCancel={cancel}
            />
          )}
          {problem && !isComparing && <Problem>{problem}</Problem>}
        </div>
      </div>
    </div>
  );
}

type PartProps = Pick<DemoComparison, 'flow' | 'dispatch'> & { disabled: boolean };

function MeetingChoice({ flow, dispatch, disabled }: PartProps) {
  const name = useId();
  return (
    <fieldset disabled={disabled} className="grid content-start sm:gap-2">
      <legend className="label text-ink-soft max-sm:sr-only sm:mb-2">{words.quickCompare.meeting}</legend>
      <div className="grid grow grid-cols-3 gap-0.5 rounded-md bg-sunken p-0.5 sm:grid-cols-2 sm:gap-3 sm:bg-transparent sm:p-0">
        {ALIGNMENTS.map((alignment) => (
          <RadioTile
            key={alignment}
            name={name}
            value={alignment}
            checked={flow.alignment === alignment}
            aria-label={words.quickCompare.meetings[alignment]}
            onChange={() => dispatch({ type: 'alignment-chosen', alignment })}
            className="flex min-h-11 items-center gap-2 rounded-md px-2 py-1 text-ink-soft sm:min-h-16 sm:gap-3 sm:not-has-checked:bg-raised sm:px-3 sm:last:col-span-full"
          >
            <span className="grow leading-tight max-sm:text-center">
              <span className="block font-bold max-sm:text-sm">{words.quickCompare.meetings[alignment]}</span>
              <span className="text-sm max-sm:hidden">{words.quickCompare.meetingExplanations[alignment]}</span>
            </span>
            <PositionShape position={eventOf(alignment)} className="size-5 shrink-0 max-sm:hidden" />
          </RadioTile>
        ))}
      </div>
    </fieldset>
  );
}

interface SampleProCardProps {
  like: SwingTraits;
  golfer: GolferCard | null;
  disabled: boolean;
  onGolferChange: (golfer: GolferCard) => void;
}

export function SampleProCard({ like, golfer, disabled, onGolferChange }: SampleProCardProps) {
  return (
    <section
      aria-label={words.quickCompare.proSide}
      className="grid h-full min-w-0 grid-cols-1 content-start gap-2 rounded-lg bg-raised p-3 sm:gap-4 sm:p-5"
    >
      <h3 className="display flex items-center text-base sm:min-h-11 sm:text-xl">
        {golfer ? words.quickCompare.selectedProfessional : words.quickCompare.selectProfessional}
      </h3>
      {golfer ? <ChosenGolfer key={golfer.id} golfer={golfer} /> : <NobodyChosen />}
      <ProLine like={like} chosenId={golfer?.id ?? null} disabled={disabled} onChoose={onGolferChange} />
    </section>
  );
}

function ChosenGolfer({ golfer }: { golfer: GolferCard }) {
  const { data: detail, isError } = useGolfer(golfer.id);
  const { name, level, club, tag, thumbnailUrl } = golfer;
  return (
    <SampleSwing
      facts={{ side: 'pro', name, level, club, tag }}
      annotations={detail ?? NO_ANNOTATIONS}
      videoUrl={detail?.videoUrl ?? null}
      thumbnailUrl={thumbnailUrl}
      againLabel={words.quickCompare.watchProAgain}
      timesProblem={isError ? words.demo.timesFailed : null}
    />
  );
}

/** A placeholder. On wide screens it reserves the golfer's space, so that the page does not jump after a choice. */
function NobodyChosen() {
  return (
    <div className="grid place-items-center max-sm:sr-only rounded-sm bg-sunken px-4 py-1.5 max-sm:text-sm sm:viewfinder text-center text-ink-soft sm:min-h-48 sm:py-0">
      <p>{words.quickCompare.nobodyChosen}</p>
    </div>
  );
}

/** The card's fixed text about the demo swing (specification §3). */
const SAMPLE: SwingFactsProps = {
  side: 'you',
  name: words.demo.sampleName,
  level: words.demo.sampleLevel,
  club: words.demo.sampleClub,
  tag: words.demo.sampleTag,
};

function SampleCard({ flow: { demo, annotations }, dispatch, disabled }: PartProps) {
  return (
    <section
      aria-label={words.demo.yourSide}
      className="grid min-w-0 grid-cols-1 content-start gap-2 rounded-lg bg-raised p-3 sm:gap-4 sm:p-5"
    >
      <div className="flex flex-wrap items-center sm:min-h-11 justify-between gap-2">
        <h3 className="display text-base sm:text-xl">{demo ? words.demo.selected : words.demo.select}</h3>
        {demo && (
          <SmallButton disabled={disabled} onClick={() => dispatch({ type: 'change-video' })}>
            {words.demo.changeVideo}
          </SmallButton>
        )}
      </div>
      {demo ? (
        <SampleSwing
          facts={SAMPLE}
          annotations={annotations}
          videoUrl={demo.videoUrl}
          thumbnailUrl={demo.thumbnailUrl}
          againLabel={words.demo.watchAgain}
        />
      ) : (
        <DemoPicker onSelect={(chosen) => dispatch({ type: 'demo-selected', demo: chosen })} />
      )}
    </section>
  );
}

function DemoPicker({ onSelect }: { onSelect: (demo: DemoVideo) => void }) {
  const list = useQuery({ queryKey: ['/api', 'demo', 'list'], queryFn: loadDemos });
  if (list.isPending) {
    return (
      <Loading className="min-h-24 sm:min-h-[12.25rem] justify-center text-ink-soft">{words.demo.loading}</Loading>
    );
  }
  if (list.error) {
    return (
      <LoadProblem
        isBusy={list.isFetching}
        onRetry={list.refetch}
        className="min-h-24 sm:min-h-[12.25rem] content-center"
      >
        {list.error.message}
      </LoadProblem>
    );
  }
  const [demo] = list.data;
  if (!demo) return <p className="min-h-24 sm:min-h-[12.25rem] text-ink-soft">{words.demo.none}</p>;
  return (
    <button
      type="button"
      onClick={() => onSelect(demo)}
      className="grid grid-cols-[5rem_minmax(0,1fr)] gap-3 overflow-hidden rounded-md bg-paper text-left hover:bg-sunken sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-4"
    >
      <span className="mown relative block min-h-24 bg-sunken sm:min-h-48">
        <span className="absolute inset-0">
          <StillPicture url={demo.thumbnailUrl} />
        </span>
      </span>
      <span className="grid content-between gap-1 py-1.5 pr-2 sm:gap-3 sm:py-3">
        <SwingFacts {...SAMPLE} />
        <span className="flex items-center gap-2 text-sm font-semibold">
          <MousePointerClick className="size-5 shrink-0" />
          {words.demo.useThisSwing}
        </span>
      </span>
    </button>
  );
}

async function loadDemos(): Promise<DemoVideo[]> {
  const response = await fetch('/api/demo/list', { credentials: 'include' }).catch((error: unknown) => {
    throw new Error(words.demo.unreachable, { cause: error });
  });
  if (!response.ok) throw new Error(say(words.demo.listFailed, { status: String(response.status) }));
  return (await response.json()) as DemoVideo[];
}
