// The visitor's side of the demo: 'Select Demo Video', then 'Selected Demo Video'.
import { MousePointerClick } from 'lucide-react';
import type { DemoVideo } from '#contract/golfers.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { useQuery } from '#web/api/query.tsx';
import { SampleSwing, SwingFacts, type SwingFactsProps } from '#web/swing/sample-swing.tsx';
import { SmallButton } from '#web/ui/button.tsx';
import { StillPicture } from '#web/ui/preview-clip.tsx';
import { LoadProblem } from '#web/ui/problem.tsx';
import { Loading } from '#web/ui/spinner.tsx';
import { words } from '#web/words/words.ts';
import { demoListFailed } from './demo-flow.ts';

/** The card's fixed text about the demo swing (specification §3). */
const SAMPLE: SwingFactsProps = {
  side: 'you',
  name: words.demo.sampleName,
  level: words.demo.sampleLevel,
  club: words.demo.sampleClub,
  tag: words.demo.sampleTag,
};

interface DemoCardProps {
  demo: DemoVideo | null;
  annotations: SwingAnnotations;
  disabled: boolean;
  onSelect: (demo: DemoVideo) => void;
  onChangeVideo: () => void;
}

export function DemoCard({ demo, annotations, disabled, onSelect, onChangeVideo }: DemoCardProps) {
  return (
    <section
      aria-label={words.demo.yourSide}
      className="grid min-w-0 grid-cols-1 content-start gap-2 rounded-lg bg-raised p-3 sm:gap-4 sm:p-5"
    >
      <div className="flex flex-wrap items-center sm:min-h-11 justify-between gap-2">
        <h3 className="display text-base sm:text-xl">{demo ? words.demo.selected : words.demo.select}</h3>
        {demo && (
          <SmallButton disabled={disabled} onClick={onChangeVideo}>
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
        <DemoPicker onSelect={onSelect} />
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
  if (!response.ok) throw new Error(demoListFailed(response.status));
  return (await response.json()) as DemoVideo[];
}
