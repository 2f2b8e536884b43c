// Who is next in the line.
import { describe, expect, test } from 'vitest';
import { FairQueue } from './waiting-line.ts';

interface Item {
  readonly id: string;
  readonly visitorId: string;
}

/** `A1` is visitor A's first piece of work. */
const item = (id: string): Item => ({ id, visitorId: id[0] ?? '' });
const lineOf = (...ids: string[]) => {
  const line = new FairQueue<Item>();
  for (const id of ids) line.add(item(id));
  return line;
};
const ids = (items: Item[]) => items.map(({ id }) => id);

describe('the line', () => {
  test('serves each visitor’s first work before anyone’s second', () => {
    expect(ids(lineOf('A1', 'A2', 'A3', 'B1', 'B2', 'C1').order())).toEqual(['A1', 'B1', 'C1', 'A2', 'B2', 'A3']);
  });

  test('lets a visitor who came late wait for one piece of another’s work only', () => {
    const line = lineOf('A1', 'A2', 'A3', 'A4');
    const first = line.take();
    line.add(item('B1'));
    if (first) line.end(first);
    expect([first?.id, line.take()?.id, line.take()?.id]).toEqual(['A1', 'B1', 'A2']);
  });

  test('runs one piece of a visitor’s work at a time', () => {
    const line = lineOf('A1', 'A2');
    const first = line.take();
    expect(line.take()).toBeUndefined();
    if (first) line.end(first);
    expect(line.take()?.id).toBe('A2');
  });

  test('counts what waits and what runs of a visitor', () => {
    const line = lineOf('A1', 'A2', 'B1');
    const first = line.take();
    expect([line.countOf('A'), line.countOf('B'), line.size]).toEqual([2, 1, 2]);
    if (first) line.end(first);
    expect(line.countOf('A')).toBe(1);
  });

  test('lets go of work that is taken out', () => {
    const line = new FairQueue<Item>();
    const only = item('A1');
    line.add(only);
    expect([line.remove(only), line.remove(only), line.take()]).toEqual([true, false, undefined]);
  });
});
