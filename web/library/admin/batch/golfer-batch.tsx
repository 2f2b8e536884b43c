// 'Add Many Pro Videos': up to thirty files become golfers of the library: searched one after the other, checked at a glance,
// published together.
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { AdminGolfer, GolferCard } from '#contract/golfers.ts';
import { useQuery, useQueryClient } from '#web/api/query.tsx';
import { VIDEO_ACCEPT } from '#web/clip/check-video-file.ts';
import { VideoDropZone } from '#web/clip/video-drop-zone.tsx';
import { Question } from '#web/find/editor/search-strip.tsx';
import { useWarningBeforeLeaving } from '#web/lib/use-warning-before-leaving.ts';
import { Button, SmallButton } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Loading, Problem, Status } from '#web/ui/status.tsx';
import { LANGUAGE, say, words } from '#web/words/words.ts';
import { countsOf, type LibraryVideos, standingOf } from './batch.ts';
import { BatchRowItem } from './batch-row.tsx';
import { Batch } from './batch-store.ts';

const texts = words.batch;
const fileNames = new Intl.ListFormat(LANGUAGE, { type: 'unit' });

interface GolferBatchProps {
  /** Called when everything that was to be published is, so that the golfers' bodies can be tracked. */
  readonly onAdded: () => void;
  readonly onSessionEnded: () => void;
}

export function GolferBatch(events: GolferBatchProps) {
  const batch = useBatch(events);
  const { rows, library, takingIn, checkedPercent, problems, askedBytes } = useStore(batch.store);
  const [openId, setOpenId] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const counts = countsOf(rows, library);
  // Files that are not taken in yet would have to be chosen again.
  useWarningBeforeLeaving(takingIn !== null);

  function remove(ids: readonly string[]) {
    batch.remove(ids);
    // The pressed button disappears with its row.
    heading.current?.focus();
  }

  return (
    <section aria-labelledby={headingId} className="grid grid-cols-1 gap-5">
      <h2 ref={heading} id={headingId} tabIndex={-1} className="display text-2xl outline-none sm:text-3xl">
        {texts.heading}
      </h2>
      <p className="max-w-prose">{texts.means}</p>
      <VideoDropZone
        inputLabel={texts.videoFiles}
        invitation={texts.invitation}
        buttonLabel={texts.choose}
        loadedFile={null}
        problem={null}
        isForMany
        accept={`${VIDEO_ACCEPT},.swingmark,.tar`}
        onFiles={(files) => void batch.add(files)}
      />
      {takingIn && (
        <Loading className="figures [overflow-wrap:anywhere]">
          {checkedPercent === null
            ? say(texts.takingIn, takingIn)
            : say(texts.checkingPack, { ...takingIn, percent: checkedPercent })}
        </Loading>
      )}
      {[...problems].map(([reason, names]) => (
        <Problem key={reason} className="[overflow-wrap:anywhere]">
          {names.length > 0 ? say(texts.refused, { names: fileNames.format(names), reason }) : reason}
        </Problem>
      ))}
      {askedBytes !== null && <Question downloadBytes={askedBytes} onAnswer={(wish) => batch.answer(wish)} />}
      {rows.length > 0 && (
        <>
          <BatchBar
            counts={counts}
            onPublish={() => batch.publish()}
            onCancel={() => {
              batch.cancel();
              heading.current?.focus();
            }}
            onFind={() => {
              batch.findAgain();
              heading.current?.focus();
            }}
            onClear={() => remove(rows.filter(({ step }) => step.at === 'published').map(({ id }) => id))}
          />
          <ul aria-label={texts.list} className="grid divide-y divide-line border-y border-line">
            {rows.map((row, index) => (
              <BatchRowItem
                key={row.id}
                {...{ row, batch }}
                standing={standingOf(row, library)}
                number={index + 1}
                count={rows.length}
                isOpen={openId === row.id}
                onOpen={(isOpen) => setOpenId(isOpen ? row.id : null)}
                onRemove={() => remove([row.id])}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface BatchBarProps {
  readonly counts: ReturnType<typeof countsOf>;
  readonly onPublish: () => void;
  readonly onCancel: () => void;
  readonly onFind: () => void;
  readonly onClear: () => void;
}

/** The batch in numbers, and what is done with all of it. It stays in view over a long list. */
function BatchBar({ counts, onPublish, onCancel, onFind, onClear }: BatchBarProps) {
  const { all, needSearch, waiting, publishing, published, publishable } = counts;
  const parts = (['waiting', 'ready', 'needLook', 'publishing', 'published', 'refused'] as const).filter(
    (part) => counts[part] > 0,
  );
  return (
    <div className="sticky top-0 z-10 short:static -mx-2 grid gap-2 bg-paper px-2 py-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Status className="figures grow">
          <strong>{say(texts.all, { count: all })}</strong>
          {parts.map((part) => ` · ${say(texts.counts[part], { count: counts[part] })}`)}
        </Status>
        <div className="flex flex-wrap gap-2">
          {published > 0 && <SmallButton onClick={onClear}>{texts.clearPublished}</SmallButton>}
          {needSearch > 0 && <SmallButton onClick={onFind}>{texts.findAgain}</SmallButton>}
          {waiting + publishing > 0 && <SmallButton onClick={onCancel}>{texts.cancelAll}</SmallButton>}
          <Button disabled={publishable === 0} onClick={onPublish}>
            {texts.publish}
          </Button>
        </div>
      </div>
      {waiting > 0 && (
        <Progress
          label={say(texts.progress, { done: all - waiting, count: all })}
          percent={Math.round((100 * (all - waiting)) / all)}
        />
      )}
    </div>
  );
}

/** The batch of this device, open while the component is there. */
function useBatch({ onAdded, onSessionEnded }: GolferBatchProps): Batch {
  const queryClient = useQueryClient();
  const [batch] = useState(() => new Batch());
  const { data: golfers } = useQuery<(GolferCard & Partial<AdminGolfer>)[]>({ queryKey: ['/api', 'pro', 'list'] });
  const library = useMemo(
    (): LibraryVideos =>
      golfers ? new Map(golfers.flatMap(({ contentKey, name }) => (contentKey ? [[contentKey, name]] : []))) : null,
    [golfers],
  );
  const endSession = useEffectEvent(onSessionEnded);
  useEffect(() => {
    batch.open({ onPublished: () => queryClient.reload(['/api', 'pro', 'list']), onSessionEnded: () => endSession() });
    return () => batch.close();
  }, [batch, queryClient]);
  useEffect(() => batch.setLibrary(library), [batch, library]);
  const { rows } = useStore(batch.store);
  const isBusy = rows.some(({ step }) => ['waiting', 'finding', 'queued', 'uploading'].includes(step.at));
  const published = rows.filter(({ step }) => step.at === 'published').length;
  const tellAdded = useEffectEvent(onAdded);
  useEffect(() => {
    if (!isBusy && published > 0) tellAdded();
  }, [isBusy, published]);
  return batch;
}
