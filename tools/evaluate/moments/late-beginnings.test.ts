// Copies of a labeled clip that begin later.
import { expect, test } from 'vitest';
import { seenSwing } from '#tests/fixtures/seen-swing.ts';
import { lateBeginnings } from './late-beginnings.ts';
import { copiesTable, judgedScores } from './moments-scores.ts';

const { clip: EVIDENCE, marks } = seenSwing();
const LABELS = { rest: { t: marks.rest }, top: { t: marks.top }, strike: { t: marks.strike } };
const CLIP = { slug: 'a-1.mp4', speed: 'real time, 30 fps', ground_truth: { swings: [LABELS] } };

test('the copies begin around the labeled rest, and hold nothing from before', () => {
  const copies = lateBeginnings(CLIP, EVIDENCE);
  expect(copies.map(({ beginsAt }) => beginsAt)).toEqual([-12, -6, -3, -1, 0, 2, 5, 8]);
  for (const { proposal, beginsAt = 0 } of copies) {
    expect(proposal?.moments.rest.time).toBeGreaterThan(marks.rest + (beginsAt - 0.5) / 30);
  }
});

test('a clip of several swings, without a rest, or that begins at the rest itself has no copies that begin earlier', () => {
  expect(lateBeginnings({ ...CLIP, ground_truth: { swings: [LABELS, LABELS] } }, EVIDENCE)).toEqual([]);
  expect(lateBeginnings({ ...CLIP, ground_truth: { swings: [{ ...LABELS, rest: null }] } }, EVIDENCE)).toEqual([]);
  const cut = seenSwing({ cutAway: 1 });
  const atRest = { ...LABELS, rest: { t: 0 }, top: { t: cut.marks.top }, strike: { t: cut.marks.strike } };
  const [first] = lateBeginnings({ ...CLIP, ground_truth: { swings: [atRest] } }, cut.clip);
  expect(first?.beginsAt).toBe(2);
});

test('the weights of the rest are fitted to copies of other sources, and what is said of copies is counted by their beginning', () => {
  const copies = ['a-1.mp4', 'b-1.mp4'].flatMap((slug) => lateBeginnings({ ...CLIP, slug }, EVIDENCE));
  const rests = judgedScores(copies, 'rest');
  expect(judgedScores(copies.slice(0, 1), 'rest', copies)).toEqual(rests.slice(0, 1));
  const table = copiesTable(copies, rests);
  expect(Object.keys(table)).toContain('begins -12 frames');
  expect(table['begins +8 frames']?.right).toBe('0/2 = 0 %');
  expect(table['begins -6 frames']?.right).toBe('2/2 = 100 %');
});
