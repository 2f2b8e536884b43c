import { describe, expect, it } from 'vitest';
import {
  draftProblem,
  EMPTY_DRAFT,
  formDataOf,
  type GolferDraft,
  marksOf,
  withMarks,
  withTypedTime,
  withVideo,
} from './use-golfer-form.ts';

const video = new File(['x'], 'swing.mp4', { type: 'video/mp4' });
const frame = (number: number) => number / 30;
const marked = withMarks(EMPTY_DRAFT, { restTime: frame(25), topTime: frame(49), strikeTime: frame(57) });
const complete: GolferDraft = { ...marked, file: video, name: ' Ann ', club: 'Driver', height: `6'1"` };

describe("the administrator's form", () => {
  it('shows a mark to the millisecond and sends the exact time of its frame', () => {
    expect(marked.times.rest.text).toBe('0.833');
    expect(formDataOf(complete).get('restTime')).toBe('0.833333333');
    expect(marksOf(marked).topTime).toBe(frame(49));
  });

  it('moves the mark to a typed time', () => {
    const typed = withTypedTime(marked, 'top', '1.7');
    expect(marksOf(typed).topTime).toBe(1.7);
    expect(formDataOf(typed).get('topTime')).toBe('1.7');
  });

  it('keeps a typed time when another position is marked', () => {
    const typed = withTypedTime(EMPTY_DRAFT, 'top', '1.70');
    const both = withMarks(typed, { ...marksOf(typed), strikeTime: 2 });
    expect(both.times).toMatchObject({ top: { text: '1.70' }, strike: { text: '2' } });
  });

  it.each(['', ' ', '-1', 'abc', '1,5'])('treats %j as no time', (text) => {
    expect(marksOf(withTypedTime(EMPTY_DRAFT, 'rest', text)).restTime).toBeNull();
  });

  it('clears the times for another video and keeps the texts', () => {
    expect(withVideo(complete, video)).toMatchObject({ name: ' Ann ', times: EMPTY_DRAFT.times });
  });

  it.each([
    ['7', '7'],
    ['', '0'],
    ['abc', '0'],
    ['-3', '0'],
    ['4.9', '4'],
  ])('counts %j as %s major championships', (majorChampionships, sent) => {
    expect(formDataOf({ ...complete, majorChampionships }).get('majorChampionships')).toBe(sent);
  });

  it.each<[string, GolferDraft, string | null]>([
    ['everything', complete, null],
    ['a blank name', { ...complete, name: ' ' }, 'missing-fields'],
    ['no video', { ...complete, file: null }, 'missing-fields'],
    ['no strike', withTypedTime(complete, 'strike', ''), 'missing-annotations'],
    ['a rest at 0', withTypedTime(complete, 'rest', '0'), 'missing-annotations'],
  ])('with %s: %3$s', (_, draft, problem) => {
    expect(draftProblem(draft)).toBe(problem);
  });

  it('sends the trimmed texts before the video', () => {
    const sent = [...formDataOf(complete).keys()];
    expect(sent.at(-1)).toBe('video');
    expect(formDataOf(complete).get('name')).toBe('Ann');
  });
});
