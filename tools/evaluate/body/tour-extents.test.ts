// The stored extents are those that the product measures of today's models.
import { expect, test } from 'vitest';
import extents from '#domain/comparison/tour-extents.json' with { type: 'json' };
import { measuredTourExtents } from './tour-extents.ts';

test('the ranges of tour players are what the product measures of the library’s full swings', () => {
  expect(measuredTourExtents()).toEqual(extents);
});
