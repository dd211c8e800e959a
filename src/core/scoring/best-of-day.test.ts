import { expect, test } from 'vitest';
import { hourMs } from '#shared/time.ts';
import { BestOfDay, type Entrant, ranksOf } from './best-of-day.ts';

const start = Date.UTC(2026, 0, 5);
const entrant = (hour: number, merit: number, author = `at ${hour}`): Entrant => ({ at: start + hour * hourMs, author, merit });
const placed = (entrants: readonly Entrant[]) => {
  const places = ranksOf(entrants);
  return entrants.map((one) => places.get(one));
};

test('the place of a post is counted among the 24 hours up to it, whatever is posted later', () => {
  expect(placed([entrant(0, 70), entrant(5, 60), entrant(6, 90)])).toEqual([1, 2, 1]);
  expect(placed([entrant(0, 70), entrant(23, 60), entrant(24, 60)])).toEqual([1, 2, 2]);
});

test('of several posts of a person, the best counts once, and none of them against the others', () => {
  expect(placed([entrant(0, 90, 'ann'), entrant(1, 80, 'ann'), entrant(2, 70, 'bob')])).toEqual([1, 1, 2]);
});

test('of posts that are equally good, the earlier is ahead, and those of one moment are compared with each other', () => {
  expect(placed([entrant(1, 60), entrant(0, 60)])).toEqual([2, 1]);
  expect(placed([entrant(0, 60, 'ann'), entrant(0, 80, 'bob'), entrant(0, 70, 'cat')])).toEqual([3, 1, 2]);
});

/** As many in an hour as it takes that a day has 24 of them. */
const many = Array.from({ length: 3000 }, (_, hour) => entrant(hour, 50 + ((hour * 7919) % 5000) / 100));

test('over many days, as many are called as a day has, and the order they come in changes nothing', () => {
  const inOrder = new BestOfDay<number>(5);
  for (const one of many) inOrder.add(one.at, one);
  const backwards = new BestOfDay<number>(5);
  for (const one of many.toReversed()) backwards.add(one.at, one);
  const called = inOrder.end().best;
  expect(backwards.end().best.toReversed()).toEqual(called);
  const perDay = called.length / (many.length / 24);
  expect(perDay).toBeGreaterThan(4);
  expect(perDay).toBeLessThan(6);
});

test('each of those that are not called comes back once', () => {
  const day = new BestOfDay<number>(5);
  const dropped = many.flatMap((one) => day.add(one.at, one));
  const { best, others } = day.end();
  expect(dropped.length).toBeGreaterThan(0);
  expect([...best, ...dropped, ...others].toSorted((a, b) => a - b)).toEqual(many.map(({ at }) => at));
});
