// 'Upload New Pro Video': the video, its three times and the golfer's fields.
import { type FormEvent, useId } from 'react';
import { MAX_NAME_LENGTH } from '#domain/library/golfer.ts';
import { POSITIONS } from '#domain/swing/swing.ts';
import { VideoDropZone } from '#web/clip/video-drop-zone.tsx';
import { Button } from '#web/ui/button.tsx';
import { WorkProgress } from '#web/ui/progress.tsx';
import { Problem } from '#web/ui/status.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { formatDecimals } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';
import { GolferMarking } from './golfer-marking.tsx';
import {
  type FormEvents,
  type GolferDraft,
  marksOf,
  useGolferForm,
  withMarks,
  withTypedTime,
} from './use-golfer-form.ts';

/** The form. Keeps its contents until the upload has succeeded. */
export function GolferForm(events: FormEvents) {
  const form = useGolferForm(events);
  const { draft, setDraft, percent, problem, takeVideo, submit, cancel } = form;
  const headingId = useId();
  const isSending = percent !== null;
  const isNameMissing = draft.name.trim() === '';

  return (
    <form
      aria-labelledby={headingId}
      noValidate
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        const name = event.currentTarget.elements.namedItem('name');
        if (isNameMissing && name instanceof HTMLElement) name.focus();
        void submit();
      }}
      className="grid grid-cols-1 gap-6"
    >
      <h2 id={headingId} className="display text-2xl sm:text-3xl">
        {words.library.uploadHeading}
      </h2>
      {/* The form cannot be changed while it is being sent. */}
      <fieldset disabled={isSending} className="contents">
        <VideoDropZone
          inputLabel={words.adminPage.videoFile}
          invitation={words.ownVideo.pro.invitation}
          buttonLabel={words.ownVideo.user.buttonLabel}
          loadedFile={draft.file}
          problem={form.fileProblem}
          onFiles={([file]) => void takeVideo(file)}
        />
        {draft.file && (
          <GolferMarking
            file={draft.file}
            annotations={marksOf(draft)}
            getAnnotations={() => marksOf(form.getDraft())}
            onAnnotationsChange={(changed) => setDraft((current) => withMarks(current, changed))}
            isNew
            slowMotionFactor={draft.slowMotionFactor}
            onSlowMotion={(slowMotionFactor) => setDraft((current) => ({ ...current, slowMotionFactor }))}
          />
        )}
        <TimeFields draft={draft} onChange={setDraft} />
        <GolferFields draft={draft} onChange={setDraft} isNameWanted={problem !== null && isNameMissing} />
      </fieldset>
      <div className="grid gap-4 border-t border-line pt-6 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center">
        <Button type="submit" size="large" busy={isSending}>
          {isSending ? words.library.uploading : words.library.upload}
        </Button>
        <div className="min-h-11 content-center">
          {isSending && (
            <WorkProgress
              name={percent === 100 ? words.library.serverReads : words.library.sending}
              label={words.library.uploadProgress}
              {...{ percent }}
              onCancel={cancel}
            />
          )}
          {problem && <Problem>{problem}</Problem>}
        </div>
      </div>
    </form>
  );
}

interface FieldsProps {
  draft: GolferDraft;
  onChange: (change: (draft: GolferDraft) => GolferDraft) => void;
}

function TimeFields({ draft, onChange }: FieldsProps) {
  return (
    <div className="grid grid-cols-3 gap-3 sm:gap-4">
      {POSITIONS.map((position) => (
        <TextField
          key={position}
          label={say(words.library.timeField, { position: words.swing.positions[position] })}
          type="number"
          inputMode="decimal"
          min={0}
          step={0.1}
          placeholder={formatDecimals(0, 1)}
          value={draft.times[position].text}
          onChange={({ target }) => onChange((current) => withTypedTime(current, position, target.value))}
        />
      ))}
      <p className="col-span-3 -mt-1 text-sm text-ink-soft">{words.library.timesNote}</p>
    </div>
  );
}

const NONE = formatDecimals(0, 0);

const FIELDS = [
  { name: 'name', required: true, maxLength: MAX_NAME_LENGTH, autoComplete: 'off' },
  { name: 'majorChampionships', type: 'number', inputMode: 'numeric', min: 0, max: 9999, step: 1, placeholder: NONE },
  { name: 'club', maxLength: 100, placeholder: words.library.clubExample },
  { name: 'height', maxLength: 100, placeholder: words.library.heightExample },
] as const;

function GolferFields({ draft, onChange, isNameWanted }: FieldsProps & { isNameWanted: boolean }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {FIELDS.map((field) => (
        <TextField
          key={field.name}
          {...field}
          label={words.library.fields[field.name]}
          problem={isNameWanted && field.name === 'name' ? words.library.nameMissing : null}
          value={draft[field.name]}
          onChange={({ target }) => onChange((current) => ({ ...current, [field.name]: target.value }))}
        />
      ))}
    </div>
  );
}
